import { basename, join } from "node:path";
import { build } from "esbuild";
import { collectLicences } from "./collect-licences.ts";
import type { GeneratedFile } from "./generated-files.ts";

const root = join(import.meta.dirname, "..");

/**
 * The three programs of the hook, and that of the status line: no dependency, any Node from 18 on, and CommonJS, which starts faster than
 * modules. They are committed, because an agent installs the plugin as it lies in the repository.
 */
export async function hookBundles(): Promise<readonly GeneratedFile[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      "lessons-hook": join(root, "src/deliver/hook/main.ts"),
      "lessons-result": join(root, "src/deliver/hook/result.ts"),
      "lessons-session": join(root, "src/deliver/hook/session.ts"),
      "lessons-statusline": join(root, "src/knowledge/statusline/statusline-program.ts"),
    },
    outdir: join(root, "plugin/hooks"),
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node18",
    // An import that waits becomes a `require` that waits, without the loader of modules.
    supported: { "dynamic-import": false },
    minify: true,
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const bundles = outputFiles.map(({ path, text }) => ({
    path: `plugin/hooks/${basename(path)}`,
    content: text,
  }));
  const licences = collectLicences(root, Object.keys(metafile.inputs));
  return [...bundles, { path: "plugin/THIRD-PARTY-LICENSES.txt", content: licences }];
}
