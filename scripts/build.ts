import { createHash } from "node:crypto";
import {
  chmodSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { everydayCommands } from "../src/cli/everyday-commands.ts";
import { atFirstCall } from "./at-first-call.ts";
import { collectLicences } from "./collect-licences.ts";
import { joinPieces, makePieces } from "./join-pieces.ts";
import { oftenUsed } from "./often-used.ts";
import { readPackage } from "./read-package.ts";

/** Source → `dist/`: a launcher for any Node, the commands of every day in one file, and the program in pieces that are loaded when they are needed. */
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

/** Of what a program worked out and kept, one that was built from another source takes nothing. */
const source = createHash("sha256");
for (const name of ["package-lock.json", ...globSync("src/**/*.ts", { cwd: root }).toSorted()])
  source.update(`${name}\0`).update(readFileSync(join(root, name)));
const ofAll = { BUILD: JSON.stringify(source.digest("hex").slice(0, 16)) };

const common = {
  outdir: dist,
  bundle: true,
  platform: "node",
  target: "node22.16",
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
} satisfies BuildOptions;

/** Not as modules, because these load all that they import of Node before anything runs, and here it is loaded where it is first used. */
const inOneFile = {
  ...common,
  plugins: [withoutChildProcess, atFirstCall((name) => `process.getBuiltinModule("${name}")`)],
  define: {
    ...ofAll,
    "import.meta.dirname": "__dirname",
    "import.meta.filename": "__filename",
  },
  write: false,
} satisfies BuildOptions;

/** The commands of every day: finding and linking forty small files takes Node longer than most commands run. */
const everyday = await buildEveryday();
const scan = await build({
  ...inOneFile,
  entryPoints: { scan: join(root, "src/cli/scan.ts") },
  format: "cjs",
  supported: { "dynamic-import": false },
});
const texts = {
  everyday: inAscii(everyday.often),
  "everyday-rest": inAscii(everyday.seldom),
  scan: inAscii(`(function(require,__filename,__dirname){${scan.outputFiles[0]?.text ?? ""}\n})`),
};
for (const [name, text] of Object.entries(texts)) writeFileSync(join(dist, `${name}.cjs`), text);
const digest = createHash("sha256").update(Object.values(texts).join("\n")).digest("hex");

const pieces = await build({
  ...common,
  entryPoints: {
    lessons: join(root, "src/cli/launcher.ts"),
    "scan-worker": join(root, "src/capture/scan/scan-worker.ts"),
  },
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
  format: "esm",
  define: {
    ...ofAll,
    VERSION: JSON.stringify(version),
    OLDEST_NODE: JSON.stringify(engines.node.replace(/^>=/, "")),
    EVERYDAY: JSON.stringify(Object.keys(everydayCommands)),
    BUNDLES_DIGEST: JSON.stringify(digest.slice(0, 16)),
  },
  banner: { js: "#!/usr/bin/env node" },
});

chmodSync(join(dist, "lessons.js"), 0o755);
writeFileSync(
  join(dist, "THIRD-PARTY-LICENSES.txt"),
  collectLicences(
    root,
    [everyday, scan, pieces].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  ),
);

chmodSync(dist, 0o755);
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(dist, join(root, "dist"));

/** Every module of ours is a piece of its own, because esbuild makes one of each that it is asked for. */
async function buildEveryday() {
  const options = {
    ...inOneFile,
    outbase: join(root, "src"),
    format: "esm",
    splitting: true,
  } as const;
  const entry = join(root, "src/cli/everyday.ts");
  const { metafile } = await build({ ...options, entryPoints: [entry] });
  const ours = Object.keys(metafile.inputs).filter((name) => name.startsWith("src/"));
  const { outputFiles, metafile: whole } = await build({ ...options, entryPoints: ours });
  const start = "cli/everyday.js";
  const made = await makePieces(outputFiles, dist, {
    entry: start,
    isOurs: (name) => {
      const { inputs = {} } = whole.outputs[relative(root, join(dist, name))] ?? {};
      return Object.keys(inputs).every((input) => ours.includes(input));
    },
  });
  const often = oftenUsed(made, start, root);
  return { ...joinPieces(made, start, (name) => often.has(name)), metafile: whole };
}

/**
 * The bundle is read as Latin-1, and esbuild leaves the letters of regular expressions as they are: there an escape means the same.
 * In a raw text it would not.
 */
function inAscii(text: string): string {
  const raw = /\braw`[^`]*[^\0-\x7f]/u.exec(text)?.[0];
  if (raw !== undefined) throw new Error(`${raw}…: write these letters as escapes`);
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
