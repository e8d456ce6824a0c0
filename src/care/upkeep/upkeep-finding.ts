import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { Doubt } from "../../measure/doubt/doubt.ts";
import type { Outgrown } from "./outgrown.ts";
import type { Version } from "./valid-until.ts";

/** What upkeep sees in a lesson, or in all of them together, and what it would do about it. */
export interface UpkeepFinding {
  readonly rule: UpkeepRuleName;
  /** Absent when it is about all lessons together. */
  readonly lesson?: Lesson | undefined;
  readonly does: UpkeepAct;
  /** The same words as long as it is the same reason: what somebody has brought back is known by them. */
  readonly because: string;
  /** What was looked at, where that says more. It may differ the next time. */
  readonly seen?: string | undefined;
}

export type UpkeepRuleName =
  | "drafts"
  | "expired"
  | "superseded"
  | "unhelpful"
  | "doubtful"
  | "outgrown"
  | "never-matched"
  | "missing-files"
  | "dead-trigger"
  | "unchecked-critical"
  | "learned"
  | "inflation";

/**
 * `archive`: the person has switched that on. `propose-archive`: only when a person agrees. `flag`: a mark of
 * attention. `nothing`: it stays as it is, and the reason is said.
 */
export const upkeepActs = ["archive", "propose-archive", "flag", "nothing"] as const;
export type UpkeepAct = (typeof upkeepActs)[number];

/** The reason as it is recorded when a lesson is archived. */
export function archiveReason({ because, seen }: Pick<UpkeepFinding, "because" | "seen">): string {
  return seen === undefined ? because : `${because} (${seen})`;
}

/** Whether a recorded reason is that of a finding. */
export function isSameReason(recorded: string, because: string): boolean {
  return recorded === because || recorded.startsWith(`${because} (`);
}

/** What is known of a lesson beyond itself. What nobody could find out is undefined or empty. */
export interface LessonFacts {
  readonly lastSeenAt?: Instant | undefined;
  /** When a person last decided about it, changed it, or said what they think of it. */
  readonly lastCheckedAt?: Instant | undefined;
  /** The calls of the last `neverMatchedDays` that it could have fired at, and how many it would have. */
  readonly matching?: { readonly calls: number; readonly fired: number } | undefined;
  readonly reception?: Reception | undefined;
  /** Why what it says may no longer be true. */
  readonly doubt?: Doubt | undefined;
  /** Newer agents or models no longer make this slip. */
  readonly outgrown?: Outgrown | undefined;
  /** Of a program or package where the lesson holds; of the project itself without a name. */
  readonly versionOf: (name: string | undefined) => KnownVersion | undefined;
  /** Files that its text names and that its project does not have any more. */
  readonly missingFiles: readonly string[];
  /** What keeps its trigger from ever firing, each a phrase that begins with what it is about. */
  readonly triggerProblems: readonly string[];
  /** Why a person should look at what learning found, each a phrase that follows its name. */
  readonly learning: readonly string[];
  /** The reasons for which upkeep has archived it before. */
  readonly archivedFor: readonly string[];
}

/** What came of its deliveries since the lesson was last changed or activated. */
export interface Reception {
  readonly delivered: number;
  readonly overruled: number;
  readonly helpful: number;
  readonly notHelpful: number;
}

export interface KnownVersion {
  readonly version: Version;
  /** Where that was read: `node 22.1 by package.json`. */
  readonly words: string;
}
