import { plainLine } from "../../redact/plain-text.ts";
import type { PlannedAct } from "../decision/planned-act.ts";
import type { ReviewCard, ReviewDeck, TriggerHistory } from "../decision/review-card.ts";
import { Fault } from "../../platform/fault.ts";
import { inFullScreen, type FullScreen, type ScreenTerminal } from "./full-screen.ts";
import { startReview } from "./model.ts";
import type { Effect, Message } from "./step.ts";
import { update } from "./update.ts";
import type { Validate } from "./validate.ts";
import { view } from "./view.ts";

/** What the screen lets others do. */
export interface ReviewActions {
  readonly validate: Validate;
  /** For a card without one, when somebody opens it; as a card, it brings the warnings that come with it. */
  readonly loadHistory?: (card: ReviewCard) => Promise<ReviewCard | TriggerHistory | undefined>;
  /** Everything or nothing; the text is the report. A fault is shown, and the person can go on. */
  readonly apply: (plan: readonly PlannedAct[]) => Promise<string>;
}

export type ReviewOutcome =
  | { readonly outcome: "applied"; readonly report: string }
  | { readonly outcome: "left" | "interrupted" };

/**
 * A review on the whole screen of a terminal. Nothing is written unless the person confirms;
 * leaving, Ctrl-C and a terminal that goes away are all "nothing".
 */
export function runReviewScreen(
  terminal: ScreenTerminal,
  deck: ReviewDeck,
  actions: ReviewActions,
): Promise<ReviewOutcome> {
  return inFullScreen(
    terminal,
    (screen) =>
      new Promise((resolve, reject) => runLoop(screen, { deck, actions, resolve, reject })),
  );
}

interface Loop {
  readonly deck: ReviewDeck;
  readonly actions: ReviewActions;
  readonly resolve: (outcome: ReviewOutcome) => void;
  readonly reject: (error: unknown) => void;
}

function runLoop(screen: FullScreen, { deck, actions, resolve, reject }: Loop): void {
  const canLoadHistory = actions.loadHistory !== undefined;
  let model = startReview(deck, { size: screen.size(), canLoadHistory });
  const receive = (messages: readonly Message[]) => {
    try {
      for (const message of messages) {
        const step = update(model, message, actions.validate);
        model = step.model;
        if (step.effect !== undefined) perform(step.effect);
      }
      screen.draw(view(model));
    } catch (error) {
      reject(error);
    }
  };
  const perform = (effect: Effect) => {
    switch (effect.effect) {
      case "leave":
        return resolve({ outcome: effect.isInterrupted ? "interrupted" : "left" });
      case "loadHistory":
        actions
          .loadHistory?.(effect.card)
          .then((found) => receive([historyMessage(effect.card, found)]), reject);
        return undefined;
      case "apply":
        actions.apply(effect.plan).then(
          (report) => resolve({ outcome: "applied", report }),
          (error: unknown) =>
            error instanceof Fault
              ? receive([{ is: "failed", text: plainLine(`${error.message}; ${error.hint}`) }])
              : reject(error),
        );
        return undefined;
    }
  };
  screen.listen({
    onKeys: (keys) => receive(keys.map((key) => ({ is: "key", key }))),
    onResize: (size) => receive([{ is: "resize", size }]),
    onEnd: () => resolve({ outcome: "interrupted" }),
  });
  screen.draw(view(model));
}

function historyMessage(
  { lesson: { id } }: ReviewCard,
  found: ReviewCard | TriggerHistory | undefined,
): Message {
  if (found === undefined || !("lesson" in found)) return { is: "history", id, history: found };
  return { is: "history", id, history: found.history, warnings: found.warnings };
}
