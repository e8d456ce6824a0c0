import { endOfKeys, noKeysYet, readKeys, type Key } from "../../src/review/screen/keys.ts";
import type { Model, ScreenEffect, Step } from "../../src/review/screen/model.ts";
import { update } from "../../src/review/screen/update.ts";
import type { Validate } from "../../src/review/screen/fields.ts";

/** What a terminal sends for keys that have no character. */
export const press = {
  up: "\u001B[A",
  down: "\u001B[B",
  right: "\u001B[C",
  left: "\u001B[D",
  pageUp: "\u001B[5~",
  pageDown: "\u001B[6~",
  home: "\u001B[H",
  end: "\u001B[F",
  enter: "\r",
  tab: "\t",
  backTab: "\u001B[Z",
  escape: "\u001B",
  interrupt: "\u0003",
  clearLine: "\u0015",
  newLine: "\n",
} as const;

export function keysOf(...pieces: readonly string[]): readonly Key[] {
  return pieces.flatMap((piece) => {
    const { reading, keys } = readKeys(noKeysYet, piece);
    return [...keys, ...endOfKeys(reading)];
  });
}

/** The screen after these keys; each argument is one thing that the terminal sends. */
export function typed(model: Model, ...pieces: readonly string[]): Model {
  return steps(model, keysOf(...pieces)).at(-1)?.model ?? model;
}

export function steps(model: Model, keys: readonly Key[]): readonly Step[] {
  let current = model;
  return keys.map((key) => {
    const step = update(current, { is: "key", key }, notEmpty);
    current = step.model;
    return step;
  });
}

/** What the keys ask of the world, but for keeping decisions. */
export function effectsOf(model: Model, ...pieces: readonly string[]): readonly ScreenEffect[] {
  return steps(model, keysOf(...pieces)).flatMap(({ effects }) =>
    effects.filter(({ effect }) => effect !== "keep" && effect !== "loadExcerpt"),
  );
}

/** A press of the first mouse button, and a turn of the wheel, as a terminal sends them. */
export function click(row: number, column = 10): string {
  return `\u001B[<0;${column + 1};${row + 1}M\u001B[<0;${column + 1};${row + 1}m`;
}

export function wheel(by: -1 | 1): string {
  return `\u001B[<${by < 0 ? 64 : 65};5;5M`;
}

/** Enough of a rule to see one work. */
export const notEmpty: Validate = (_, { field, value }, others) => {
  if (field === "summary" && value === "") return "summary must not be empty";
  if (field === "delivery" && value === "hold" && others.some((edit) => edit.value === "")) {
    return "hold needs a pattern";
  }
  return undefined;
};
