import { once } from "../once.ts";
import { escaped } from "../pattern/pattern.ts";
import { wordsBeforeOptions } from "../../shell/subcommands.ts";
import { shells, wrapperPrograms } from "../../shell/unwrap.ts";

/**
 * One step of an expression over the payload: an extended regular expression for one character as
 * JSON writes it, or one of the marks below. As text, so that equal atoms are equal.
 */
export type Atom = string;

/**
 * Between two words of a command. The matcher sees one space; what was typed may be several blanks,
 * a tab, a continued line, closing and opening quotes, a redirection. Each of those begins in a way
 * that no plain next word does, and only then may anything follow.
 */
export const blank: Atom = "<blank>";
/** How a blank begins that is not just one space. */
export const oddBlank = String.raw`( ?[\'<>&$]| ?[^ -~]| [ 0-9{])`;

/** The same where options may stand in between that patterns do not see: the `-C dir` of `git -C dir push`. */
export const optionsBlank: Atom = "<options>";
export const oddOptions = String.raw`( ?[\'<>&$]| ?[^ -~]| [ 0-9{+-])`;

/** Before a word. An escape such as `\n` ends in a letter, and is no part of the word all the same. */
export const wordStart: Atom = String.raw`([^A-Za-z0-9_]|\\[bfnrt]|\\u[0-9A-Fa-f]+)`;
/** Before the program of a command: what is none of the characters that a name may have before it is none of its letters. */
const programStart: Atom = String.raw`([^A-Za-z0-9_.:@,%+-]|\\[bfnrt]|\\u[0-9A-Fa-f]+)`;
/** After a word: if nothing else, the quote that ends the string. */
const wordEnd: Atom = "[^A-Za-z0-9_]";
/** After the last word of a command: its string may end there, but a field's name is followed by a colon. */
const commandEnd: Atom = '([^"A-Za-z0-9_]|"[,}])';
/** After a word of a command that another follows: so not at the end of a string, as a field's name is. */
const wordGap: Atom = '[^"A-Za-z0-9_]';
/** Where a name in a path begins or ends; in a patch a path stands behind a blank. */
export const nameEdge: Atom = String.raw`[ "/\]`;

/** Places in a pattern, not yet in the payload: what they become depends on what is next to them. */
export const placeMarks = { edge: "<edge>", start: "<start>", end: "<end>" } as const;

const marks: ReadonlySet<Atom> = new Set([
  blank,
  optionsBlank,
  wordStart,
  programStart,
  wordEnd,
  commandEnd,
  wordGap,
  nameEdge,
  ...Object.values(placeMarks),
]);

export function isCharacter(atom: Atom): boolean {
  return !marks.has(atom);
}

function isWordCharacter(atom: Atom | undefined): boolean {
  return atom !== undefined && (/^\w$/.test(atom) || /^\[\w+\]$/.test(atom));
}

/** The character as the payload has it, matched literally. */
function characterAtom(character: string): Atom {
  return escaped(JSON.stringify(character).slice(1, -1));
}

/** One of several word characters. */
export function classAtom(characters: readonly string[]): Atom {
  const [only] = characters;
  return characters.length === 1 && only !== undefined ? only : `[${characters.join("")}]`;
}

/** One of these characters, in capitals or not, as grep reads it. */
export function inEitherCase(characters: string): string {
  const both = [...new Set(`${characters.toLowerCase()}${characters.toUpperCase()}`)];
  return both.length === 1 ? both.join("") : `[${both.join("")}]`;
}

/** How much a run of atoms says: about the number of characters that have to be there. */
export function weightOf(atoms: readonly Atom[]): number {
  let weight = 0;
  for (const atom of atoms) weight += isCharacter(atom) ? characterWeight(atom) : markWeight;
  return isInEveryPayload(atoms) ? 0 : weight;
}

const markWeight = 0.5;

function characterWeight(atom: Atom): number {
  return atom.startsWith("[") ? Math.max(0, 1 - atom.length / 20) : 1;
}

/** What an agent writes around every call. Whoever asks for that asks for nothing. */
const everyPayload =
  '{"session_id":"","transcript_path":"/home/users/.claude/projects/-home.jsonl","cwd":"/home/",' +
  '"prompt_id":"","permission_mode":"default acceptedits bypasspermissions plan","effort":{"level":"low medium high"},"hook_event_name":"pretooluse",' +
  '"tool_name":"bash","tool_input":{"command":"","description":"","file_path":""},"tool_use_id":"toolu_"}';

export function isInEveryPayload(atoms: readonly Atom[]): boolean {
  const text = atoms
    .filter(isCharacter)
    .map((atom) => atom.replace(/^\\/, ""))
    .join("");
  return !atoms.some(isBetweenWords) && everyPayload.includes(text.toLowerCase());
}

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
    const isSame =
      /^(?:\p{Lo}|\p{P})$/u.test(character) && !/\p{Changes_When_Casemapped}/u.test(character);
    return isSame || (!ignoresCase && /^[\u00A0-\uD7FF]$/u.test(character) && !isBlank(character))
      ? character
      : undefined;
  }
  return notAsIs[field].includes(character) ? undefined : characterAtom(character);
}

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

export function isBetweenWords(atom: Atom | undefined): boolean {
  return atom === blank || atom === optionsBlank;
}

export function isBlank(character: string): boolean {
  return /^\s$/.test(character);
}

