import type { Kind } from "../lesson/record/body.ts";
import type { Instant, LessonOf } from "../lesson/record/lesson.ts";
import type { ConditionField } from "../lesson/record/conditions.ts";
import type { Triggers } from "../lesson/record/triggers.ts";
import type { Pattern } from "./pattern/pattern.ts";

/** An active lesson made ready for delivery: nothing is left to look up, parse or render. One entry of the cache. */
export interface ReadyLesson extends SaidOfLesson, ReadyTriggers {
  /** The whole text with its origin, and the one line that stands in for it when the budget is short. */
  readonly text: string;
  readonly shortText: string;
  /** What goes wrong and what to do in one line, for the person. */
  readonly notice: string;
  /** Where its delivery is `fix`: the words that are replaced in the command, and the line that says so. */
  readonly fix?: ReadyFix | undefined;
  /** The one line that comes with the error of a call that failed. Without it the lesson does not come there. */
  readonly hint?: string | undefined;
  /** A line of what a failed call printed shows that it failed in this way. */
  readonly messagePatterns?: readonly Pattern[] | undefined;
  /** Each of these stands in that line or in the call. */
  readonly messageWords?: readonly string[] | undefined;
  /** It holds from this instant on. */
  readonly validFrom?: Instant | undefined;
  /** Its workflows only add to the relevance. */
  readonly isWorkflowBonus?: boolean | undefined;
  /** The form of a pattern of it does not show that it is fast, so it waits until the others are judged. */
  readonly isUnproven?: boolean | undefined;
  /** No lesson of anybody's: the fact that the session has met when a call fails in this way. */
  readonly notes?: string | undefined;
}

interface ReadyFix {
  readonly from: string;
  readonly to: string;
  readonly said: string;
}

type SaidOfLesson = Pick<
  LessonOf<Kind>,
  "id" | "slug" | "kind" | "priority" | "confidence" | "scope" | "delivery" | "tags"
>;

/** The globs of paths are made regular expressions over a whole path. */
export type ReadyTriggers = {
  readonly [Name in Exclude<keyof Triggers, "conditions">]: Name extends `${string}Patterns`
    ? readonly Pattern[]
    : Triggers[Name];
} & { readonly conditions?: ReadyConditions | undefined };

/** Globs are regular expressions, all else is as somebody wrote it. */
export type ReadyConditions = {
  readonly [Name in ConditionField]?: readonly (string | Pattern)[] | undefined;
};
