import type { Lesson, Slug } from "../../core/lesson.ts";
import type { ToRender } from "./to-render.ts";

/** What a review has done. */
export interface ReviewReport {
  /** Of the record that is kept; absent when nothing was written. */
  readonly session?: string;
  readonly added: readonly Lesson[];
  readonly archived: readonly { readonly lesson: Lesson; readonly reason: string }[];
  readonly expanded: readonly { readonly lesson: Lesson; readonly into: Slug }[];
  readonly unarchived: readonly Lesson[];
  /** Saved without another verdict, or before it. */
  readonly edited: readonly { readonly lesson: Lesson; readonly fields: readonly string[] }[];
  readonly skipped: readonly Lesson[];
  /** What the person should know now: a lesson that will not be delivered, an audit file that could not be written. */
  readonly warnings: readonly string[];
  /** Of what was added: what rendering would write into a project. */
  readonly toRender: readonly ToRender[];
}
