import type { Command, SyntaxNode } from "unbash";
import { companions, shapers } from "./programs.ts";
import { parseCommandLine, type SimpleCommand } from "../command.ts";
import { parseScript } from "../script.ts";

/** A shell line taken apart for comparison: where it works, with which variables, and what it runs. */
export interface Call {
  readonly directories: readonly Directory[];
  /** The names that it exports. */
  readonly exported: readonly string[];
  /** What it runs apart from `cd` and `export`. */
  readonly commands: readonly SimpleCommand[];
}

export interface Directory {
  /** As the matcher sees it, so that it is `""` when it is quoted. */
  readonly text: string;
  readonly value: string;
}

/** Undefined when the line cannot be parsed, or is longer than a comparison is worth. */
export function callOf(line: string): Call | undefined {
  const { isParsed, commands } = parseCommandLine(line);
  if (!isParsed || isTooMuch(commands)) return undefined;
  return {
    directories: commands.filter(isMove).flatMap(directoryOf),
    exported: commands.filter(isExport).flatMap(namesIn),
    commands: commands.filter((command) => !isMove(command) && !isExport(command)),
  };
}

/** What the call is about. Where there are only companions, it is about the weightiest of those. */
export function mainCommands({ commands }: Call): readonly SimpleCommand[] {
  for (const minor of [companions, shapers]) {
    const main = commands.filter(({ program }) => !minor.has(program));
    if (main.length > 0) return main;
  }
  return commands;
}

/**
 * The texts of the commands that stand on their own, one after the other: not in a pipe, a loop, a
 * condition or a substitution, and not behind `||`. Only of these one can say "run it first".
 */
export function stepsOf(line: string): ReadonlySet<string> {
  const steps = (parseScript(line)?.commands ?? []).flatMap(({ command }) => stepsIn(command));
  return new Set(
    steps.flatMap(({ pos, end }) => {
      const [first] = parseCommandLine(line.slice(pos, end)).commands;
      return first === undefined ? [] : [first.text];
    }),
  );
}

const mostWords = 800;
const mostCommands = 60;

function isTooMuch(commands: readonly SimpleCommand[]): boolean {
  const words = commands.reduce((sum, command) => sum + command.words.length, 0);
  return commands.length > mostCommands || words > mostWords;
}

function stepsIn(node: SyntaxNode): readonly Command[] {
  // A command without a name only assigns.
  if (node.type === "Command") return node.name === undefined ? [] : [node];
  if (node.type !== "AndOr") return [];
  return node.commands.flatMap((part, index) =>
    part.type === "Command" && node.operators[index - 1] !== "||" ? stepsIn(part) : [],
  );
}

function isMove({ program }: SimpleCommand): boolean {
  return program === "cd" || program === "pushd";
}

function isExport({ program, words }: SimpleCommand): boolean {
  return program === "export" && words.length > 1;
}

function directoryOf({ text, words }: SimpleCommand): readonly Directory[] {
  const value = words.at(-1) ?? "";
  if (words.length < 2 || value === "-") return [];
  const isOneToOne = text.split(" ").length === words.length;
  return [{ text: isOneToOne ? text.slice(text.lastIndexOf(" ") + 1) : '""', value }];
}

function namesIn({ text }: SimpleCommand): readonly string[] {
  const [, ...words] = text.split(" ");
  return words.flatMap((word) => /^[A-Za-z_]\w*/.exec(word)?.[0] ?? []);
}
