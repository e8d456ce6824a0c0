import { companions, everyday } from "../../core/command-change-programs.ts";
import { commandPattern } from "../../core/command-pattern.ts";
import { generalizePath } from "../../core/path-glob.ts";
import { hasHiddenCharacters, plainLine } from "../../core/plain-text.ts";
import type { Triggers } from "../../core/triggers.ts";
import { hasWord } from "./blamed-command.ts";
import { byFrequency, type ToldFailure } from "./told-failure.ts";

/** The calls at which the lesson should be told: those that would fail in the same way. */
export function failureTriggers(
  alike: readonly ToldFailure[],
  isHarness: boolean,
): Partial<Triggers> {
  const toolNames = byFrequency(alike.map(({ story }) => plainLine(story.tool)).filter(isToolName));
  // A pattern that knows no fix would still match what the others know to be right.
  const fixed = alike.filter(({ fix }) => fix !== undefined && fix.change.fixWords.length > 0);
  const telling = fixed.length > 0 ? fixed : alike;
  const commandPatterns = byFrequency(telling.flatMap((failure) => patternOf(failure) ?? []));
  const pathPatterns = isHarness
    ? []
    : byFrequency(alike.flatMap((failure) => globOf(failure) ?? []));
  return {
    toolNames: sorted(toolNames, mostTools),
    ...(commandPatterns.length === 0
      ? {}
      : { commandPatterns: sorted(commandPatterns, mostPatterns) }),
    ...(pathPatterns.length === 0 ? {} : { pathPatterns: sorted(pathPatterns, mostPatterns) }),
  };
}

const mostTools = 10;
const longestToolName = 100;

function isToolName(tool: string): boolean {
  return tool !== "" && tool.length <= longestToolName;
}

const mostPatterns = 5;

/** The most frequent, then in the order of text: which comes first must not depend on a count. */
function sorted(values: readonly string[], most: number): readonly string[] {
  return values.slice(0, most).toSorted();
}

function patternOf({ command, fix, subject, known, story }: ToldFailure): string | undefined {
  // The program alone mostly goes well then: a pattern without the words that fail would be noise.
  const needsWords = known?.needsWords === true;
  if (fix !== undefined) {
    const { change, advice } = fix;
    const told = [...change.mistakeWords, ...change.fixWords].some((word) => advice.includes(word));
    const words = told ? change : { mistakeWords: [], fixWords: [] };
    const isTelling = !needsWords || words.mistakeWords.length > 0;
    const pattern = isTelling ? commandPattern(change.before, words) : undefined;
    if (pattern !== undefined) return pattern;
  }
  if (command === undefined) return undefined;
  const mistakeWords = wordsNaming(command, subject);
  if (needsWords && mistakeWords.length === 0) return undefined;
  const fixWords = (known?.fixWords ?? []).filter((word) => !hasWord(command, word));
  const isCommon = everyday.has(command.program) || companions.has(command.program);
  // A rule may concern every `cat`; that one of them failed for a file says nothing about the others.
  if (isCommon && mistakeWords.length === 0 && story.about !== "rule") return undefined;
  return mistakeWords.length + fixWords.length === 0
    ? commandPattern(command.text)
    : commandPattern(command.text, { mistakeWords, fixWords });
}

/** As the pattern can see it: a whole word, a flag with its value, or a cluster of letters such as `-oP`. */
function wordsNaming(
  { text }: { readonly text: string },
  subject: string | undefined,
): readonly string[] {
  if (subject === undefined) return [];
  const letter = /^-(\w)$/u.exec(subject)?.[1];
  const words = text.split(" ").slice(1);
  const word =
    words.find((one) => one === subject || one.startsWith(`${subject}=`)) ??
    words.find(
      (one) => letter !== undefined && /^-[A-Za-z]{1,9}$/u.test(one) && one.includes(letter),
    ) ??
    words.find((one) => subject.length > 2 && one.split(",").includes(subject));
  if (word === undefined) return [];
  return [word.startsWith(`${subject}=`) && subject.startsWith("-") ? subject : word];
}

/** A command is told by its pattern. A glob is kept to the letter, so it must not hide anything. */
function globOf({ story }: ToldFailure): string | undefined {
  if (story.path === undefined || story.command !== undefined) return undefined;
  return hasHiddenCharacters(story.path) ? undefined : generalizePath(story.path);
}
