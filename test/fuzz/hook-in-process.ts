import * as childProcess from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

const folder = join(import.meta.dirname, "../../plugin/hooks");
const bundles = {
  call: "lessons-hook.cjs",
  result: "lessons-result.cjs",
  session: "lessons-session.cjs",
} as const;

export type Bundle = keyof typeof bundles;

/**
 * Runs a program of the hook from its entry to its end, as it is shipped, without a process for each run. What it reads from its
 * standard input is `input`; what it says is returned. It cannot start another program.
 */
export async function runHook(
  bundle: Bundle,
  input: Uint8Array,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  let unread = input;
  let said = "";
  const streams = {
    readSync: (file: number, into: Uint8Array, ...rest: [number, number, number]) => {
      if (file !== 0) return fs.readSync(file, into, ...rest);
      const part = unread.subarray(0, into.length);
      unread = unread.subarray(part.length);
      into.set(part);
      return part.length;
    },
    writeSync: (_file: number, bytes: Buffer, offset: number) => {
      said += bytes.toString("utf8", offset);
      return bytes.length - offset;
    },
  };
  const replaced: Readonly<Record<string, object>> = {
    "node:fs": { ...fs, ...streams },
    "node:child_process": { ...childProcess, spawn: () => ({ on: noop, unref: noop }) },
  };
  const own = Object.create(process, { env: { value: environment } }) as NodeJS.Process;
  const loaded = new Map<string, object>();
  const load = (name: string): object => {
    if (!name.startsWith("./")) return replaced[name] ?? builtIn(name);
    const known = loaded.get(name);
    if (known !== undefined) return known;
    const module = { exports: {} };
    // Kept only when it came to its end: the deadline may stop it on the way.
    programAt(name.slice(2))(load, module, own);
    loaded.set(name, module.exports);
    return module.exports;
  };
  load(`./${bundles[bundle]}`);
  // What is rarer goes on behind a promise or two.
  if (bundle === "session") await new Promise((resolve) => setImmediate(resolve));
  return said;
}

function noop(): void {}

const builtIn = createRequire(join(folder, "hook"));

type Program = (load: (name: string) => object, module: object, own: NodeJS.Process) => void;

const programs = new Map<string, Program>();

function programAt(name: string): Program {
  const known = programs.get(name);
  if (known !== undefined) return known;
  const text = fs.readFileSync(join(folder, name), "utf8");
  const program = new Script(`(function(require,module,process){${text}\n})`).runInThisContext();
  programs.set(name, program);
  return program;
}
