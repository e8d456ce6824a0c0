import type { SimpleCommand } from "../command.ts";
import { shapeOf } from "../shape.ts";
import { hasSubcommands } from "../subcommands.ts";
import { directoryFlags, runners } from "./call.ts";
import { type Difference, headOf, shown, shownPair, textOf, wordless } from "./difference.ts";
import type { Relation } from "./pairs.ts";
import { passers } from "../unwrap.ts";
import {
  type Hunk,
  type Token,
  diffTokens,
  isFlag,
  isHole,
  tellingWords,
  tokensOf,
} from "./tokens.ts";

/** What was changed in the words of one command, in their order. */
export function wordDifferences(
  failed: SimpleCommand,
  worked: SimpleCommand,
  relation: Relation,
): readonly Difference[] {
  const [before, after] = [tokensOf(failed), tokensOf(worked)];
  switch (relation.is) {
    case "replaced":
      return [programReplaced(before, after)];
    case "wrapped": {
      const inner = after.slice(relation.prefix.length);
      return [wrapped(failed, relation.prefix), ...argumentDifferences(failed, before, inner)];
    }
    case "unwrapped": {
      const inner = before.slice(relation.prefix.length);
      return [unwrapped(worked, relation.prefix), ...argumentDifferences(worked, inner, after)];
    }
    case "alike":
      return subcommandReplaced(failed, worked);
    case "same":
      return argumentDifferences(failed, before, after);
  }
}

function wrapped(inner: SimpleCommand, prefix: readonly Token[]): Difference {
  const head = headOf(inner);
  if (isOwnSubcommand(prefix)) return replacedBy(head, `${textOf(prefix)} ${head}`);
  const [runner = ""] = prefix.map(({ text }) => text);
  // A lesson about what it runs would be heard there, too.
  const fixWords = prefix.length === 1 && passers.has(runner) ? [runner] : [];
  return {
    is: "wrapper-added",
    advice: `Run ${shown(head)} through ${shown(textOf(prefix))}.`,
    fixWords,
    mistakeWords: [],
  };
}

function unwrapped(inner: SimpleCommand, prefix: readonly Token[]): Difference {
  const head = headOf(inner);
  if (isOwnSubcommand(prefix)) return replacedBy(`${textOf(prefix)} ${head}`, head);
  return wordless("wrapper-dropped", `Run ${shown(head)} without ${shown(textOf(prefix))}.`);
}

/** `git mv` does not run `mv`: it is another program that is called the same. */
function isOwnSubcommand([program, ...more]: readonly Token[]): boolean {
  const name = program?.text ?? "";
  return more.length === 0 && hasSubcommands(name) && !runners.has(name);
}

function replacedBy(before: string, after: string): Difference {
  const [one, other] = shownPair(before, after);
  return wordless("program-replaced", `Use ${other} instead of ${one}.`);
}

/** Flags that came and went with the program are named with it: `cat -A` became `xxd`. */
function programReplaced(before: readonly Token[], after: readonly Token[]): Difference {
  const [gone, come] = [ownFlags(before, after), ownFlags(after, before)];
  const [one, other] = shownPair(
    textOf([...before.slice(0, 1), ...gone]),
    textOf([...after.slice(0, 1), ...come]),
  );
  return {
    is: "program-replaced",
    advice: `Use ${other} instead of ${one}.`,
    fixWords: [],
    mistakeWords: tellingWords(gone, after),
  };
}

function ownFlags(tokens: readonly Token[], others: readonly Token[]): readonly Token[] {
  return tokens
    .slice(1)
    .filter((token) => isFlag(token) && !others.some(({ value }) => value === token.value));
}

function subcommandReplaced(failed: SimpleCommand, worked: SimpleCommand): readonly Difference[] {
  const [before, after] = [splitHead(failed), splitHead(worked)];
  const [one, other] = shownPair(headOf(failed), headOf(worked));
  return [
    {
      is: "argument-changed",
      advice: `Use ${other} instead of ${one}.`,
      fixWords: tellingWords(after.head, before.tokens),
      mistakeWords: tellingWords(before.head, after.tokens),
    },
    ...argumentDifferences(worked, before.rest, after.rest),
  ];
}

function splitHead(command: SimpleCommand): Record<"tokens" | "head" | "rest", readonly Token[]> {
  const tokens = tokensOf(command);
  const words = shapeOf(command).subcommand?.split(" ") ?? [];
  const head = words.flatMap((word) => tokens.find(({ text }) => text === word) ?? []);
  return { tokens, head, rest: tokens.filter((token) => !head.includes(token)) };
}

/** Compares what follows the program; `command` is the one that the sentences are about. */
function argumentDifferences(
  command: SimpleCommand,
  before: readonly Token[],
  after: readonly Token[],
): readonly Difference[] {
  const [program, otherProgram] = [before[0]?.text ?? "", after[0]?.text ?? ""];
  const { hunks, requoted, moved } = diffTokens(before.slice(1), after.slice(1));
  if (isRewritten(hunks, before)) {
    return [wordless("rewritten", `Use ${shown(textOf(after), longestCommand)} instead.`)];
  }
  const differences = hunks.map((hunk) => hunkDifference(hunk, command, before, after));
  differences.push(...requoted.map((pair) => quotingDifference(pair, command, before, after)));
  if (program !== otherProgram)
    differences.unshift(programReplaced(before.slice(0, 1), after.slice(0, 1)));
  if (differences.length === 0 && moved.length > 0) {
    const advice = `Put the arguments in this order: ${shown(textOf(after), longestCommand)}.`;
    differences.push(wordless("argument-changed", advice));
  }
  return differences;
}

