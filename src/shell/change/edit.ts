import type { Token } from "./tokens.ts";
import type { CommandChange } from "./change.ts";
import { shapeOf } from "../shape.ts";
import type { SimpleCommand } from "../command.ts";

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
