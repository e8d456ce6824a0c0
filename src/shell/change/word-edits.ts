import { headOf, textOf, wordless, type Edit } from "./edit.ts";
import { hunkEdit } from "./hunk.ts";
import { runners } from "./programs.ts";
import { quotingEdit } from "./quoting.ts";
import type { Relation } from "./relation.ts";
import { shown, shownPair } from "./shown.ts";
import { diffTokens, tokensOf, type Hunk, type Token } from "./tokens.ts";
import { isFlag, isHole, tellingWords } from "./words.ts";
import { shapeOf } from "../shape.ts";
import { subcommandsOf } from "../subcommands.ts";
import type { SimpleCommand } from "../command.ts";

/** What was changed in the words of one command, in their order. */
export function wordEdits(
  failed: SimpleCommand,
  worked: SimpleCommand,
  relation: Relation,
): readonly Edit[] {
  const [before, after] = [tokensOf(failed), tokensOf(worked)];
  switch (relation.is) {
    case "replaced":
      return [programReplaced(before, after)];
    case "wrapped": {
      const inner = after.slice(relation.prefix.length);
      return [wrapped(failed, relation.prefix), ...argumentEdits(failed, before, inner)];
    }
    case "unwrapped": {
      const inner = before.slice(relation.prefix.length);
      return [unwrapped(worked, relation.prefix), ...argumentEdits(worked, inner, after)];
    }
    case "alike":
      return subcommandReplaced(failed, worked);
    case "same":
      return argumentEdits(failed, before, after);
  }
}

function wrapped(inner: SimpleCommand, prefix: readonly Token[]): Edit {
  const head = headOf(inner);
  if (isOwnSubcommand(prefix)) return replacedBy(head, `${textOf(prefix)} ${head}`);
  return wordless("wrapper-added", `Run ${shown(head)} through ${shown(textOf(prefix))}.`);
}

function unwrapped(inner: SimpleCommand, prefix: readonly Token[]): Edit {
  const head = headOf(inner);
  if (isOwnSubcommand(prefix)) return replacedBy(`${textOf(prefix)} ${head}`, head);
  return wordless("wrapper-dropped", `Run ${shown(head)} without ${shown(textOf(prefix))}.`);
}

/** `git mv` does not run `mv`: it is another program that is called the same. */
function isOwnSubcommand([program, ...more]: readonly Token[]): boolean {
  const name = program?.text ?? "";
  return more.length === 0 && subcommandsOf.has(name) && !runners.has(name);
}

function replacedBy(before: string, after: string): Edit {
  const [one, other] = shownPair(before, after);
  return wordless("program-replaced", `Use ${other} instead of ${one}.`);
}

/** Flags that came and went with the program are named with it: `cat -A` became `xxd`. */
function programReplaced(before: readonly Token[], after: readonly Token[]): Edit {
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

function subcommandReplaced(failed: SimpleCommand, worked: SimpleCommand): readonly Edit[] {
  const [before, after] = [splitHead(failed), splitHead(worked)];
  const [one, other] = shownPair(headOf(failed), headOf(worked));
  return [
    {
      is: "argument-changed",
      advice: `Use ${other} instead of ${one}.`,
      fixWords: tellingWords(after.head, before.tokens),
      mistakeWords: tellingWords(before.head, after.tokens),
    },
    ...argumentEdits(worked, before.rest, after.rest),
  ];
}

function splitHead(command: SimpleCommand): Record<"tokens" | "head" | "rest", readonly Token[]> {
  const tokens = tokensOf(command);
  const words = shapeOf(command).subcommand?.split(" ") ?? [];
  const head = words.flatMap((word) => tokens.find(({ text }) => text === word) ?? []);
  return { tokens, head, rest: tokens.filter((token) => !head.includes(token)) };
}

/** Compares what follows the program; `command` is the one that the sentences are about. */
function argumentEdits(
  command: SimpleCommand,
  before: readonly Token[],
  after: readonly Token[],
): readonly Edit[] {
  const [program, otherProgram] = [before[0]?.text ?? "", after[0]?.text ?? ""];
  const { hunks, requoted, moved } = diffTokens(before.slice(1), after.slice(1));
  if (isRewritten(hunks, before)) {
    return [wordless("rewritten", `Use ${shown(textOf(after), longestCommand)} instead.`)];
  }
  const edits = hunks.map((hunk) => hunkEdit(hunk, command, before, after));
  edits.push(...requoted.map((pair) => quotingEdit(pair, command, before, after)));
  if (program !== otherProgram)
    edits.unshift(programReplaced(before.slice(0, 1), after.slice(0, 1)));
  if (edits.length === 0 && moved.length > 0) {
    const advice = `Put the arguments in this order: ${shown(textOf(after), longestCommand)}.`;
    edits.push(wordless("argument-changed", advice));
  }
  return edits;
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
