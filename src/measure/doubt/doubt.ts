import type { Instant } from "../../lesson/record/lesson.ts";
import { plainLine } from "../../redact/plain-text.ts";

/** Why a fact may no longer be true: what it says fails was done, and worked. */
export interface Doubt {
  /** Sessions since its last failure in which such a call succeeded. */
  readonly sessions: number;
  readonly calls: number;
  /** What ran in the first of them. */
  readonly example: string;
  /** When it failed for the last time. */
  readonly failedAt: Instant;
}

/** A call that a fact is about. */
export interface Trial {
  /** Agent and session, as `sessionKey` joins them. */
  readonly session: string;
  readonly at: Instant;
  /** The command. */
  readonly shown: string;
}

/**
 * Whether a fact is doubtful: since its last failure such calls succeeded, in sessions in which it never failed. One session is enough,
 * unless it had worked between two failures before: then it comes and goes, and only more sessions than it ever took to
 * come back say something. Neither the order of the trials matters, nor can a success before the last failure make a doubt.
 */
export function doubtIn(
  failures: readonly Omit<Trial, "shown">[],
  successes: readonly Trial[],
): Doubt | undefined {
  const times = failures.map(({ at }) => at).toSorted();
  const failedAt = times.at(-1);
  if (failedAt === undefined) return undefined;
  const failed = new Set(failures.map(({ session }) => session));
  const counted = successes.filter(({ session }) => !failed.has(session));
  const later = counted.filter(({ at }) => at > failedAt).toSorted(byTime);
  const sessions = countSessions(later);
  const [first] = later;
  if (first === undefined || sessions <= longestPause(times, counted)) return undefined;
  return { sessions, calls: later.length, example: first.shown, failedAt };
}

/** In how many sessions in a row it worked before it failed again. */
function longestPause(failures: readonly Instant[], successes: readonly Trial[]): number {
  const pauses = failures
    .slice(1)
    .map((next, index) =>
      countSessions(successes.filter(({ at }) => at > (failures[index] ?? "") && at < next)),
    );
  return Math.max(0, ...pauses);
}

function countSessions(trials: readonly Trial[]): number {
  return new Set(trials.map(({ session }) => session)).size;
}

function byTime(one: Trial, other: Trial): number {
  const [left, right] = [one, other].map(({ at, session, shown }) => `${at} ${session} ${shown}`);
  return left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1;
}

/** A lesson about several facts is doubtful when all of them are. */
export function doubtOfAll(doubts: readonly (Doubt | undefined)[]): Doubt | undefined {
  const all = doubts.filter((doubt) => doubt !== undefined);
  if (all.length === 0 || all.length < doubts.length) return undefined;
  return all.reduce((one, other) => ({
    ...(one.failedAt >= other.failedAt ? one : other),
    sessions: Math.max(one.sessions, other.sessions),
    calls: one.calls + other.calls,
  }));
}

/** As people read it. */
export function doubtWords({ sessions, example, failedAt }: Doubt): string {
  const call = plainLine(example).replaceAll("`", "'").slice(0, longestExample);
  const where = sessions === 1 ? "1 session" : `${sessions} sessions`;
  return `Worked later: \`${call}\` succeeded in ${where} since ${failedAt.slice(0, 10)}; this may no longer be true`;
}

const longestExample = 60;
