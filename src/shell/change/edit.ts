import { plainLine } from "../../redact/plain-text.ts";
import type { SimpleCommand } from "../command.ts";
import { shapeOf } from "../shape.ts";
import type { CommandChange } from "./change.ts";
import type { Token } from "./tokens.ts";

/** One thing that was changed. */
export interface Edit extends Pick<CommandChange, "is" | "advice" | "fixWords" | "mistakeWords"> {
  /** All that can be said is that something was changed, because it stands in quotes. */
  readonly isVague?: true;
}

export function wordless(is: Edit["is"], advice: string): Edit {
  return { is, advice, fixWords: [], mistakeWords: [] };
}

/** The program as it was typed, with its subcommand: `./gradlew build`. */
export function headOf(command: SimpleCommand): string {
  const [program = "", ...rest] = command.text.split(" ");
  // A shape is made of values, and those in quotes may not be shown.
  const subcommand = shapeOf(command).subcommand?.split(" ") ?? [];
  return [program, ...subcommand.filter((word) => rest.includes(word))].join(" ");
}

export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}

const longestShown = 70;

/**
 * A part of a command as it stands in a sentence: in backticks, on one line, short. It takes the
 * matcher's text, in which quoted values are already empty, and shows the hole as `…`.
 */
export function shown(text: string, longest = longestShown): string {
  return `\`${cut(readable(text), longest)}\``;
}

/** The two sides of a replacement. Long paths are only shortened while the sides still differ. */
export function shownPair(before: string, after: string): readonly [before: string, after: string] {
  const [one, other] = [shown(before), shown(after)];
  if (one !== other) return [one, other];
  return [`\`${cutFront(before)}\``, `\`${cutFront(after)}\``];
}

/** Names in a list: `a`, `b` and `c`. */
export function listed(names: readonly string[]): string {
  const all = names.map((name) => shown(name));
  const last = all.at(-1) ?? "";
  return all.length < 2 ? last : `${all.slice(0, -1).join(", ")} and ${last}`;
}

function readable(text: string): string {
  return oneLine(text).split(" ").map(shortPath).join(" ");
}

function oneLine(text: string): string {
  return plainLine(text).replaceAll('""', "…").replaceAll("$()", "$(…)").replaceAll("`", "'");
}

/** The end of a long absolute path says what it is; its start is only true on one machine. */
function shortPath(word: string): string {
  if (!/^(?:\/|~\/|[a-z]:[\\/])/i.test(word)) return word;
  const names = word.split(/[\\/]/).filter((name) => name !== "");
  return names.length > 3 ? `…/${names.slice(-2).join("/")}` : word;
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(" ", longest - 2);
  return end > longest / 3 ? `${text.slice(0, end)} …` : `${text.slice(0, longest - 1)}…`;
}

function cutFront(text: string): string {
  const line = oneLine(text);
  return line.length <= longestShown ? line : `…${line.slice(1 - longestShown)}`;
}
