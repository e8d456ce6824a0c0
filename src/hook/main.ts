import { Script } from "node:vm";
import type { ReadyLesson } from "../core/ready-lesson.ts";
import { errorText } from "./error-text.ts";
import { logLine } from "./hook-log.ts";
import { hookHome } from "./home.ts";
import type { OpenCache } from "./load.ts";
import { print } from "./print.ts";
import { readInput } from "./read-input.ts";
import { markTooSlow } from "./slow-lessons.ts";
import { answerToolCall, judgeToolCall, type ToolCallContext } from "./tool-call.ts";

/**
 * The hot path: a tool call in which the launcher saw something. Whatever happens, the agent goes on: the
 * answer is empty, the status 0, and one line in the log says what it was.
 */
const deadlineMs = 200;
const slowMs = 100;
// Not `performance`, which Node would load for it.
const begun = process.hrtime();
const home = hookHome(process.env);
const now = new Date();
const context: ToolCallContext = {
  home,
  environment: process.env,
  now,
  log,
  onLesson: (lesson, cache) => (atWork = { lesson, cache, sinceMs: elapsed() }),
  elapsed,
};
let atWork: Suspect | undefined;

interface Suspect {
  readonly lesson: ReadyLesson;
  readonly cache: OpenCache;
  readonly sinceMs: number;
}

try {
  const input = readInput();
  const judged = withPatience(() => judgeToolCall(input, context));
  if (judged !== undefined) {
    answerToolCall(judged, context, print);
  }
} catch (error) {
  log(`failed: ${errorText(error, home.folder)}`);
}
if (elapsed() > slowMs) log(`slow: ${Math.round(elapsed())} ms`);

function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime(begun);
  return seconds * 1000 + nanoseconds / 1e6;
}

function log(line: string): void {
  logLine(home, now, line);
}

/**
 * On a busy machine the deadline passes without anybody's fault: what counts is how much of it we worked.
 * Then the work begins anew and has longer. Nothing is claimed in it, so that nothing is lost by that.
 */
function withPatience<Result>(work: () => Result): Result | undefined {
  for (const timeout of [deadlineMs, 2 * deadlineMs, 4 * deadlineMs]) {
    const before = process.cpuUsage();
    atWork = undefined;
    try {
      return stoppedAfter(timeout, work);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (workedMs(before) < deadlineMs / 2) continue;
      blame(atWork);
      return undefined;
    }
  }
  log("stopped: the machine is too busy");
  return undefined;
}

/** Node's own watchdog, because nothing else can stop an expression that has begun to match. */
function stoppedAfter<Result>(timeout: number, work: () => Result): Result | undefined {
  let result: Result | undefined;
  const key = "lessonsHookWork";
  const value = () => void (result = work());
  Object.defineProperty(globalThis, key, { value, configurable: true });
  new Script(`${key}()`).runInThisContext({ timeout });
  return result;
}

function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

function blame(suspect: Suspect | undefined): void {
  // Many quick lessons may use up the time together; then the last of them is not to blame.
  if (suspect === undefined || elapsed() - suspect.sinceMs < deadlineMs / 2) {
    log(`stopped after ${deadlineMs} ms of work`);
    return;
  }
  log(`too slow: ${suspect.lesson.slug} used up ${deadlineMs} ms and is left out`);
  try {
    markTooSlow(suspect.cache, suspect.lesson);
  } catch {
    // It will be too slow again, and stopped again.
  }
}
