import type { ExcerptLine } from "../../capture/session/log-excerpt.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { Fault } from "../../platform/fault.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { PlannedAct, PlannedEdit } from "../decision/act.ts";
import type { ReviewCard, TriggerHistory } from "../review-card.ts";
import type { OpenedReview, ReviewRow } from "../review-rows.ts";
import type { Validate } from "./fields.ts";
import { enterScreen, frameChange, leaveScreen, type Frame, type Size } from "./frame.ts";
import { endOfKeys, noKeysYet, readKeys, type Key } from "./keys.ts";
import type { CleanUpCost, Message, Model, ScreenEffect } from "./model.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** What the screen lets others do. */
export interface ReviewActions {
  readonly validate: Validate;
  /** At once, before the next key: what is kept here outlives us. */
  readonly keep: (changes: KeptChanges) => void;
  readonly loadCards: (ids: readonly LessonId[]) => Promise<readonly ReviewCard[]>;
  readonly loadExcerpt: (card: ReviewCard) => Promise<readonly ExcerptLine[]>;
  readonly loadMaybe: () => Promise<readonly ReviewRow[]>;
  /** Must let go between its steps: keys come in meanwhile. */
  readonly replay: (
    row: ReviewRow,
    edits: readonly PlannedEdit[],
    signal: AbortSignal,
  ) => Promise<TriggerHistory | undefined>;
  /** Lets the person edit a text in a program of their own, which has the terminal meanwhile. */
  readonly editText: (text: string) => string;
  readonly estimate: () => Promise<CleanUpCost>;
  readonly cleanUp: (signal: AbortSignal) => Promise<CleanedUp>;
  /** Everything or nothing; the text is the report. A fault is shown, and the person can go on. */
  readonly apply: (plan: readonly PlannedAct[]) => Promise<string>;
}

type KeptChanges = Extract<ScreenEffect, { readonly effect: "keep" }>["changes"];

/** What waits after a model's pass, and what it did in one line. */
interface CleanedUp {
  readonly opened: OpenedReview;
  readonly said: string;
}

export type ReviewOutcome =
  | { readonly outcome: "applied"; readonly report: string; readonly thenConnect: boolean }
  /** With how many decisions that nobody has confirmed. */
  | { readonly outcome: "left" | "interrupted"; readonly decided: number };

/** The two ends of a real terminal. */
export interface ScreenTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly hasColor: boolean;
}

/**
 * A review on the whole screen of a terminal. Nothing becomes active unless the person confirms; what they decide is kept at
 * once. However it ends (a result, an error, a signal, a bug elsewhere), the terminal is as it was before.
 */
export async function runReviewScreen(
  terminal: ScreenTerminal,
  model: Model,
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
    return await runLoop(terminal, { model, actions, cleanUps });
  } finally {
    leave();
  }
}

interface Loop {
  readonly model: Model;
  readonly actions: ReviewActions;
  readonly cleanUps: CleanUps;
}

