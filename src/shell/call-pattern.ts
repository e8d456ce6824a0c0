import type { CommandChange } from "./change/change.ts";
import { shapeOf } from "./shape.ts";
import { hasSubcommands } from "./subcommands.ts";
import { parseCommandLine, type SimpleCommand } from "./command.ts";
import { textsOfCommand } from "../match/moment.ts";
import { findCommand } from "../match/pattern/find.ts";
import { patternProblem } from "../match/pattern/breadth.ts";
import { caseMark, escaped, readPattern } from "../match/pattern/pattern.ts";

/**
 * A pattern for calls like this one, as the matcher sees them: anchored at the program and the
 * subcommand, asking for all `mistakeWords`, refusing any of `fixWords`. It is made of escaped text,
 * plainly linear, and matches a command of this line. Undefined when there is no command that
 * starts with a plain program name and has the words of the mistake but none of the fix.
 */
export function commandPattern(command: string, change?: ChangeWords): string | undefined {
  const { isParsed, commands } = parseCommandLine(withoutPrompt(command));
  const first = commands.find(({ program }) => program !== "cd") ?? commands[0];
  if (!isParsed || first === undefined) return undefined;
  // Of a longer line, the mistake is in the command that has its words.
  const candidates = change === undefined ? [first] : [first, ...commands];
  for (const candidate of candidates) {
    const { asked, text } = candidate;
    const pattern =
      (asked === undefined ? undefined : patternFor(candidate, asked.text, change)) ??
      // Where an option before the subcommand is the mistake, the call is asked for as it was typed.
      patternFor(candidate, text, change);
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}

type ChangeWords = Pick<CommandChange, "fixWords" | "mistakeWords">;

function patternFor(
  command: SimpleCommand,
  text: string,
  change: ChangeWords | undefined,
): string | undefined {
  const [program = "", ...rest] = text.split(" ");
  if (!plainProgram.test(program)) return undefined;

  const subcommand = subcommandWords(command, rest);
  const following = subcommand.filter((word, index) => rest[index] === word);
  const head = [program, ...following];
  const { fixWords, mistakeWords } = change ?? { fixWords: [], mistakeWords: [] };
  const asked = [...subcommand, ...mistakeWords].filter((word) => !head.includes(word));
  const pattern = [
    isCaseTelling(command, change) ? caseMark : "",
    `^${head.map(escaped).join("\\s+")}${endOf(head.at(-1) ?? "", change)}`,
    ...asked.map((word) => `(?=${anywhere([word])})`),
    fixWords.length > 0 ? `(?!${anywhere(fixWords)})` : "",
  ].join("");
  return isFit(pattern, command) ? pattern : undefined;
}

const plainProgram = /^[\w.~/@][\w.~/@:+-]*$/u;
const plainSubcommand = /^[a-z][a-z0-9:-]*$/u;

/** What follows a program that we know nothing about is taken for a subcommand if it looks like one. */
function subcommandWords(command: SimpleCommand, rest: readonly string[]): readonly string[] {
  const known = shapeOf(command).subcommand?.split(" ");
  if (known !== undefined) return known.filter((word) => rest.includes(word));
  const [next = ""] = rest;
  return !hasSubcommands(command.program) && plainSubcommand.test(next) ? [next] : [];
}

/** With a change, `docker` must not be `docker-compose`. Behind `c++` there is no `\b`. */
function endOf(word: string, change: ChangeWords | undefined): string {
  return change === undefined && /\w$/u.test(word) ? "\\b" : wordEnd;
}

const wordEnd = "(?!\\S)";

/** One of the words, further on in the command or around it. */
function anywhere(words: readonly string[]): string {
  const each = words.map((word) => `${escaped(word)}${endOfAsked(word)}`);
  return `.*\\s${each.length === 1 ? each.join("") : `(?:${each.join("|")})`}`;
}

/** A flag may have a value behind `=`, and a variable of which only the name is asked for has one. */
function endOfAsked(word: string): string {
  if (/^\w+=$/u.test(word)) return "";
  return word.startsWith("-") && !word.includes("=") ? "(?![^\\s=])" : wordEnd;
}

/** `-d` is not `-D`, so there the pattern must not ignore case. */
function isCaseTelling({ text }: SimpleCommand, change: ChangeWords | undefined): boolean {
  const words = [...(change?.fixWords ?? []), ...(change?.mistakeWords ?? [])];
  if (words.some((word) => /^-[^-]/.test(word))) return true;
  return words.length > 0 && /\p{Lu}/u.test([text, ...words].join(" "));
}

function isFit(pattern: string, command: SimpleCommand): boolean {
  if (patternProblem(pattern) !== undefined) return false;
  return findCommand(readPattern(pattern), textsOfCommand(command)) !== undefined;
}

/** Commands in prose come as `$ npm test` or between backticks. */
function withoutPrompt(command: string): string {
  return command
    .trim()
    .replace(/^`([^`]*)`$/u, "$1")
    .replace(/^\$\s+/u, "");
}
