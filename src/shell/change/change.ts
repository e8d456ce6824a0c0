import type { SimpleCommand } from "../command.ts";
import { commandHead, shapeOf } from "../shape.ts";
import { type Call, callOf, companions, looks, mainCommands, shapers, stepsOf } from "./call.ts";
import {
  type Difference,
  directoryDifference,
  listing,
  pipeDifference,
  shown,
  stepDifference,
  variableDifferences,
  wrapperDifferences,
} from "./difference.ts";
import { aroundLine } from "../replay-line.ts";
import { type Pair, pairCommands, relationOf } from "./pairs.ts";
import { wordDifferences } from "./word-differences.ts";

export interface CommandChange {
  readonly is:
    | "program-replaced"
    | "flag-added"
    | "flag-dropped"
    | "flag-replaced"
    | "argument-changed"
    | "directory-changed"
    | "variable-set"
    | "wrapper-added"
    | "wrapper-dropped"
    | "piped"
    | "quoting-changed"
    | "step-added"
    | "same"
    | "rewritten";
  /** The simple commands that differ, as the matcher sees them, so without the values of quotes. */
  readonly before: string;
  readonly after: string;
  /** The same two as lines, with the variables, wrappers and pipes around them: a pattern sees those, too. */
  readonly failed: string;
  readonly worked: string;
  /** A sentence or two that say what to do, of at most 200 characters. */
  readonly advice: string;
  /** Words of which any shows that the fix is already there. Empty when there is none to be seen. */
  readonly fixWords: readonly string[];
  /** Words that must all be there for the mistake, such as a flag that does not exist. */
  readonly mistakeWords: readonly string[];
}

/**
 * What was changed between the call that failed and the one that worked; undefined when they are
 * not the same kind of call. It only says what the words of the two show: at most two changes, and
 * where there are more the call was rewritten.
 */
export function describeChange(failed: string, worked: string): CommandChange | undefined {
  const key = `${failed}\0${worked}`;
  const known = recentChanges.get(key);
  if (known !== undefined) return known.change;
  const change = compareLines(failed, worked);
  // Asked when the fix is seen, and again whenever a lesson is made of it.
  if (recentChanges.size >= mostRemembered) recentChanges.clear();
  if (key.length <= longestRemembered) recentChanges.set(key, { change });
  return change;
}

const recentChanges = new Map<string, { readonly change: CommandChange | undefined }>();
const mostRemembered = 200;
const longestRemembered = 4000;

function compareLines(failed: string, worked: string): CommandChange | undefined {
  const [before, after] = [callOf(failed), callOf(worked)];
  if (before === undefined || after === undefined || !areSameKind(before, after)) return undefined;

  const comparison = compareCalls(before, after, stepsOf(worked));
  if (comparison === undefined) return undefined;
  const { pair, differences, isMostlyOther } = comparison;
  const texts = {
    before: pair.failed.text,
    after: pair.worked.text,
    failed: aroundLine(pair.failed),
    worked: aroundLine(pair.worked),
  };

  const [first, second, third] = differences;
  if (first === undefined) return { is: "same", ...texts, advice: sameAdvice, ...noWords };
  const advice = adviceOf(first, second);
  if (isMostlyOther || third !== undefined || advice.length > longestAdvice) {
    return { is: "rewritten", ...texts, advice: rewrittenAdvice(after), ...noWords };
  }
  // Words of the lesser change too would narrow the pattern to this very call.
  const { fixWords, mistakeWords } = differences.find(hasWords) ?? noWords;
  return { is: first.is, ...texts, advice, fixWords, mistakeWords };
}

/**
 * Whether a later call could be the fix of a failed one: the same program and subcommand somewhere
 * in both, one run through another, or a program replaced by one that takes the same arguments.
 */
export function isSameKindOfCall(failed: string, later: string): boolean {
  const [before, after] = [callOf(failed), callOf(later)];
  return before !== undefined && after !== undefined && areSameKind(before, after);
}

const longestAdvice = 200;
const longestRewritten = 120;
const noWords = { fixWords: [], mistakeWords: [] } as const;
const sameAdvice = "Run it again: the same call worked later.";

function areSameKind(before: Call, after: Call): boolean {
  const later = mainCommands(after);
  return mainCommands(before).some((command) =>
    later.some((other) => relationOf(command, other) !== undefined),
  );
}

/** The likelier cause alone, where there is no room for both. */
function adviceOf(first: Difference, second: Difference | undefined): string {
  const both = second === undefined ? first.advice : `${first.advice} ${second.advice}`;
  return both.length > longestAdvice && first.is !== second?.is ? first.advice : both;
}

function hasWords({ fixWords, mistakeWords }: Difference): boolean {
  return fixWords.length + mistakeWords.length > 0;
}

function rewrittenAdvice(after: Call): string {
  const { text: place } = after.directories.at(-1) ?? { text: "" };
  const texts = mainCommands(after).map(({ text }) => text);
  const line = [...(place === "" ? [] : [`cd ${place}`]), ...texts].join(" && ");
  return `Use ${shown(line, longestRewritten)} instead.`;
}

