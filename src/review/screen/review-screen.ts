import { plainLine } from "../../redact/plain-text.ts";
import type { PlannedAct } from "../decision/act.ts";
import type { ReviewCard, ReviewDeck } from "../review-card.ts";
import { Fault } from "../../platform/fault.ts";
import { startReview, type ScreenEffect, type Message } from "./model.ts";
import { update } from "./update.ts";
import type { Validate } from "./fields.ts";
import { view } from "./view.ts";
import { enterScreen, frameChange, leaveScreen, type Frame, type Size } from "./frame.ts";
import { endOfKeys, noKeysYet, readKeys, type Key } from "./keys.ts";

/** What the screen lets others do. */
export interface ReviewActions {
  readonly validate: Validate;
  /** For a card without one, when somebody opens it: the card with its history and what that warns of. */
  readonly loadHistory: (card: ReviewCard) => Promise<ReviewCard | undefined>;
  /** Everything or nothing; the text is the report. A fault is shown, and the person can go on. */
  readonly apply: (plan: readonly PlannedAct[]) => Promise<string>;
}

export type ReviewOutcome =
  | { readonly outcome: "applied"; readonly report: string }
  | { readonly outcome: "left" | "interrupted" };

/** The two ends of a real terminal. */
export interface ScreenTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly hasColor: boolean;
}

/**
 * A review on the whole screen of a terminal. Nothing is written unless the person confirms; leaving, Ctrl-C and a
 * terminal that goes away are all "nothing". However it ends (a result, an error, a signal, a bug elsewhere), the
 * terminal is as it was before.
 */
export async function runReviewScreen(
  terminal: ScreenTerminal,
  deck: ReviewDeck,
  actions: ReviewActions,
): Promise<ReviewOutcome> {
  const { input, output } = terminal;
  const cleanUps: CleanUps = [];
  const leave = () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) cleanUp();
  };
  try {
    input.setRawMode(true);
    cleanUps.push(() => input.setRawMode(false).pause());
    output.write(enterScreen);
    cleanUps.push(() => output.write(leaveScreen));
    restoreAtEnd(leave, cleanUps);
    return await runLoop(terminal, { deck, actions, cleanUps });
  } finally {
    leave();
  }
}

interface Loop {
  readonly deck: ReviewDeck;
  readonly actions: ReviewActions;
  readonly cleanUps: CleanUps;
}

function runLoop(
  terminal: ScreenTerminal,
  { deck, actions, cleanUps }: Loop,
): Promise<ReviewOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ReviewOutcome>();
  const draw = drawOn(terminal, cleanUps);
  let model = startReview(deck, { size: sizeOf(terminal.output), canLoadHistory: true });
  const receive = (messages: readonly Message[]) => {
    try {
      for (const message of messages) {
        const step = update(model, message, actions.validate);
        model = step.model;
        if (step.effect !== undefined) perform(step.effect);
      }
      draw(view(model));
    } catch (error) {
      reject(error);
    }
  };
  const perform = (effect: ScreenEffect) => {
    switch (effect.effect) {
      case "leave":
        return resolve({ outcome: effect.isInterrupted ? "interrupted" : "left" });
      case "loadHistory":
        actions
          .loadHistory(effect.card)
          .then((card) => receive([{ is: "history", id: effect.card.lesson.id, card }]), reject);
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
  listenTo(terminal, cleanUps, {
    onKeys: (keys) => receive(keys.map((key) => ({ is: "key", key }))),
    onResize: (size) => receive([{ is: "resize", size }]),
    onEnd: () => resolve({ outcome: "interrupted" }),
  });
  draw(view(model));
  return promise;
}

type CleanUps = (() => void)[];

/** Before a signal ends us; and at the exit, which comes before a bug is reported, so that the words are not lost with the screen. */
function restoreAtEnd(leave: () => void, cleanUps: CleanUps): void {
  const onSignal = (signal: NodeJS.Signals) => {
    leave();
    process.kill(process.pid, signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, onSignal);
    cleanUps.push(() => process.off(signal, onSignal));
  }
  process.on("exit", leave);
  cleanUps.push(() => process.off("exit", leave));
}

/** Only what changed, and only as fast as the terminal takes it: frames in between are left out. */
function drawOn({ output, hasColor }: ScreenTerminal, cleanUps: CleanUps): (frame: Frame) => void {
  let shown: Frame | undefined;
  let wanted: Frame | undefined;
  const flush = () => {
    if (wanted === undefined || output.writableNeedDrain) return;
    const change = frameChange(shown, wanted, { size: sizeOf(output), hasColor });
    shown = wanted;
    wanted = undefined;
    if (change !== "") output.write(change);
  };
  const forget = () => (shown = undefined);
  output.on("drain", flush).on("resize", forget);
  cleanUps.push(() => output.off("drain", flush).off("resize", forget));
  return (frame) => {
    wanted = frame;
    flush();
  };
}

interface ScreenListener {
  /** Keys come in the pieces in which the terminal sends them. */
  readonly onKeys: (keys: readonly Key[]) => void;
  readonly onResize: (size: Size) => void;
  /** The terminal is gone. */
  readonly onEnd: () => void;
}

function listenTo(
  { input, output }: ScreenTerminal,
  cleanUps: CleanUps,
  { onKeys, onResize, onEnd }: ScreenListener,
): void {
  let reading = noKeysYet;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    const keys = endOfKeys(reading);
    reading = noKeysYet;
    onKeys(keys);
  };
  const onInput = (piece: string) => {
    clearTimeout(timer);
    const read = readKeys(reading, piece);
    reading = read.reading;
    if (reading.paste !== undefined) timer = setTimeout(giveUp, longestPauseMs.paste);
    else if (reading.pending !== "") timer = setTimeout(giveUp, longestPauseMs.escape);
    if (read.keys.length > 0) onKeys(read.keys);
  };
  const onSize = () => onResize(sizeOf(output));
  input.setEncoding("utf8").on("data", onInput).on("end", onEnd).on("error", onEnd).resume();
  output.on("resize", onSize);
  cleanUps.push(() => {
    clearTimeout(timer);
    input.off("data", onInput).off("end", onEnd).off("error", onEnd);
    output.off("resize", onSize);
  });
}

/** After Esc the rest of a sequence comes at once; a paste may have to wait for the network. */
const longestPauseMs = { escape: 50, paste: 1000 } as const;

/** A terminal that does not know its size says 0. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): Size {
  return { columns: columns || 80, rows: rows || 24 };
}
