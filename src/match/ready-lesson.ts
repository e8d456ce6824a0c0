import type { Kind } from "../lesson/record/body.ts";
import type { Delivery, LessonId, Slug } from "../lesson/record/lesson.ts";
import type { Pattern } from "./pattern/pattern.ts";
import type { Scope } from "../lesson/record/scope.ts";
import type { Tag } from "../lesson/record/tag.ts";
import type { InjectionPoint } from "../lesson/record/triggers.ts";

/** An active lesson made ready for delivery: nothing is left to look up, parse or render. One entry of the cache. */
export interface ReadyLesson {
  readonly id: LessonId;
  readonly slug: Slug;
  readonly kind: Kind;
  readonly priority: number;
  readonly confidence: number;
  readonly scope: Scope;
  readonly delivery: Delivery;
  readonly injectOn: readonly InjectionPoint[];
  readonly toolNames: readonly string[];
  readonly commandPatterns: readonly Pattern[];
  /** Globs, made regular expressions over a whole path. */
  readonly pathPatterns: readonly Pattern[];
  readonly contentPatterns: readonly Pattern[];
  readonly actionKeywords: readonly string[];
  readonly contextKeywords: readonly string[];
  readonly workflowNames: readonly string[];
  readonly tags: readonly Tag[];
  /** The whole text with its origin, and the one line that stands in for it when the budget is short. */
  readonly text: string;
  readonly shortText: string;
}