function runLoop(
  terminal: ScreenTerminal,
  { model: first, actions, cleanUps }: Loop,
): Promise<ReviewOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ReviewOutcome>();
  const { draw, drawAgain } = drawOn(terminal, cleanUps);
  let model: Model = { ...first, size: sizeOf(terminal.output) };
  const receive = (messages: readonly Message[]) => {
    try {
      for (const message of messages) {
        const step = update(model, message, actions.validate);
        model = step.model;
        for (const effect of step.effects) perform(effect);
      }
      draw(view(model));
    } catch (error) {
      reject(error);
    }
  };
  /** What came of it, or the fault, which the person sees. Anything else is a bug. */
  const answer = (work: Promise<Message | undefined>) => {
    work.then(
      (message) => message && receive([message]),
      (error: unknown) =>
        error instanceof Fault
          ? receive([{ is: "failed", text: plainLine(`${error.message}; ${error.hint}`) }])
          : reject(error),
    );
  };
  const replays = newestOnly(cleanUps);
  const cleaning = newestOnly(cleanUps);
  const perform = (effect: ScreenEffect): void => {
    switch (effect.effect) {
      case "leave": {
        const decided = model.decisions.size;
        return resolve({ outcome: effect.isInterrupted ? "interrupted" : "left", decided });
      }
      case "keep":
        return actions.keep(effect.changes);
      case "loadCards":
        return answer(actions.loadCards(effect.ids).then((cards) => ({ is: "cards", cards })));
      case "loadExcerpt": {
        const { id } = effect.card.lesson;
        const excerpt = actions.loadExcerpt(effect.card);
        return answer(excerpt.then((lines) => ({ is: "excerpt", id, lines })));
      }
      case "loadMaybe":
        return answer(actions.loadMaybe().then((rows) => ({ is: "maybe", rows })));
      case "replay": {
        const { row, edits, key } = effect;
        const signal = replays();
        return answer(
          pause(pauseBeforeReplayMs, signal)
            .then(() => (signal.aborted ? undefined : actions.replay(row, edits, signal)))
            .then((history) =>
              signal.aborted ? undefined : { is: "replayed", id: row.lesson.id, key, history },
            ),
        );
      }
      case "openEditor":
        return editElsewhere(effect.text);
      case "estimate":
        return answer(actions.estimate().then((cost) => ({ is: "estimated", cost })));
      case "cleanUp": {
        const signal = cleaning();
        const work = actions.cleanUp(signal).then(
          (cleaned): Message | undefined =>
            signal.aborted ? undefined : { is: "cleaned", ...cleaned },
          (error: unknown) => {
            if (signal.aborted && error instanceof Fault) return undefined;
            throw error;
          },
        );
        return answer(work);
      }
      case "stopCleanUp":
        return void cleaning();
      case "apply": {
        const { plan, thenConnect } = effect;
        return answer(
          actions.apply(plan).then((report) => {
            resolve({ outcome: "applied", report, thenConnect });
            return undefined;
          }),
        );
      }
    }
  };
  /** The other program has the whole terminal; afterwards everything is drawn again. */
  const editElsewhere = (text: string) => {
    const { input, output } = terminal;
    output.write(leaveScreen);
    input.setRawMode(false).pause();
    let typed: string | undefined;
    try {
      typed = actions.editText(text);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    } finally {
      input.setRawMode(true).resume();
      output.write(enterScreen);
      drawAgain();
    }
    // Not inside of the update that asked for it.
    setImmediate(() => receive([{ is: "typed", text: typed }]));
  };
  listenTo(terminal, cleanUps, {
    onKeys: (keys) => receive(keys.map((key) => ({ is: "key", key }))),
    onResize: (size) => receive([{ is: "resize", size }]),
    onEnd: () => resolve({ outcome: "interrupted", decided: model.decisions.size }),
  });
  // What the first page lacks is asked for before any key.
  receive([{ is: "resize", size: sizeOf(terminal.output) }]);
  return promise;
}

/** Nobody reads a number while they type: the replay waits for the first rest. */
const pauseBeforeReplayMs = 120;

/** A signal for each call; the one before it is then aborted, and the last one when the screen ends. */
function newestOnly(cleanUps: CleanUps): () => AbortSignal {
  let controller = new AbortController();
  cleanUps.push(() => controller.abort());
  return () => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
}

/** Shorter when the signal comes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
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
function drawOn({ output, hasColor }: ScreenTerminal, cleanUps: CleanUps): Drawing {
  let shown: Frame | undefined;
  let wanted: Frame | undefined;
  const flush = () => {
    if (wanted === undefined || output.writableNeedDrain) return;
    const change = frameChange(shown, wanted, { size: sizeOf(output), hasColor });
    shown = wanted;
    wanted = undefined;
    if (change !== "") output.write(change);
  };
  const forget = () => {
    shown = undefined;
  };
  output.on("drain", flush).on("resize", forget);
  cleanUps.push(() => output.off("drain", flush).off("resize", forget));
  return {
    draw: (frame) => {
      wanted = frame;
      flush();
    },
    drawAgain: forget,
  };
}

interface Drawing {
  readonly draw: (frame: Frame) => void;
  /** The next frame is drawn whole. */
  readonly drawAgain: () => void;
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
