import { callOf, mainCommands, stepsOf, type Call } from "./call.ts";
import { compareCalls } from "./comparison.ts";
import type { Edit } from "./edit.ts";
import { relationOf } from "./relation.ts";
import { shown } from "./shown.ts";

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
    | "quoting-changed"
    | "step-added"
    | "same"
    | "rewritten";
  /** The simple commands that differ, as the matcher sees them, so without the values of quotes. */
  readonly before: string;
  readonly after: string;
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
  const [before, after] = [callOf(failed), callOf(worked)];
  if (before === undefined || after === undefined || !areSameKind(before, after)) return undefined;

  const comparison = compareCalls(before, after, stepsOf(worked));
  if (comparison === undefined) return undefined;
  const { pair, edits, isMostlyOther } = comparison;
  const texts = { before: pair.failed.text, after: pair.worked.text };

  const [first, second, third] = edits;
  if (first === undefined) return { is: "same", ...texts, advice: sameAdvice, ...noWords };
  const advice = adviceOf(first, second);
  if (isMostlyOther || third !== undefined || advice.length > longestAdvice) {
    return { is: "rewritten", ...texts, advice: rewrittenAdvice(after), ...noWords };
  }
  // Words of the lesser change too would narrow the pattern to this very call.
  const { fixWords, mistakeWords } = edits.find(hasWords) ?? noWords;
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
function adviceOf(first: Edit, second: Edit | undefined): string {
  const both = second === undefined ? first.advice : `${first.advice} ${second.advice}`;
  return both.length > longestAdvice && first.is !== second?.is ? first.advice : both;
}

function hasWords({ fixWords, mistakeWords }: Edit): boolean {
  return fixWords.length + mistakeWords.length > 0;
}

function rewrittenAdvice(after: Call): string {
  const { text: place } = after.directories.at(-1) ?? { text: "" };
  const texts = mainCommands(after).map(({ text }) => text);
  const line = [...(place === "" ? [] : [`cd ${place}`]), ...texts].join(" && ");
  return `Use ${shown(line, longestRewritten)} instead.`;
}
