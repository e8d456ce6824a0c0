import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { deadlineMs, elapsed, logIfSlow, withinDeadline, workedMs } from "./deadline.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { markTooSlow, type OpenCache } from "./load.ts";
import { print, readInput } from "./streams.ts";
import { answerToolCall, judgeToolCall, type ToolCallContext } from "./tool-call.ts";

/**
 * The hot path: a tool call in which the launcher saw something. Whatever happens, the agent goes on: the
 * answer is empty, the status 0, and one line in the log says what it was.
 */
const context: ToolCallContext = {
  ...hookContext(),
  onLesson: (lesson, cache) => {
    atWork = lesson && { lesson, cache, since: process.cpuUsage() };
  },
  elapsed,
};
const { home, log } = context;
let atWork: Suspect | undefined;

interface Suspect {
  readonly lesson: ReadyLesson;
  readonly cache: OpenCache;
  /** In time that we worked: what others of the machine take is nobody's fault. */
  readonly since: NodeJS.CpuUsage;
}

try {
  const input = readInput();
  if (input === undefined) log("passed over: the payload is too long");
  else answer(input);
} catch (error) {
  log(`failed: ${errorText(error, home.folder)}`);
}
logIfSlow(log);

function answer(input: string): void {
  const judged = withinDeadline(() => {
    atWork = undefined;
    return judgeToolCall(input, context);
  });
  if (judged.is === "busy") log("stopped: the machine is too busy");
  if (judged.is === "stopped") blame(atWork);
  if (judged.is === "done" && judged.result !== undefined)
    answerToolCall(judged.result, context, print);
}

function blame(suspect: Suspect | undefined): void {
  // Many quick lessons may use up the time together; then the last of them is not to blame. A quarter of it is a hundred
  // times what a lesson takes, and on a busy machine it may be all that one got.
  if (suspect === undefined || workedMs(suspect.since) < deadlineMs / 4) {
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
