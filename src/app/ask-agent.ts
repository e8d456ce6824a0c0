import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headlessPrograms } from "./headless-programs.ts";
import { askFolderStart, type HeadlessReply } from "../adapters/headless.ts";
import { lastPart } from "../core/excerpt.ts";
import { plainText } from "../core/plain-text.ts";
import { Fault } from "../system/fault.ts";
import { errorCode } from "../system/file-fault.ts";

export type AskableAgent = keyof typeof headlessPrograms;

export interface AskOptions {
  readonly model?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Ends the program; then the answer is a fault that says so. */
  readonly signal?: AbortSignal;
  /** Told how the program ended, also when what it printed is no answer. */
  readonly onEnded?: (ended: EndedProgram) => void;
}

export interface EndedProgram {
  /** The exit status, or the signal that ended it. */
  readonly status: number | string;
  readonly printedBytes: number;
}

/**
 * Asks the model behind an agent's own program, headless. No shell, the question on standard input, an empty
 * folder around it, and a guard in its environment that keeps our own hooks out. What it prints and
 * how long it takes is bounded.
 */
export async function askAgent(
  agent: AskableAgent,
  question: string,
  options: AskOptions,
): Promise<HeadlessReply> {
  const { program, args, environment, replyIn } = headlessPrograms[agent];
  // The memory files of a project are not for this question, and nothing there is for the model to see.
  const folder = mkdtempSync(join(tmpdir(), askFolderStart));
  try {
    const ended = await run({
      program,
      args: args(options.model === undefined ? {} : { model: options.model }),
      question,
      folder,
      environment: { ...guarded(options.environment), ...environment },
      timeoutMs: options.timeoutMs ?? patienceMs,
      signal: options.signal,
    });
    options.onEnded?.({ status: ended.status, printedBytes: Buffer.byteLength(ended.out) });
    if (options.signal?.aborted === true)
      throw new Fault("cancelled", `${program} was stopped`, { hint: "start it again" });
    const reply = ended.status === 0 ? replyIn(ended.out) : undefined;
    if (reply !== undefined) return reply;
    const said = lastPart(plainText(ended.err || ended.out), 1000);
    throw refused(`${program} ended with ${ended.status}: ${said || "it said nothing"}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Long prompts take minutes to answer. */
export const patienceMs = 600_000;
const mostPrinted = 8_000_000;

/** Ours switched off; and what would make a program think that it is part of another session is taken away. */
function guarded(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !outerSession.has(name));
  return { ...Object.fromEntries(kept), LESSONS_DISABLED: "1" };
}

const outerSession: ReadonlySet<string> = new Set([
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_CHILD_SESSION",
]);

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly question: string;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

interface Ended {
  readonly status: number | string;
  readonly out: string;
  readonly err: string;
}

function run(task: Run): Promise<Ended> {
  const { program, args, question, folder, environment, timeoutMs, signal } = task;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "pipe"],
    });
    // Not the option of spawn: its clock keeps us alive when the program could not even be started.
    const patience = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const texts = { out: "", err: "" };
    const collect = (name: keyof typeof texts) => (chunk: string) => {
      texts[name] += chunk;
      if (texts[name].length > mostPrinted) child.kill("SIGKILL");
    };
    child.stdout.setEncoding("utf8").on("data", collect("out"));
    child.stderr.setEncoding("utf8").on("data", collect("err"));
    child.on("error", (error) => {
      clearTimeout(patience);
      const isMissing = errorCode(error) === "ENOENT";
      reject(isMissing ? refused(`there is no program ${program} on the PATH`) : error);
    });
    const stop = () => endChild(child);
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
    child.on("close", (status, ending) => {
      clearTimeout(patience);
      signal?.removeEventListener("abort", stop);
      resolve({ status: status ?? String(ending), ...texts });
    });
    // It may end without reading the question; how it ended says more than the broken pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(question);
  });
}

/** Asked first: a program that only starts another one hands it on. */
function endChild(child: ChildProcess): void {
  child.kill("SIGTERM");
  const force = setTimeout(() => {
    child.kill("SIGKILL");
    // What it has left behind may hold them open.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, graceMs);
  child.on("close", () => clearTimeout(force));
}

const graceMs = 3000;

function refused(message: string): Fault {
  return new Fault("agent-refused", message, {
    hint: "lessons review --prepare prints the question; lessons review --apply takes the answer of any model",
  });
}
