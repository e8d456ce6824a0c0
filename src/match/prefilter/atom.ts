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

/** Before a word. An escape such as `\n` ends in a letter, and is no part of the word all the same. */
export const wordStart: Atom = String.raw`([^A-Za-z0-9_]|\\[bfnrt]|\\u[0-9A-Fa-f]+)`;
/** After a word: if nothing else, the quote that ends the string. */
export const wordEnd: Atom = "[^A-Za-z0-9_]";
/** After the last word of a command: its string may end there, but a field's name is followed by a colon. */
export const commandEnd: Atom = '([^"A-Za-z0-9_]|"[,}])';
/** After a word of a command that another follows: so not at the end of a string, as a field's name is. */
export const wordGap: Atom = '[^"A-Za-z0-9_]';
/** Where a name in a path begins or ends. */
export const nameEdge: Atom = String.raw`["/\]`;

/** Places in a pattern, not yet in the payload: what they become depends on what is next to them. */
export const placeMarks = { edge: "<edge>", start: "<start>", end: "<end>" } as const;

const marks: ReadonlySet<Atom> = new Set([
  blank,
  wordStart,
  wordEnd,
  commandEnd,
  wordGap,
  nameEdge,
  ...Object.values(placeMarks),
]);

export function isCharacter(atom: Atom): boolean {
  return !marks.has(atom);
}

export function isWordCharacter(atom: Atom | undefined): boolean {
  return atom !== undefined && (/^\w$/.test(atom) || /^\[\w+\]$/.test(atom));
}

/** The character as the payload has it, matched literally. */
export function characterAtom(character: string): Atom {
  return escapedForGrep(JSON.stringify(character).slice(1, -1));
}

/** One of several word characters. */
export function classAtom(characters: readonly string[]): Atom {
  const [only] = characters;
  return characters.length === 1 && only !== undefined ? only : `[${characters.join("")}]`;
}

export function escapedForGrep(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
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
  return !atoms.includes(blank) && everyPayload.includes(text.toLowerCase());
}