interface Comparison {
  /** The commands that the change is about. */
  readonly pair: Pair;
  /** Each change once. Only those of `pair` have words. */
  readonly differences: readonly Difference[];
  /** Most of what the two calls run has no counterpart in the other. */
  readonly isMostlyOther: boolean;
}

/**
 * What differs between two calls of the same kind. Commands that only filter or show count when
 * everything else is the same. `steps` are the commands of the later call that stand on their own.
 */
function compareCalls(
  before: Call,
  after: Call,
  steps: ReadonlySet<string>,
): Comparison | undefined {
  const { kept, changed, dropped, added } = pairCommands(before.commands, after.commands);
  const subjects = new Set([...mainCommands(before), ...mainCommands(after)]);
  const isMain = ({ failed }: Pair): boolean => subjects.has(failed);

  const main = changed.filter(isMain);
  const pair = main[0] ?? kept.find(isMain) ?? changed[0] ?? kept[0];
  if (pair === undefined) return undefined;
  const others = [...dropped, ...added].filter((command) => subjects.has(command));
  const isMostlyOther = others.length > 2 * (main.length + kept.filter(isMain).length) + 1;

  const ofWords = main.flatMap((one) =>
    one === pair ? differencesOf(one) : withoutWords(differencesOf(one)),
  );
  const around = [
    ...variableDifferences(pair, before, after, { isWhole: dropped.length === 0 }),
    ...placeDifferences(ofWords, before, after),
    ...stepDifference(earlierThan(pair.worked, after, added), steps),
  ];
  const differences = byWeight([...ofWords, ...around]);
  const filter = changed.find((one) => !isMain(one) && !shapers.has(one.failed.program));
  const ofFilter = filter === undefined ? [] : byWeight(differencesOf(filter));
  if (filter !== undefined && weightOf(ofFilter[0]) > weightOf(differences[0])) {
    return { pair: filter, differences: ofFilter, isMostlyOther };
  }
  if (differences.length > 0) return { pair, differences, isMostlyOther };
  const ofPipe = pipeDifference(pair);
  if (ofPipe.length > 0) return { pair, differences: ofPipe, isMostlyOther };
  const left = dropped.filter((command) => subjects.has(command));
  const leftOut = left.map(({ text }) => text);
  return {
    pair,
    differences: listing("rewritten", leftOut, (list) => `Leave out ${list}.`),
    isMostlyOther: isMostlyOther || left.length > mostLeftOut,
  };
}

const mostLeftOut = 2;

function differencesOf(pair: Pair): readonly Difference[] {
  return [...wordDifferences(pair.failed, pair.worked, pair.relation), ...wrapperDifferences(pair)];
}

function placeDifferences(
  ofWords: readonly Difference[],
  before: Call,
  after: Call,
): readonly Difference[] {
  // `cd x` that became `-C x` is one change and not two.
  if (ofWords.some(({ is }) => is === "directory-changed")) return [];
  return directoryDifference(before, after);
}

function earlierThan(
  command: SimpleCommand,
  { commands }: Call,
  added: readonly SimpleCommand[],
): readonly SimpleCommand[] {
  const earlier = new Set(commands.slice(0, commands.indexOf(command)));
  return added.filter((one) => earlier.has(one) && isTellingStep(one));
}

/** Neither a look around nor a script in quotes, of which there would be nothing to show. */
function isTellingStep(command: SimpleCommand): boolean {
  if (companions.has(command.program) || looks.has(commandHead(shapeOf(command)))) return false;
  return !/ -[ce] ""/.test(command.text);
}

/** Words of another command would make a pattern that no single command matches. */
function withoutWords(differences: readonly Difference[]): readonly Difference[] {
  return differences.map((difference) => ({ ...difference, fixWords: [], mistakeWords: [] }));
}

/**
 * Each change once, the likeliest cause first. Other operands are what one would expect in another
 * directory, and what changed inside quotes says nothing beside a change that can be shown.
 */
function byWeight(differences: readonly Difference[]): readonly Difference[] {
  const isMoved = differences.some(({ is }) => is === "directory-changed");
  const telling = differences.filter(
    ({ is, isVague }) => isVague !== true && !(isMoved && is === "argument-changed"),
  );
  const said = telling.length > 0 ? telling : differences;
  const once = said.filter(
    ({ advice }, index) => said.findIndex((difference) => difference.advice === advice) === index,
  );
  return once.toSorted((one, other) => weightOf(other) - weightOf(one));
}

function weightOf(difference: Difference | undefined): number {
  if (difference === undefined) return -1;
  return difference.isVague === true ? 0 : (weights[difference.is] ?? 2);
}

const weights: { readonly [is in Difference["is"]]?: number } = {
  rewritten: 1,
  "argument-changed": 1,
  "program-replaced": 3,
  "wrapper-added": 3,
  "wrapper-dropped": 3,
  "quoting-changed": 3,
};
