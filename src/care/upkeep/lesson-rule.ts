import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { UpkeepAct, UpkeepFinding } from "./upkeep-finding.ts";
import type { Retirement, UpkeepSettings } from "../../platform/configuration/upkeep-settings.ts";
import type { Version } from "./version.ts";

/** Looks at one lesson; undefined when there is nothing to say. Archived lessons are not shown to it. */
export type LessonRule = (
  lesson: Lesson,
  view: RuleView,
) => Pick<UpkeepFinding, "does" | "because" | "seen"> | undefined;

export interface RuleView {
  readonly now: Instant;
  readonly settings: UpkeepSettings;
  readonly facts: LessonFacts;
  /** The lesson that replaces it, the one that replaces that one, and so on. */
  readonly successors: readonly Lesson[];
}

/** What is known of a lesson beyond itself. What nobody could find out is absent or empty. */
export interface LessonFacts {
  readonly lastSeenAt?: Instant;
  /** The calls of the last `neverMatchedDays` that it could have fired at, and how many it would have. */
  readonly matching?: { readonly calls: number; readonly fired: number };
  readonly reception?: Reception;
  /** Of a program or package where the lesson holds; of the project itself without a name. */
  readonly versionOf: (name: string | undefined) => KnownVersion | undefined;
  /** Files that its text names and that its project does not have any more. */
  readonly missingFiles: readonly string[];
  /** What keeps its trigger from ever firing, each a phrase that begins with what it is about. */
  readonly triggerProblems: readonly string[];
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

/** What a rule that can archive does when it has found something. */
export function retiring(
  retirement: Exclude<Retirement, "off">,
): Extract<UpkeepAct, "archive" | "propose-archive"> {
  return retirement === "archive" ? "archive" : "propose-archive";
}

export function daysBefore(now: Instant, days: number): Instant {
  return new Date(Date.parse(now) - days * 86_400_000).toISOString();
}
