import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { withinDeadline, workedMs } from "../../platform/process/deadline.ts";
import { deadlineMs, logIfSlow } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { markTooSlow, type OpenCache } from "./load.ts";
import { readInput } from "./streams.ts";

/** Says which lesson is being looked at, or that none is. */
export type OnLesson = (lesson: ReadyLesson | undefined, cache: OpenCache) => void;

/** What the judge says on its way. */
interface Heard<Judged> {
  readonly onLesson: OnLesson;
  /** What holds so far, for when the rest takes too long. */
  readonly onPartial: (judged: Judged) => void;
}

/**
 * A hook about a call: judges it within the deadline, then answers. Whatever happens, the agent goes on: the answer is empty,
 * the status 0, and one line in the log says what it was. Judging must leave no trace, because it may be stopped.
 */
export function runJudged<Judged>(
  judge: (input: string, context: HookContext, heard: Heard<Judged>) => Judged,
  answer: (judged: Judged, context: HookContext) => void,
): void {
  const context = hookContext();
  const { home, log } = context;
  let atWork: Suspect | undefined;
  let partial: { readonly judged: Judged } | undefined;
  try {
    const input = readInput();
    if (input === undefined) log("passed over: the payload is too long");
    else run(input);
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
  logIfSlow(log);

  /** Once more where a lesson used up the time: it is left out then, and the others still come to this call. */
  function run(input: string): void {
    for (const limitMs of tries) {
      const judged = withinDeadline(limitMs, () => {
        atWork = undefined;
        return judge(input, context, {
          onLesson: (lesson, cache) => {
            atWork = lesson && { lesson, cache, since: process.cpuUsage() };
          },
          onPartial: (judgedSoFar) => {
            partial = { judged: judgedSoFar };
          },
        });
      });
      if (judged.is === "done") return answer(judged.result, context);
      if (judged.is === "busy") {
        log("stopped: the machine is too busy");
        break;
      }
      if (!isBlamed(atWork, limitMs, log)) break;
    }
    // Better than nothing, and as good as ever for the lessons that were looked at.
    if (partial !== undefined) answer(partial.judged, context);
  }
}

/** Together they are the deadline. What all lessons may take of it fits into each. */
const tries = [0.6 * deadlineMs, 0.4 * deadlineMs];

interface Suspect {
  readonly lesson: ReadyLesson;
  readonly cache: OpenCache;
  /** In time that we worked: what others of the machine take is nobody's fault. */
  readonly since: NodeJS.CpuUsage;
}

/** Whether one lesson is to blame, which is left out from now on. */
function isBlamed(
  suspect: Suspect | undefined,
  limitMs: number,
  log: (line: string) => void,
): boolean {
  // Many quick lessons may use up the time together; then the last of them is not to blame. A quarter of the deadline is a
  // hundred times what a lesson takes, and on a busy machine it may be all that one got.
  if (suspect === undefined || workedMs(suspect.since) < deadlineMs / 4) {
    log(`stopped after ${limitMs} ms of work`);
    return false;
  }
  log(`too slow: ${suspect.lesson.slug} used up ${limitMs} ms and is left out`);
  try {
    markTooSlow(suspect.cache, suspect.lesson);
    return true;
  } catch {
    // It will be too slow again, and stopped again.
    return false;
  }
}
