import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";

/**
 * Whether two shell lines run the same command on the same things and differ in its flags. A word behind a flag may be its
 * value or an operand; it may differ when other operands are the same.
 */
export function isOtherFlags(one: FailedLine, other: FailedLine, head: string): boolean {
  const [first, second] = [commandIn(one, head), commandIn(other, head)];
  if (first === undefined || second === undefined) return false;
  const [before, after] = [argumentsOf(first, head), argumentsOf(second, head)];
  if (isSame(before.flags, after.flags) && isSame(before.words, after.words)) return false;
  if (isSame(before.words, after.words)) return true;
  return before.operands.length > 0 && isSame(before.operands, after.operands);
}

interface FailedLine {
  readonly line: string;
  /** Which simple command of it failed, where that is known. */
  readonly culprit: number | undefined;
}

function commandIn({ line, culprit }: FailedLine, head: string): SimpleCommand | undefined {
  const { commands } = parseCommandLine(line);
  const isMeant = (command: SimpleCommand) => commandHead(shapeOf(command)) === head;
  const blamed = culprit === undefined ? commands : commands.slice(culprit, culprit + 1);
  const [only, another] = blamed.filter(isMeant);
  return another === undefined ? only : undefined;
}

interface Arguments {
  readonly flags: readonly string[];
  /** All that is no flag. */
  readonly words: readonly string[];
  /** Those of them that cannot be the value of a flag. */
  readonly operands: readonly string[];
}

function argumentsOf({ words }: SimpleCommand, head: string): Arguments {
  const given = words.slice(head.split(" ").length, mostWords);
  const isFlag = (word = "") => /^-./u.test(word);
  return {
    flags: given.filter(isFlag),
    words: given.filter((word) => !isFlag(word)),
    operands: given.filter((word, at) => !isFlag(word) && !isFlag(given[at - 1])),
  };
}

const mostWords = 60;

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}
