import type { AST } from "@eslint-community/regexpp";
import { inEitherCase } from "./atom.ts";

/**
 * What may stand behind the beginning of a command, as an extended regular expression over the payload. It holds for every
 * command that a pattern can match: as long as only plain words follow, each separated by one space, they are words of the
 * same command. Anything else ends that, and then everything is possible.
 */

/** Characters that stand in a word as they are, wherever the word stands. */
const plain = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:=,@%-");
const plainText = "[A-Za-z0-9_./:=,@%-]*";
/** Where no plain word follows. */
const oddOrEnd = String.raw`( ?[^A-Za-z0-9_./:=,@% -]|  )`;
/** A number may be that of a redirection, of which a command has nothing. */
const end = String.raw`( ?[^A-Za-z0-9_./:=,@% -]| [ 0-9])`;

/** The command ends here. */
export const nothingBehind = end;

/** None of these words is among those that follow. Undefined when that says nothing. */
export function withoutWords(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const root: Trie = { branches: new Map(), isWord: false };
  for (const word of words) plant(root, word);
  const other = otherThan(root);
  return other === undefined ? undefined : `${plainText}( ${other})*${oddOrEnd}`;
}

interface Trie {
  readonly branches: Map<string, Trie>;
  isWord: boolean;
}

function plant(root: Trie, word: string): void {
  let trie = root;
  for (const character of word.toLowerCase()) {
    const next = trie.branches.get(character) ?? { branches: new Map(), isWord: false };
    trie.branches.set(character, next);
    trie = next;
  }
  trie.isWord = true;
}

/** How a word goes on that begins with none of them; undefined where it does already. */
function otherThan({ branches, isWord }: Trie, depth = 0): string | undefined {
  if (isWord) return undefined;
  const ways = [`${classWithout([...branches.keys()])}${plainText}`];
  for (const [character, next] of branches) {
    const behind = otherThan(next, depth + 1);
    if (behind !== undefined) ways.push(`${literal(character)}${behind}`);
  }
  // A word may end where another one goes on.
  return `(${ways.join("|")})${depth === 0 ? "" : "?"}`;
}

function literal(character: string): string {
  return character === "." ? String.raw`\.` : inEitherCase(character);
}

/** Neither in capitals nor not. */
function classWithout(left: readonly string[]): string {
  const taken = plain.filter(
    (character) => character !== "-" && !left.includes(character.toLowerCase()),
  );
  return `[${taken.join("")}${left.includes("-") ? "" : "-"}]`;
}

/**
 * Words that a text need only begin with, one of them, for one of the alternatives to match it: some of them, because whoever
 * knows fewer lets more pass.
 */
export function surelyMatching(
  alternatives: readonly Pick<AST.Alternative, "elements">[],
): readonly string[] {
  return alternatives
    .flatMap(({ elements }) => spelledBy(elements) ?? [])
    .map((text) => text.replace(/^ /, ""))
    .filter((word) => word.length > 1 && word.length <= longestWord)
    .filter((word) => Array.from(word).every((each) => plain.includes(each)));
}

/** Each letter of it is a class that grep has to read: what stands behind a longer one is rarely worth that. */
const longestWord = 8;

const mostSpellings = 64;

/** Texts that the elements take one after the other. */
function spelledBy(elements: readonly AST.Element[]): readonly string[] | undefined {
  let texts: readonly string[] = [""];
  for (const element of elements) {
    const next = spellingsOf(element);
    if (next === undefined || texts.length * next.length > mostSpellings) return undefined;
    texts = texts.flatMap((text) => next.map((more) => text + more));
  }
  return texts;
}

function spellingsOf(element: AST.Element): readonly string[] | undefined {
  switch (element.type) {
    case "Character":
      return [String.fromCodePoint(element.value)];
    case "CharacterSet":
      if (element.kind === "digit" && !element.negate) return Array.from("0123456789");
      return element.kind === "space" && !element.negate ? [" "] : undefined;
    case "Group":
    case "CapturingGroup": {
      if (element.type === "Group" && element.modifiers !== null) return undefined;
      const each = element.alternatives.map(({ elements }) => spelledBy(elements) ?? []);
      return each.flat();
    }
    case "Quantifier": {
      const once = element.max === 0 ? [] : (spellingsOf(element.element) ?? []);
      if (element.min > 1) return undefined;
      return element.min === 0 ? ["", ...once] : once;
    }
    default:
      return undefined;
  }
}