/**
 * The part of a run that says most and stands in the payload in one piece, with its borders.
 * Never more than the run says.
 */
export function pieceOf(
  run: readonly Atom[],
  field: Field,
  { isAhead }: { readonly isAhead: boolean },
): readonly Atom[] {
  let best: readonly Atom[] = [];
  for (const piece of piecesOf(run, field, isAhead)) {
    if (weightOf(piece) > weightOf(best)) best = piece;
  }
  return best;
}

/**
 * A run as the beginning of a command, up to its last letter; undefined when it does not stand in the payload in one piece, or
 * when what follows it may be options that the matcher does not see.
 */
export function beginningOf(run: readonly Atom[]): readonly Atom[] | undefined {
  const [piece, ...others] = piecesOf(run, "command", false);
  if (piece === undefined || others.length > 0 || isBroken(run, "command")) return undefined;
  return piece.slice(0, piece.findLastIndex(isCharacter) + 1);
}

function piecesOf(
  run: readonly Atom[],
  field: Field,
  isAhead: boolean,
): readonly (readonly Atom[])[] {
  const pieces: (readonly Atom[])[] = [];
  let from = 0;
  run.forEach((atom, index) => {
    const isGap =
      atom === nameEdge || (atom === blank && (isAhead || isBroken(run.slice(from, index), field)));
    if (!isGap) return;
    pieces.push(bordered(run.slice(from, index + 1), field));
    from = index;
  });
  return [...pieces, bordered(run.slice(from), field)];
}

/** Content may be put together from several strings, and between a wrapper and its command are its options. */
function isBroken(before: readonly Atom[], field: Field): boolean {
  if (field !== "command") return true;
  const word = lastWord(before);
  return wrapperNames.some((name) => name.endsWith(word)) || word.includes("[");
}

const wrapperNames = [...wrapperPrograms.keys(), ...shells, "eval", "time"];

/** The end of it, where more of the word stands before the run. */
function lastWord(run: readonly Atom[]): string {
  const start = run.findLastIndex(isBetweenWords) + 1;
  return run.slice(start).filter(isCharacter).join("").toLowerCase();
}

/** Whether a program or a group of its commands may end here, behind which options may stand. */
function mayHaveOptions(before: readonly Atom[]): boolean {
  const [name = ""] = lastWord(before).split("/").slice(-1);
  // Any Python is one, whatever its version.
  return /[[\d]/.test(name) || beforeOptions().some((word) => word.endsWith(name));
}

const beforeOptions = once(wordsBeforeOptions);

/**
 * The part of a run of a path that says most and stands in a shell line as it is, but for quotes. There a name begins and ends at
 * anything that is no part of a word, such as a blank or `>`, and what a shell gives a meaning to may be typed in many ways.
 */
export function asTyped(run: readonly Atom[]): readonly Atom[] {
  const pieces: Atom[][] = [[]];
  for (const atom of run) {
    if (atom === nameEdge || isTypedAsIs(atom)) pieces.at(-1)?.push(atom);
    else pieces.push([]);
  }
  const typed = pieces.map((piece) =>
    piece.flatMap((atom, index) => {
      if (atom !== nameEdge) return [atom];
      const neighbour = index === 0 ? piece[1] : piece[index - 1];
      return isWordCharacter(neighbour) ? [index === 0 ? wordStart : wordEnd] : [];
    }),
  );
  return typed.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
}

function isTypedAsIs(atom: Atom): boolean {
  if (isWordCharacter(atom)) return true;
  const character = atom.replace(/^\\(?=.$)/, "");
  return character.length === 1 && character !== " " && !notAsIs.command.includes(character);
}

/** Marks in the middle say nothing that their neighbours do not; those at the ends become borders. */
function bordered(run: readonly Atom[], field: Field): readonly Atom[] {
  const first = run.findIndex(isCharacter);
  const last = run.findLastIndex(isCharacter);
  if (first < 0) return [];
  const inner = run
    .slice(first, last + 1)
    .map((atom, index) => {
      const isGap = field === "command" && atom === blank;
      return isGap && mayHaveOptions(run.slice(0, first + index)) ? optionsBlank : atom;
    })
    .filter((atom) => isCharacter(atom) || isBetweenWords(atom));
  const behind = run.slice(last + 1);
  const isFollowed = field === "command" && behind.includes(blank);
  const before = startOf(run.slice(0, first), inner, field);
  const after = borderOf(behind, inner, field, isFollowed ? wordGap : endOf(field));
  const single = inner.filter(
    (atom, index) => !isBetweenWords(atom) || !isBetweenWords(inner[index - 1]),
  );
  return [...before, ...single, ...after];
}

function startOf(around: readonly Atom[], inner: readonly Atom[], field: Field): readonly Atom[] {
  const border = borderOf(around, inner, field, wordStart);
  const isProgram = field === "command" && around.at(-1) === placeMarks.start;
  return isProgram && border.length > 0 ? [programStart] : border;
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
    wordBorder !== wordStart && inner.some(isBetweenWords) && inner.length > longestWithEnd;
  return isWord && !isTelling ? [wordBorder] : [];
}

const longestWithEnd = 6;

function endsName(atom: Atom): boolean {
  return atom === placeMarks.start || atom === placeMarks.end || atom === nameEdge;
}

function endOf(field: Field): Atom {
  return field === "command" ? commandEnd : wordEnd;
}
