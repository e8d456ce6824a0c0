import type { LessonId } from "../../lesson/record/lesson.ts";
import type { PlannedAct } from "../decision/planned-act.ts";
import type { ReviewCard, TriggerHistory } from "../decision/review-card.ts";
import type { Size } from "./frame.ts";
import type { Key } from "./keys.ts";
import type { Model } from "./model.ts";

/** The screen after a message, and what it asks of the world. */
export interface Step {
  readonly model: Model;
  readonly effect?: Effect;
}

/** What happens to the screen. */
export type Message =
  | { readonly is: "key"; readonly key: Key }
  | { readonly is: "resize"; readonly size: Size }
  | {
      readonly is: "history";
      readonly id: LessonId;
      readonly history: TriggerHistory | undefined;
      /** Where the history says something new to be warned of. */
      readonly warnings?: readonly string[];
    }
  /** What was confirmed could not be done; nothing was written. */
  | { readonly is: "failed"; readonly text: string };

/** What the screen asks of the world. */
export type Effect =
  | { readonly effect: "apply"; readonly plan: readonly PlannedAct[] }
  | { readonly effect: "leave"; readonly isInterrupted: boolean }
  | { readonly effect: "loadHistory"; readonly card: ReviewCard };
