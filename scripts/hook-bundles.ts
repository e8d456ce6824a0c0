import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { collectLicences } from "./collect-licences.ts";
import type { GeneratedFile } from "./generated-files.ts";

const root = join(import.meta.dirname, "..");

/**
 * The parser of shell lines is two thirds of the hook, and nearly all lines are read without it: it lies beside the programs and
 * is loaded with the first line that needs it.
 */
const parserWhenNeeded: Plugin = {
  name: "parser-when-needed",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^unbash$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "unbash", namespace: "when-needed" },
    );
    bundle.onLoad({ filter: /.*/, namespace: "when-needed" }, () => ({
      contents: `
        const parser = () => require("./lessons-shell.cjs");
        export const parse = (line) => parser().parse(line);
        export const forEachChild = (node, visit) => parser().forEachChild(node, visit);`,
    }));
  },
};

/**
 * The three programs of the hook, the parser that they share, what starts them, and that of the status line: no dependency, any Node from 18 on, and CommonJS, which starts faster than
 * modules. They are committed, because an agent installs the plugin as it lies in the repository.
 */
export async function hookBundles(): Promise<readonly GeneratedFile[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      "lessons-hook": join(root, "src/deliver/hook/main.ts"),
      "lessons-result": join(root, "src/deliver/hook/result.ts"),
      "lessons-session": join(root, "src/deliver/hook/session.ts"),
      "lessons-shell": "unbash",
      "lessons-start": join(root, "src/deliver/hook/start-compiled.ts"),
      "lessons-statusline": join(root, "src/knowledge/statusline/statusline-program.ts"),
    },
    absWorkingDir: root,
    outdir: join(root, "plugin/hooks"),
    external: ["./lessons-shell.cjs"],
    plugins: [parserWhenNeeded],
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
    content: `${text}${markOf(text)}`,
  }));
  const licences = collectLicences(root, Object.keys(metafile.inputs));
  return [...bundles, { path: "plugin/THIRD-PARTY-LICENSES.txt", content: licences }];
}

/** By its end `lessons-start.cjs` tells whether what was compiled before is of this very text. */
function markOf(text: string): string {
  return `//${createHash("sha256").update(text).digest("hex").slice(0, 14)}`;
}
