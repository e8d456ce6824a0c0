import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { collectLicences } from "./collect-licences.ts";
import { readPackage } from "./read-package.ts";

/** Source → `dist/`: a launcher for any Node, and the program in pieces that are loaded when they are needed. */
const root = join(import.meta.dirname, "..");
// Beside the old one, which is there until the new one is whole: whoever runs it meanwhile is not cut off.
const dist = mkdtempSync(join(root, "dist-"));
process.once("exit", () => rmSync(dist, { recursive: true, force: true }));
const { version, engines } = readPackage();

/**
 * commander can start a command that is a program of its own, and loads Node's child_process for it.
 * We have none, and that module is the dearest part of a start (it brings the network along).
 */
const withoutChildProcess: Plugin = {
  name: "without-child-process",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes("/node_modules/commander/")
        ? { path: "absent", namespace: "absent" }
        : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "export default {}" }));
  },
};

const { metafile } = await build({
  entryPoints: {
    lessons: join(root, "src/cli/launcher.ts"),
    "scan-worker": join(root, "src/capture/scan/scan-worker.ts"),
  },
  outdir: dist,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.16",
  define: {
    VERSION: JSON.stringify(version),
    OLDEST_NODE: JSON.stringify(engines.node.replace(/^>=/, "")),
  },
  banner: { js: "#!/usr/bin/env node" },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  metafile: true,
  plugins: [withoutChildProcess],
  // Their builds for Node are CommonJS and ask for modules at run time, which a bundle of ours cannot answer.
  alias: {
    yaml: join(root, "node_modules/yaml/browser/index.js"),
    "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
  },
});

chmodSync(join(dist, "lessons.js"), 0o755);
writeFileSync(
  join(dist, "THIRD-PARTY-LICENSES.txt"),
  collectLicences(root, Object.keys(metafile.inputs)),
);

chmodSync(dist, 0o755);
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(dist, join(root, "dist"));
