import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { atFirstCall } from "./at-first-call.ts";
import { collectLicences } from "./collect-licences.ts";
import type { GeneratedFile } from "./generated-files.ts";

const root = join(import.meta.dirname, "..");

/** What few runs of a hook need, by what imports of it end with: it lies beside the programs and is loaded with the first call. */
const neededSeldom = [
  // The parser of shell lines is larger than the hook, and nearly all lines are read without it.
  { module: "unbash", file: "lessons-shell", exports: ["parse", "forEachChild"] },
  // The name of a project that no compilation knows yet, and reports, may hold secrets: their patterns take 2 ms to make.
  { module: "src/deliver/hook/redacted.ts", file: "lessons-redact", exports: ["redacted"] },
  {
    module: "src/platform/project/unnamed-identity.ts",
    file: "lessons-git",
    exports: ["unnamedIdentity"],
  },
] as const;

const loadedWhenNeeded: Plugin = {
  name: "loaded-when-needed",
  setup: (bundle) => {
    for (const { module, file, exports } of neededSeldom) {
      const end = module.slice(module.lastIndexOf("/") + 1).replaceAll(".", String.raw`\.`);
      bundle.onResolve({ filter: new RegExp(`(?:^|/)${end}$`) }, ({ kind }) =>
        kind === "entry-point" ? undefined : { path: module, namespace: file },
      );
      bundle.onLoad({ filter: /.*/, namespace: file }, () => ({
        contents: [
          `let loaded; const load = () => (loaded ??= require("./${file}.cjs"));`,
          ...exports.map(
            (name) => `export const ${name} = (...given) => load().${name}(...given);`,
          ),
        ].join("\n"),
      }));
    }
  },
};

/** The agents that load a module into their own process instead of starting a program. */
const inProcess = ["opencode", "pi"] as const;

/** The programs of the hook, put together with the module of an agent. */
const modulesOfAgents: Plugin = {
  name: "modules-of-agents",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^module-in:/ }, ({ path }) => ({ path, namespace: "module-in" }));
    bundle.onLoad({ filter: /.*/, namespace: "module-in" }, ({ path }) => {
      const agent = path.slice(path.indexOf(":") + 1);
      return {
        resolveDir: root,
        contents: [
          `import { inProcessHook } from "./src/deliver/hook/in-process.ts";`,
          `import { ${agent}Hook, ${agent}Module } from "./src/agents/${agent}/hook.ts";`,
          `export const module = ${agent}Module(inProcessHook(${agent}Hook));`,
        ].join("\n"),
      };
    });
  },
};

/**
 * The three programs of the hook, the same as modules for agents that load one, what they load when they need it, what starts them, and that of the status line: no dependency, any Node from 18 on, and CommonJS,
 * which starts faster than modules. They are committed, because an agent installs the plugin as it lies in the repository.
 */
export async function hookBundles(): Promise<readonly GeneratedFile[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      "lessons-hook": join(root, "src/deliver/hook/main.ts"),
      "lessons-result": join(root, "src/deliver/hook/result.ts"),
      "lessons-session": join(root, "src/deliver/hook/session.ts"),
      ...Object.fromEntries(
        neededSeldom.map(({ module, file }) => [
          file,
          module.startsWith("src/") ? join(root, module) : module,
        ]),
      ),
      ...Object.fromEntries(inProcess.map((agent) => [`lessons-${agent}`, `module-in:${agent}`])),
      "lessons-start": join(root, "src/deliver/hook/start-compiled.ts"),
      "lessons-statusline": join(root, "src/knowledge/statusline/statusline-program.ts"),
    },
    absWorkingDir: root,
    outdir: join(root, "plugin/hooks"),
    external: neededSeldom.map(({ file }) => `./${file}.cjs`),
    plugins: [loadedWhenNeeded, modulesOfAgents, atFirstCall((name) => `require("${name}")`)],
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
