import {
  blank,
  characterAtom,
  isCharacter,
  isWordCharacter,
  nameEdge,
  placeMarks,
  weightOf,
  commandEnd,
  wordEnd,
  wordGap,
  wordStart,
} from "./atom.ts";
import type { Atom } from "./atom.ts";
import { shells, wrapperPrograms } from "../../shell/unwrap.ts";

/** What a pattern is tested on. It decides which text of the pattern stands in the payload as it is. */
export type Field = "command" | "path" | "content";

/** The atom for one character of a pattern, or undefined when it need not be in the payload as it is. */
export function atomIn(
  field: Field,
  character: string,
  { ignoresCase }: { readonly ignoresCase: boolean },
): Atom | undefined {
  if (field === "command" && isBlank(character)) return blank;
  if (character < " " || character > "~") {
    const isSame = /^(?:\p{Lo}|\p{P})$/u.test(character) && !cased.test(character);
    return isSame || (!ignoresCase && /^[\u00A0-\uD7FF]$/u.test(character) && !isBlank(character))
      ? character
      : undefined;
  }
  return notAsIs[field].includes(character) ? undefined : characterAtom(character);
}

const cased = /\p{Changes_When_Casemapped}/u;

/**
 * Characters that the matcher's text may have where the payload has others. A command is made of
 * its parts anew (`""`, `$()`, `a=`); a path is made relative and its separators slashes. `<`, `>`
 * and `&` are here because some programs write them as `\u003c` in JSON.
 */
const notAsIs: Readonly<Record<Field, string>> = {
  command: "\"'\\$`()<>&=+!#*;?[]^{|}",
  path: "/\\<>&",
  content: "<>&",
};

export function isBlank(character: string): boolean {
  return /^\s$/.test(character);
}

/**
 * The part of a run that says most and stands in the payload in one piece, with its borders.
 * Never more than the run says.
 */
export function pieceOf(run: readonly Atom[], field: Field): readonly Atom[] {
  let best: readonly Atom[] = [];
  for (const piece of piecesOf(run, field)) {
    if (weightOf(piece) > weightOf(best)) best = piece;
  }
  return best;
}

function piecesOf(run: readonly Atom[], field: Field): readonly (readonly Atom[])[] {
  const pieces: (readonly Atom[])[] = [];
  let from = 0;
  run.forEach((atom, index) => {
    const isGap = atom === nameEdge || (atom === blank && isBroken(run.slice(from, index), field));
    if (!isGap) return;
    pieces.push(bordered(run.slice(from, index + 1), field));
    from = index;
  });
  return [...pieces, bordered(run.slice(from), field)];
}

/** Content may be put together from several strings, and between a wrapper and its command are its options. */
function isBroken(before: readonly Atom[], field: Field): boolean {
  if (field !== "command") return true;
  const start = before.lastIndexOf(blank) + 1;
  const word = before.slice(start).filter(isCharacter).join("").toLowerCase();
  return wrapperNames.some((name) => name.endsWith(word)) || word.includes("[");
}

const wrapperNames = [...wrapperPrograms.keys(), ...shells, "eval", "time"];

/** Marks in the middle say nothing that their neighbours do not; those at the ends become borders. */
function bordered(run: readonly Atom[], field: Field): readonly Atom[] {
  const first = run.findIndex(isCharacter);
  const last = run.findLastIndex(isCharacter);
  if (first < 0) return [];
  const inner = run.slice(first, last + 1).filter((atom) => isCharacter(atom) || atom === blank);
  const behind = run.slice(last + 1);
  const isFollowed = field === "command" && behind.includes(blank);
  const before = borderOf(run.slice(0, first), inner, field, wordStart);
  const after = borderOf(behind, inner, field, isFollowed ? wordGap : endOf(field));
  const single = inner.filter((atom, index) => atom !== blank || inner[index - 1] !== blank);
  return [...before, ...single, ...after];
}

function borderOf(
  around: readonly Atom[],
  inner: readonly Atom[],
  field: Field,
  wordBorder: Atom,
): readonly Atom[] {
  const neighbour = wordBorder === wordStart ? inner[0] : inner.at(-1);
  if (field === "path") return around.some(endsName) ? [nameEdge] : [];
  const isWord = around.length > 0 && isWordCharacter(neighbour);
  // Several words are telling enough without their end, and every bracket costs grep time.
  const isTelling =
    wordBorder !== wordStart && inner.includes(blank) && inner.length > longestWithEnd;
  return isWord && !isTelling ? [wordBorder] : [];
}

const longestWithEnd = 6;

function endsName(atom: Atom): boolean {
  return atom === placeMarks.start || atom === placeMarks.end || atom === nameEdge;
}

function endOf(field: Field): Atom {
  return field === "command" ? commandEnd : wordEnd;
}
