import { textsOfCommand } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import type { Pattern } from "../../match/pattern/pattern.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import { plainWords } from "../../shell/word.ts";
import { typedCommands, type TypedWord } from "../../shell/typed-commands.ts";

/** What a lesson replaces in a command, and by which commands one knows where. */
export interface LineFix {
  readonly commandPatterns: readonly Pattern[];
  /** Words of the wrong command, as they were typed, and what was typed in their place. */
  readonly from: string;
  readonly to: string;
}

/**
 * The line with `to` in place of `from` in the one command that the patterns match. Every other byte stays. Undefined where
 * that is not certain: several commands match, the words are quoted, stand there twice, or inside a substitution, a string or a
 * here-document, or the corrected line would run anything else that is different or still be what the patterns are about.
 */
export function fixLine(line: string, { commandPatterns, from, to }: LineFix): string | undefined {
  // What came from a log is typed again only where it is words.
  const [wanted, given] = [plainWords(from), plainWords(to)];
  const before = parseCommandLine(line);
  if (wanted === undefined || given === undefined || !before.isParsed) return undefined;
  const isMatched = (command: SimpleCommand) => {
    const texts = textsOfCommand(command);
    return commandPatterns.some((pattern) => findCommand(pattern, texts) !== undefined);
  };
  const [hit, ...more] = before.commands.flatMap((command, at) => (isMatched(command) ? [at] : []));
  if (hit === undefined || more.length > 0) return undefined;

  const places = (typedCommands(line) ?? []).flatMap((words) => placesOf(wanted, words, line));
  if (places.length > mostPlaces) return undefined;
  const [fixed, ...others] = places
    .map(({ start, end }) => `${line.slice(0, start)}${given.join(" ")}${line.slice(end)}`)
    .filter((changed) => {
      const after = parseCommandLine(changed);
      return (
        after.isParsed &&
        after.commands.length === before.commands.length &&
        after.commands.every((command, at) => at === hit || isSame(command, before.commands[at])) &&
        !after.commands.some(isMatched)
      );
    });
  return others.length === 0 ? fixed : undefined;
}

/** Each of them is parsed. */
const mostPlaces = 8;

/** Where these words stand one behind the other, with nothing but blanks between them. */
function placesOf(
  wanted: readonly string[],
  words: readonly TypedWord[],
  line: string,
): readonly Pick<TypedWord, "start" | "end">[] {
  return words.flatMap((first, at) => {
    const run = words.slice(at, at + wanted.length);
    const last = run.at(-1);
    if (last === undefined || run.length < wanted.length) return [];
    const isThere = run.every(
      ({ text, start }, index) =>
        text === wanted[index] && (index === 0 || isBlank(line.slice(run[index - 1]?.end, start))),
    );
    return isThere ? [{ start: first.start, end: last.end }] : [];
  });
}

function isBlank(text: string): boolean {
  return /^[ \t]+$/.test(text);
}

/** What is around a command is not compared: the program behind a pipe may be the one that was wrong. */
function isSame(one: SimpleCommand, other: SimpleCommand | undefined): boolean {
  const parts = ({ words, wrappers, assignments, text }: SimpleCommand) =>
    JSON.stringify([words, wrappers, assignments, text]);
  return other !== undefined && parts(one) === parts(other);
}