const longestCommand = 120;

/** Whether more was replaced than was kept, so that naming the pieces would explain nothing. */
function isRewritten(hunks: readonly Hunk[], before: readonly Token[]): boolean {
  const removed = hunks.flatMap((hunk) => hunk.removed);
  const added = hunks.flatMap((hunk) => hunk.added);
  const kept = before.length - removed.length;
  const [gone, come] = [countShown(removed), countShown(added)];
  return Math.min(gone, come) > 1 && Math.max(gone, come) > kept;
}

function countShown(tokens: readonly Token[]): number {
  return tokens.filter(({ text }) => !isHole(text)).length;
}

/**
 * What one difference between the words of two commands means. `command` is the one that the
 * sentence is about, `before` and `after` are all the words of the two.
 */
function hunkDifference(
  { removed, added, follows }: Hunk,
  command: SimpleCommand,
  before: readonly Token[],
  after: readonly Token[],
): Difference {
  const head = shown(headOf(command));
  const words = {
    fixWords: tellingWords(added, before),
    mistakeWords: tellingWords(removed, after),
  };
  const place = directoryOf(command.program, added);
  if (place !== undefined) {
    const advice = `Run it in ${shown(place)}, with ${shown(`${command.program} ${textOf(added)}`)}.`;
    return { is: "directory-changed", advice, ...words };
  }
  const [old, young] = [textOf(removed), textOf(added)];
  if (isHole(old) || isHole(young)) {
    return {
      ...wordless("argument-changed", `${quotedAdvice(old, young)} ${head}.`),
      isVague: true,
    };
  }
  const [line, otherLine] = shownPair(textOf(before), textOf(after));
  const isShort = Math.max(line.length, otherLine.length) <= shortLine;
  if (follows === undefined && isShort && ![...removed, ...added].some(isFlag)) {
    return { is: "argument-changed", advice: `Use ${otherLine} instead of ${line}.`, ...words };
  }
  if (old === "") {
    const is = added.some(isFlag) ? "flag-added" : "argument-changed";
    return { is, advice: `Add ${shown(young)} to ${head}.`, ...words };
  }
  if (young === "") {
    const is = removed.some(isFlag) ? "flag-dropped" : "argument-changed";
    return { is, advice: `Drop ${shown(old)} from ${head}.`, ...words };
  }
  const is = removed.some(isFlag) && added.some(isFlag) ? "flag-replaced" : "argument-changed";
  const [one, other] = shownPair(...withContext(removed, added, follows));
  return { is, advice: `Use ${other} instead of ${one} with ${head}.`, ...words };
}

/** So short that both whole commands fit into a sentence. */
const shortLine = 42;

function quotedAdvice(old: string, young: string): string {
  if (old === "") return "Add a quoted argument to";
  if (young === "") return "Drop the quoted argument from";
  return isHole(old) && isHole(young) ? "Change the quoted text of" : "Change the arguments of";
}

/** A value is shown with the flag before it, and not with the words around it that look the same. */
function withContext(
  removed: readonly Token[],
  added: readonly Token[],
  follows: Token | undefined,
): readonly [before: string, after: string] {
  const shorter = Math.min(removed.length, added.length) - 1;
  const looksSame = (index: number): boolean =>
    removed.at(index)?.text === added.at(index)?.text && removed.at(index) !== undefined;
  let start = 0;
  while (start < shorter && looksSame(start)) start += 1;
  let end = 0;
  while (start + end < shorter && looksSame(-1 - end)) end += 1;

  const isValue = start === 0 && follows !== undefined && takesValue(follows);
  const isFlagFirst = [removed[0], added[0]].some((token) => token !== undefined && isFlag(token));
  const flag = isValue && !isFlagFirst ? `${follows.text} ` : "";
  const between = (tokens: readonly Token[]): string =>
    `${flag}${textOf(tokens.slice(start, tokens.length - end))}`;
  return [between(removed), between(added)];
}

/** Whether the next word can be its value. A cluster such as `-la` has none. */
function takesValue({ text }: Token): boolean {
  return /^(?:-\w|--[\w-]+)$/.test(text);
}

function directoryOf(program: string, added: readonly Token[]): string | undefined {
  const [flag, place] = added;
  const [name = "", joined] = (flag?.text ?? "").split("=", 2);
  if (added.length > 2 || directoryFlags.get(program)?.has(name) !== true) return undefined;
  return joined ?? place?.text;
}

/** A word that means the same in both commands, with other quotes. Only its open side is shown. */
function quotingDifference(
  [one, other]: readonly [Token, Token],
  command: SimpleCommand,
  before: readonly Token[],
  after: readonly Token[],
): Difference {
  const head = shown(headOf(command));
  const words = {
    mistakeWords: tellingWords([one], after),
    fixWords: tellingWords([other], before),
  };
  const advice = `${quotingAdvice(one.text, other.text)} for ${head}.`;
  return { is: "quoting-changed", advice, ...words };
}

function quotingAdvice(one: string, other: string): string {
  const isQuotedNow = other.includes('""') && !one.includes('""');
  if (isQuotedNow && /[*?[]/.test(one)) return `Quote the pattern ${shown(one)}`;
  if (isQuotedNow) return `Quote ${shown(one)}`;
  if (one.includes('""') && !other.includes('""')) return `Do not quote ${shown(other)}`;
  return `Quote ${shown(other)} differently`;
}
