import type { Instant, Lesson } from "../../core/lesson.ts";
import type { ActivatedRendering } from "./render-activated.ts";

/** What a run came to. A model was asked only in the last three. */
export type RunReport =
  | { readonly outcome: "none-waiting" }
  | { readonly outcome: "too-few"; readonly waiting: number; readonly needed: number }
  | { readonly outcome: "capped"; readonly runs: number; readonly cap: number }
  /** Somebody else is at it. */
  | { readonly outcome: "busy"; readonly since: Instant }
  /** No person says anything in these sessions, or they are gone. */
  | { readonly outcome: "nothing-said"; readonly sessions: number }
  /** The program could not be asked: the sessions wait as before. */
  | { readonly outcome: "no-answer"; readonly problem: string; readonly sessions: number }
  | {
      readonly outcome: "bad-answer";
      readonly problem: string;
      readonly putBack: number;
      /** Sessions that were answered badly too often. */
      readonly putAside: number;
    }
  | LearnedReport;

export interface LearnedReport {
  readonly outcome: "learned";
  readonly sessions: number;
  /** The model that answered, or the program where that does not tell. */
  readonly model: string;
  readonly created: readonly Lesson[];
  readonly grown: readonly Lesson[];
  readonly revived: readonly Lesson[];
  readonly reviewed: readonly Lesson[];
  readonly activated: readonly Lesson[];
  /** What was wrong with observations that were left out. */
  readonly refused: readonly string[];
  /** Absent when nothing has become active by itself that is not in the project yet. */
  readonly rendered?: ActivatedRendering;
}
