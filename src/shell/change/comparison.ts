import { mainCommands, type Call } from "./call.ts";
import { wordless, type Edit } from "./edit.ts";
import { pairCommands, type Pair } from "./pairs.ts";
import { companions, looks, shapers } from "./programs.ts";
import { listed } from "./shown.ts";
import { directoryEdit, stepEdit, variableEdits, wrapperEdits } from "./surroundings.ts";
import { wordEdits } from "./word-edits.ts";
import { commandHead, shapeOf } from "../shape.ts";
import type { SimpleCommand } from "../command.ts";

export interface Comparison {
  /** The commands that the change is about. */
  readonly pair: Pair;
  /** Each change once. Only those of `pair` have words. */
  readonly edits: readonly Edit[];
  /** Most of what the two calls run has no counterpart in the other. */
  readonly isMostlyOther: boolean;
}

/**
 * What differs between two calls of the same kind. Commands that only filter or show count when
 * everything else is the same. `steps` are the commands of the later call that stand on their own.
 */
export function compareCalls(
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

  const ofWords = main.flatMap((one) => (one === pair ? editsOf(one) : withoutWords(editsOf(one))));
  const around = [
    ...variableEdits(pair, before, after, { isWhole: dropped.length === 0 }),
    ...placeEdits(ofWords, before, after),
    ...stepEdit(earlierThan(pair.worked, after, added), steps),
  ];
  const edits = byWeight([...ofWords, ...around]);
  const filter = changed.find((one) => !isMain(one) && !shapers.has(one.failed.program));
  const ofFilter = filter === undefined ? [] : byWeight(editsOf(filter));
  if (filter !== undefined && weightOf(ofFilter[0]) > weightOf(edits[0])) {
    return { pair: filter, edits: ofFilter, isMostlyOther };
  }
  if (edits.length > 0) return { pair, edits, isMostlyOther };
  const left = dropped.filter((command) => subjects.has(command));
  return { pair, edits: leftOut(left), isMostlyOther: isMostlyOther || left.length > mostLeftOut };
}

const mostLeftOut = 2;

function editsOf(pair: Pair): readonly Edit[] {
  return [...wordEdits(pair.failed, pair.worked, pair.relation), ...wrapperEdits(pair)];
}

function placeEdits(ofWords: readonly Edit[], before: Call, after: Call): readonly Edit[] {
  // `cd x` that became `-C x` is one change and not two.
  if (ofWords.some(({ is }) => is === "directory-changed")) return [];
  return directoryEdit(before, after);
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

function leftOut(commands: readonly SimpleCommand[]): readonly Edit[] {
  if (commands.length === 0) return [];
  return [wordless("rewritten", `Leave out ${listed(commands.map(({ text }) => text))}.`)];
}

/** Words of another command would make a pattern that no single command matches. */
function withoutWords(edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => ({ ...edit, fixWords: [], mistakeWords: [] }));
}

/**
 * Each change once, the likeliest cause first. Other operands are what one would expect in another
 * directory, and what changed inside quotes says nothing beside a change that can be told.
 */
function byWeight(edits: readonly Edit[]): readonly Edit[] {
  const isMoved = edits.some(({ is }) => is === "directory-changed");
  const telling = edits.filter(
    ({ is, isVague }) => isVague !== true && !(isMoved && is === "argument-changed"),
  );
  const said = telling.length > 0 ? telling : edits;
  const once = said.filter(
    ({ advice }, index) => said.findIndex((edit) => edit.advice === advice) === index,
  );
  return once.toSorted((one, other) => weightOf(other) - weightOf(one));
}

function weightOf(edit: Edit | undefined): number {
  if (edit === undefined) return -1;
  return edit.isVague === true ? 0 : (weights[edit.is] ?? 2);
}

const weights: { readonly [is in Edit["is"]]?: number } = {
  rewritten: 1,
  "argument-changed": 1,
  "program-replaced": 3,
  "wrapper-added": 3,
  "wrapper-dropped": 3,
  "quoting-changed": 3,
};
