import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { deadlineMs, elapsed, logIfSlow, withinDeadline } from "./deadline.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { markTooSlow, type OpenCache } from "./load.ts";
import { print, readInput } from "./streams.ts";
import { answerResult, judgeResult } from "./with-error.ts";

/**
 * A call has failed, and the launcher saw something in what came of it. Whatever happens here, the agent goes on: the
 * answer is empty, the status 0, and one line in the log says what it was.
 */
const context = hookContext();
const { home, log } = context;
let atWork:
  | { readonly lesson: ReadyLesson; readonly cache: OpenCache; readonly sinceMs: number }
  | undefined;

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
    return judgeResult(input, context, (lesson, cache) => {
      atWork = { lesson, cache, sinceMs: elapsed() };
    });
  });
  if (judged.is === "done") answerResult(judged.result, context, print);
  else if (judged.is === "busy") log("stopped: the machine is too busy");
  else stopped();
}

/** Of many quick lessons that use up the time together, the last is not to blame. */
function stopped(): void {
  if (atWork === undefined || elapsed() - atWork.sinceMs < deadlineMs / 2) {
    log(`stopped after ${deadlineMs} ms of work`);
    return;
  }
  log(`too slow: ${atWork.lesson.slug} used up ${deadlineMs} ms and is left out`);
  try {
    markTooSlow(atWork.cache, atWork.lesson);
  } catch {
    // It will be too slow again, and stopped again.
  }
}
