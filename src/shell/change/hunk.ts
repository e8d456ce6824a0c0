import { headOf, textOf, wordless, type Edit } from "./edit.ts";
import { directoryFlags } from "./programs.ts";
import { shown, shownPair } from "./shown.ts";
import type { Hunk, Token } from "./tokens.ts";
import { isFlag, isHole, tellingWords } from "./words.ts";
import type { SimpleCommand } from "../command.ts";

/**
 * What one difference between the words of two commands means. `command` is the one that the
 * sentence is about, `before` and `after` are all the words of the two.
 */
export function hunkEdit(
  { removed, added, follows }: Hunk,
  command: SimpleCommand,
  before: readonly Token[],
  after: readonly Token[],
): Edit {
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
