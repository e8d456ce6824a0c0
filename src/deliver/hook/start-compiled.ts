import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

/**
 * Starts a program of the hook from what V8 made of it before: reading and compiling it takes a third of its time otherwise.
 * Node's own compile cache keeps only what is compiled when a file is loaded, which is little of what a call needs.
 *
 *     node lessons-start.cjs <program> <folder for what was compiled>
 */
const [, self = "", program = "", compiledFolder = ""] = process.argv;
/** At the end of each bundle: see scripts/hook-bundles.ts. */
const markLength = 16;

const { hasEnded } = start(program) as HookProgram;
// Everything is written by now. Left to itself, Node takes its parts down one by one.
if (hasEnded === undefined) process.exit();
else void hasEnded.then(() => process.exit());

function start(name: string): unknown {
  const file = join(self, "..", name);
  const source = readFileSync(file, "utf8");
  // The mark is made of the whole text. V8 compares no more than its length.
  const mark = `\n${source.slice(-markLength)} ${process.version} ${process.arch} `;
  const kept = keptFor(name, mark);
  const script = new Script(`(function(require,module){${source}\n})`, {
    filename: file,
    cachedData: kept?.code,
  });
  const isKept = kept !== undefined && script.cachedDataRejected !== true;
  const module: { exports: HookProgram } = { exports: {} };
  process.on("exit", (status) => {
    const hasAnswered = module.exports.hasPrinted?.() ?? true;
    // A run that had nothing to say has compiled less than one that answers.
    if (status === 0 && (!isKept || (hasAnswered && !kept.hasAnswered)))
      keep(name, script.createCachedData(), mark + Number(hasAnswered));
  });
  const builtIn = createRequire(file);
  const load = (wanted: string): unknown =>
    wanted.startsWith("./") ? start(wanted.slice(2)) : builtIn(wanted);
  script.runInThisContext()(load, module);
  return module.exports;
}

/** What a program says about its run. The parser says nothing. */
interface HookProgram {
  readonly hasPrinted?: () => boolean;
  /** Where it goes on when it was started. Never refused. */
  readonly hasEnded?: Promise<void>;
}

interface Kept {
  readonly code: Buffer;
  readonly hasAnswered: boolean;
}

function keptFor(name: string, mark: string): Kept | undefined {
  try {
    const bytes = readFileSync(join(compiledFolder, name));
    const length = bytes.length - mark.length - 1;
    if (bytes.toString("latin1", length, bytes.length - 1) !== mark) return undefined;
    const hasAnswered = bytes.toString("latin1", bytes.length - 1) === "1";
    return { code: bytes.subarray(0, length), hasAnswered };
  } catch {
    return undefined;
  }
}

/** Nothing depends on it: where it cannot be written, the next run compiles again. */
function keep(name: string, code: Buffer, mark: string): void {
  try {
    const place = join(compiledFolder, name);
    const scratch = `${place}.${process.pid}`;
    const bytes = Buffer.concat([code, Buffer.from(mark, "latin1")]);
    try {
      writeFileSync(scratch, bytes, { mode: 0o600 });
    } catch {
      mkdirSync(compiledFolder, { mode: 0o700 });
      writeFileSync(scratch, bytes, { mode: 0o600 });
    }
    renameSync(scratch, place);
  } catch {
    // A full disk, a read-only home, or no home at all.
  }
}
