import { visibleJson } from "../redact/plain-text.ts";
import { asTyped, refit } from "./as-typed.ts";
import type { CommonOptions } from "./command-kit.ts";
import type { Terminal } from "./terminal.ts";

/** What a command has to say when it is done. */
export interface Answer {
  /** What the JSON is: `lessons-tags`. */
  readonly type: string;
  /** The report as it is, for `--json`. */
  readonly value: object;
  /** The same for a person, in one piece or in many. Only made when it is asked for. */
  readonly text: () => string | Iterable<string>;
  /** Said in place of the text where nothing was found; the exit status is 1 then. */
  readonly nothing?: string | undefined;
  /** Said about the text, on standard error. */
  readonly aside?: string | undefined;
}

/** Says it in the form that was asked for: JSON in a stable shape, or text with commands that work as typed here. */
export async function answer(
  terminal: Terminal,
  { json }: CommonOptions,
  { type, value, text, nothing, aside }: Answer,
): Promise<void> {
  if (nothing !== undefined) terminal.exitStatus = 1;
  // Always an object that says what it is.
  if (json === true) return terminal.write(`${visibleJson({ type, version: 1, ...value }, 2)}\n`);
  const { calledAs } = terminal;
  if (nothing !== undefined) return terminal.note(fitted(nothing, terminal));
  const said = text();
  if (calledAs === undefined) {
    if (typeof said === "string") terminal.write(said);
    else await terminal.writeAll(said);
  } else if (typeof said === "string") terminal.write(asTyped(said, calledAs, terminal.width));
  else await terminal.writeAll(allAsTyped(said, calledAs, terminal.width));
  if (aside !== undefined) terminal.note(fitted(aside, terminal));
}

/** What is said in a sentence or two is not laid out before. */
function fitted(text: string, { calledAs, width }: Terminal): string {
  return asTyped(text, calledAs)
    .split("\n")
    .map((line) => refit(line, width))
    .join("\n");
}

function* allAsTyped(pieces: Iterable<string>, calledAs: string, width: number): Generator<string> {
  for (const piece of pieces) yield asTyped(piece, calledAs, width);
}
