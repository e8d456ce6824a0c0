import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { deadlineMs, logIfSlow, withinDeadline, workedMs } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { markTooSlow, type OpenCache } from "./load.ts";
import { readInput } from "./streams.ts";

/** Says which lesson is being looked at, or that none is. */
export type OnLesson = (lesson: ReadyLesson | undefined, cache: OpenCache) => void;

/**
 * A hook about a call: judges it within the deadline, then answers. Whatever happens, the agent goes on: the answer is empty,
 * the status 0, and one line in the log says what it was. Judging must leave no trace, because it may be stopped.
 */
export function runJudged<Judged>(
  judge: (input: string, context: HookContext, onLesson: OnLesson) => Judged,
  answer: (judged: Judged, context: HookContext) => void,
): void {
  const context = hookContext();
  const { home, log } = context;
  let atWork: Suspect | undefined;
  try {
    const input = readInput();
    if (input === undefined) log("passed over: the payload is too long");
    else run(input);
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
  logIfSlow(log);

  function run(input: string): void {
    const judged = withinDeadline(() => {
      atWork = undefined;
      return judge(input, context, (lesson, cache) => {
        atWork = lesson && { lesson, cache, since: process.cpuUsage() };
      });
    });
    if (judged.is === "busy") log("stopped: the machine is too busy");
    if (judged.is === "stopped") blame(atWork, log);
    if (judged.is === "done") answer(judged.result, context);
  }
}

interface Suspect {
  readonly lesson: ReadyLesson;
  readonly cache: OpenCache;
  /** In time that we worked: what others of the machine take is nobody's fault. */
  readonly since: NodeJS.CpuUsage;
}

function blame(suspect: Suspect | undefined, log: (line: string) => void): void {
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
