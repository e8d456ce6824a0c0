import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { ActivatedRendering } from "./render-activated.ts";
import type { UngatedObservation } from "./settle-observations.ts";

/** What a run came to, and what the tries after it did. */
export type RunReport = BatchReport & {
  /** Sessions that still waited when it was done: another batch, or why there was none. Absent when none did. */
  readonly next?: readonly BatchReport[];
};

/** What one batch came to. A model was asked only in the last four. */
export type BatchReport =
  | { readonly outcome: "none-waiting" }
  | { readonly outcome: "too-few"; readonly waiting: number; readonly needed: number }
  | {
      readonly outcome: "capped";
      readonly waiting: number;
      readonly runs: number;
      readonly cap: number;
    }
  /** Somebody else is at it. */
  | { readonly outcome: "busy"; readonly since: Instant }
  /** No person says anything in these sessions, or they are gone. */
  | { readonly outcome: "nothing-said"; readonly sessions: number }
  /** By the person: the sessions wait as before. */
  | { readonly outcome: "stopped"; readonly sessions: number }
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
  /** Not active, because a required gate is not met. */
  readonly ungated: readonly UngatedObservation[];
  /** Absent when nothing has become active by itself that is not in the project yet. */
  readonly rendered?: ActivatedRendering;
}
