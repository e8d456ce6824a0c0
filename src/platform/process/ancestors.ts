import { spawnSync } from "node:child_process";
import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";

/**
 * The programs that this one was started by, the nearest first, each by the names it goes by: its own, that of its file, and
 * that of the script that a runtime runs in it. Undefined where they cannot be known. Windows has no quick way to ask, so
 * there they are not known to be any.
 */
export function ancestorNames(pid: number = process.ppid): readonly string[] | undefined {
  if (process.platform === "win32") return [];
  const lookUp = process.platform === "linux" ? fromProc : fromPs();
  if (lookUp === undefined) return undefined;
  const names: string[] = [];
  let current = pid;
  for (let depth = 0; current > 1; depth++) {
    // Process ids are used again: a chain that is read while it changes must end all the same. Nobody has so many shells in
    // each other, unless to hide what started them.
    if (depth === mostAncestors) return undefined;
    const found = lookUp(current);
    // Somebody else's processes may be hidden; the one that started us is not.
    if (found === undefined) return depth === 0 ? undefined : names;
    names.push(...namesIn(found));
    current = found.parent;
  }
  return names;
}

const mostAncestors = 64;

interface FoundProcess {
  readonly parent: number;
  /** What the system calls it. */
  readonly name: string;
  /** How it was started. */
  readonly words: readonly string[];
}

type LookUp = (pid: number) => FoundProcess | undefined;

function namesIn({ name, words: [program = "", ...args] }: FoundProcess): readonly string[] {
  const own = [programName(name), programName(program)];
  // A runtime is what its script is.
  const script = own.some((each) => runtimes.has(each))
    ? args.find((arg) => !arg.startsWith("-"))
    : undefined;
  return [...new Set([...own, ...(script === undefined ? [] : [programName(script)])])];
}

const runtimes: ReadonlySet<string> = new Set(["node", "nodejs", "bun", "deno"]);

/** `/usr/lib/node_modules/x/bin/tool.js` is `tool`, and a login shell `-zsh` is `zsh`. */
function programName(word: string): string {
  return basename(word.trim())
    .replace(/^-/u, "")
    .replace(/\.(?:[cm]?js|exe)$/u, "");
}

const fromProc: LookUp = (pid) => {
  const status = firstBytes(`/proc/${pid}/stat`);
  // The name stands in brackets and may hold brackets itself; the fourth field is the parent.
  const end = status?.lastIndexOf(")") ?? -1;
  if (status === undefined || end < 0) return undefined;
  const parent = Number(status.slice(end + 2).split(" ")[1]);
  if (!Number.isInteger(parent)) return undefined;
  return {
    parent,
    name: status.slice(status.indexOf("(") + 1, end),
    words: (firstBytes(`/proc/${pid}/cmdline`) ?? "").split("\0"),
  };
};

/** A command line may be megabytes long; the program and its script come first. */
function firstBytes(file: string): string | undefined {
  try {
    const descriptor = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(4096);
      return bytes.toString("utf8", 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // It has ended, or belongs to somebody whose processes we may not see.
    return undefined;
  }
}

/** By its full path and with nothing of our environment: no folder of a project decides which `ps` this is. */
function fromPs(): LookUp | undefined {
  const { status, stdout } = spawnSync("/bin/ps", ["-A", "-o", "pid=,ppid=,command="], {
    env: { LC_ALL: "C" },
    encoding: "utf8",
    timeout: 2000,
    killSignal: "SIGKILL",
    maxBuffer: 16_777_216,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status !== 0) return undefined;
  return (pid) => processIn(stdout, pid);
}

export function processIn(listing: string, pid: number): FoundProcess | undefined {
  const line = new RegExp(String.raw`^ *${pid} +(\d+) (.*)$`, "mu").exec(listing);
  if (line === null) return undefined;
  const [, parent = "", command = ""] = line;
  const words = command.trim().split(/\s+/u);
  return { parent: Number(parent), name: words[0] ?? "", words };
}
