import type { EvidenceCounts } from "../lesson/record/history.ts";
import type { Instant, Lesson } from "../lesson/record/lesson.ts";

/** What is known of a lesson that waits, as far as its place in the list depends on it. */
export interface Standing {
  readonly lesson: Pick<Lesson, "slug" | "priority" | "confidence" | "flags" | "stage">;
  readonly counts: EvidenceCounts;
  readonly lastSeenAt?: Instant | undefined;
  /** The calls that failed as it says. Absent where it was said or reported and no call failed. */
  readonly failures?: SeenFailures | undefined;
  /** What its trigger would have done. Absent where it has none, or nobody has looked. */
  readonly fires?: Fires | undefined;
  /** It is for other systems than this one: no agent here will see it. */
  readonly isElsewhere?: boolean;
}

interface SeenFailures {
  readonly failedCalls: number;
  /** Until the calls that worked. */
  readonly msUntilFixed: number;
  /** A changed call worked, and the lesson says which. */
  readonly isFixed: boolean;
  /** It says no more than what is true everywhere. */
  readonly isGeneral: boolean;
}

interface Fires {
  readonly fired: number;
  readonly failed: number;
  readonly isTooBroad: boolean;
}

/**
 * The order in which lessons are shown to a person, everywhere: what would have saved the most comes first. Lessons
 * that a model or a threshold has let through come before candidates, the first list before "maybe", what is for another
 * system last in its list, what is too broad before that, then what is true everywhere, and what came back before what was
 * seen in one session.
 */
export function byWorth(one: Standing, other: Standing): number {
  return (
    Number(isCandidate(one)) - Number(isCandidate(other)) ||
    Number(isMaybe(one)) - Number(isMaybe(other)) ||
    Number(one.isElsewhere === true) - Number(other.isElsewhere === true) ||
    Number(isTooBroad(one)) - Number(isTooBroad(other)) ||
    Number(isGeneral(one)) - Number(isGeneral(other)) ||
    Number(isRecurring(other)) - Number(isRecurring(one)) ||
    worthOf(other) - worthOf(one) ||
    other.lesson.priority - one.lesson.priority ||
    other.lesson.confidence - one.lesson.confidence ||
    other.counts.occurrenceCount - one.counts.occurrenceCount ||
    (one.lesson.slug < other.lesson.slug ? -1 : 1)
  );
}

function isCandidate({ lesson }: Standing): boolean {
  return lesson.stage.status === "candidate";
}

function isMaybe({ lesson }: Standing): boolean {
  return lesson.stage.status === "candidate" && lesson.flags.includes("maybe");
}

function isTooBroad({ fires }: Standing): boolean {
  return fires?.isTooBroad === true;
}

function isGeneral({ failures }: Standing): boolean {
  return failures?.isGeneral === true;
}

function isRecurring({ counts }: Standing): boolean {
  return counts.sessionCount > 1;
}

/**
 * time lost × share of fires that failed × 2^(−age / 30 days) × fix, as its logarithm: the age is then a difference
 * of times, so that the order is the same whatever the time is now.
 */
function worthOf(standing: Standing): number {
  const { lastSeenAt } = standing;
  const saved = lostMs(standing) * shareFailed(standing) * fixFactor(standing);
  // In whole days: which of two was seen some minutes later says nothing.
  const day = lastSeenAt === undefined ? 0 : Math.floor(Date.parse(lastSeenAt) / dayMs);
  return Math.log2(Math.max(saved, 1)) + day / halfLifeDays;
}

const dayMs = 24 * 3600 * 1000;
const halfLifeDays = 30;

/**
 * From the failed calls to those that worked, and for every failed call the time to read its message and to write
 * another. Where no call failed somebody had to say it each time.
 */
function lostMs({ failures, counts }: Pick<Standing, "failures" | "counts">): number {
  if (failures === undefined) return msPerSaying * Math.max(counts.occurrenceCount, 1);
  return failures.msUntilFixed + msPerFailedCall * Math.max(failures.failedCalls, 1);
}

const msPerFailedCall = 30_000;
const msPerSaying = 60_000;

/**
 * Of the calls that the trigger fires at, those that failed. A fact without a trigger, or with one that met no call, has
 * no calls that speak against it: each of its sightings failed. Words are about calls that go well and are wrong,
 * so that a share of failures says nothing about them.
 */
function shareFailed({ failures, fires }: Standing): number {
  if (failures === undefined || fires === undefined || fires.fired === 0) return 1;
  return fires.failed / fires.fired;
}

/** A fix that worked in the logs, or that somebody said, is worth more than advice that holds for many. */
function fixFactor({ lesson, failures }: Standing): number {
  if (lesson.flags.includes("needsHumanFix")) return 0.1;
  return failures === undefined || failures.isFixed ? 1 : 0.25;
}
