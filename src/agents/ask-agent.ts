import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../platform/fault.ts";
import { errorCode } from "../platform/files/file-fault.ts";
import { type ProgramEnd, type ProgramRun, runProgram } from "../platform/process/run-program.ts";
import { lastPart } from "../redact/excerpt.ts";
import { userHome } from "../platform/paths.ts";
import { plainText } from "../redact/plain-text.ts";
import { ownerOf } from "../redact/owner.ts";
import { makeRedact } from "../redact/redact.ts";
import { claudeHeadless, outerSession } from "./claude-code/headless.ts";
import { codexHeadless } from "./codex/headless.ts";
import { geminiHeadless } from "./gemini/headless.ts";
import { type HeadlessProgram, type HeadlessReply, askFolderStart } from "./adapter.ts";

export type AskableAgent = keyof typeof headlessPrograms;

export interface AskOptions {
  readonly model?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Ends the program; then the answer is a fault that says so. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the program has ended, also when what it printed is no answer. */
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
    const timeoutMs = options.timeoutMs ?? patienceMs;
    const ended = await run({
      program,
      args: args(options.model),
      // The last door before a model: whatever a question was made of, neither secrets nor hidden text go along.
      input: makeRedact(ownerOf(options.environment, userHome(options.environment)))(question),
      folder,
      environment: { ...guarded(options.environment), ...environment },
      timeoutMs,
      mostPrintedBytes,
      signal: options.signal,
    });
    options.onEnded?.({ status: ended.status, printedBytes: Buffer.byteLength(ended.out) });
    if (options.signal?.aborted === true)
      throw new Fault("cancelled", `${program} was stopped`, { hint: "start it again" });
    const isWhole = ended.status === 0 && ended.limit === undefined;
    const reply = isWhole ? replyIn(ended.out) : undefined;
    if (reply !== undefined) return reply;
    throw refused(`${program} ${endWords(ended, timeoutMs)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Long prompts take minutes to answer. */
export const patienceMs = 600_000;
const mostPrintedBytes = 8_000_000;

async function run(task: ProgramRun): Promise<ProgramEnd> {
  try {
    return await runProgram(task);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new Fault("agent-refused", `${task.program} is not on the PATH`, {
      hint: `install ${task.program} and sign in, or choose another program`,
    });
  }
}

/** Read on from the program's name. */
function endWords({ status, out, err, limit }: ProgramEnd, timeoutMs: number): string {
  if (limit === "size") return `printed more than ${mostPrintedBytes / 1_000_000} MB`;
  if (limit === "time") return `gave no answer in ${patienceWords(timeoutMs)}`;
  const said = lastPart(plainText(err || out), 1000);
  return `ended with ${status}: ${said || "it said nothing"}`;
}

function patienceWords(timeoutMs: number): string {
  const isLong = timeoutMs >= 60_000;
  return `${timeoutMs / (isLong ? 60_000 : 1000)} ${isLong ? "minutes" : "seconds"}`;
}

/** Ours switched off; and what would make a program think that it is part of another session is taken away. */
function guarded(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !outerSession.includes(name));
  return { ...Object.fromEntries(kept), LESSONS_DISABLED: "1" };
}

function refused(message: string): Fault {
  return new Fault("agent-refused", message, {
    hint: "to use any other model: lessons review --prepare prints the prompt, lessons review --apply reads the answer",
  });
}

/** The programs that can be asked without a person before them, by the name that a person types. */
export const headlessPrograms = {
  claude: claudeHeadless,
  codex: codexHeadless,
  gemini: geminiHeadless,
} satisfies Readonly<Record<string, HeadlessProgram>>;
