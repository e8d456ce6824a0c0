/**
 * A text without what a reader is not shown: terminal escapes and other control characters, every character that Unicode
 * wants ignored (variation selectors, tags, zero-width characters, soft hyphens, fillers, direction marks), and what a
 * backspace takes back. Every text that is kept or handed on goes through here, and before secrets are looked for: a
 * colour in the middle of a token would hide it, and a model reads what a person does not see. Line breaks of every
 * kind become one kind; tabs stay. Joiners stay where a script or an emoji is written with them.
 */
export function visible(text: string): string {
  if (!mayHide(text)) return text;
  return withoutOverstrikes(
    text.replaceAll(lineBreak, "\n").replaceAll(escape, "").replaceAll(oneByteEscape, ""),
  ).replaceAll(hidden(), "");
}

/** A text without terminal escapes that are spelled out, as sources and JSON have them: `\e[31m`, `\u001b[0m`. */
export function withoutSpelledEscapes(text: string): string {
  if (!text.includes("\\") || !text.includes("[")) return text;
  return text.replaceAll(spelledEscape, "");
}

const spelledEscape = /\\{1,4}(?:[eE]|x1[bB]|u001[bB]|u\{1[bB]\}|0?33)\[[0-9;]{0,20}[A-Za-z]/g;

/** Whether a text has characters that a reader cannot see. For text that must not be changed, such as a pattern. */
export function hasHiddenCharacters(text: string): boolean {
  return mayHide(text) && text.search(hidden()) >= 0;
}

/** The text with something else in place of each hidden character. */
export function replaceHidden(text: string, instead: (character: string) => string): string {
  return mayHide(text) ? text.replaceAll(hidden(), instead) : text;
}

/** Whether a text may have something hidden. Most texts are plain ASCII, and for the others a table is faster than an expression. */
function mayHide(text: string): boolean {
  const first = text.search(unusual);
  if (first < 0) return false;
  mayBeHidden ??= hiddenUnits();
  for (let index = first; index < text.length; index += 1) {
    if (mayBeHidden[text.charCodeAt(index)] === 1) return true;
  }
  return false;
}

const unusual = /[^\t\n -~]/;

/** By single units. Of the characters beyond 16 bits these are first halves: shorthand, notes, and the tags. */
function hiddenUnits(): Uint8Array {
  const units = new Uint8Array(1 << 16);
  for (const range of (
    "0-8 b-1f 7f-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 2028-202e 2060-206f " +
    "3164 d82f d834 db40-db43 fe00-fe0f feff ffa0 fff0-fffb"
  ).split(" ")) {
    const [first = 0, last = first] = range.split("-").map((digits) => Number.parseInt(digits, 16));
    units.fill(1, first, last + 1);
  }
  return units;
}

let mayBeHidden: Uint8Array | undefined;

const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g;

/**
 * Colours and cursor moves (`ESC [ … letter`), titles, links and other strings (`ESC ] … BEL`), and the short ones
 * (`ESC ( B`). A string that nobody closed loses its beginning only: what follows may be the text.
 */
const escape =
  /\u001B(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\u0007\u001B\u009C\n]{0,4096}(?:\u0007|\u001B\\|\u009C)|[ -/]{1,3}[0-~]|[0-Z\\^-~])/g;
const oneByteEscape = /\u009B[0-?]{0,64}[ -/]{0,8}[@-~]/g;

/** Made with the first text that may have one: reading the names of Unicode takes V8 a millisecond, and few runs of a hook need it. */
function hidden(): RegExp {
  return (hiddenCharacters ??= new RegExp(
    `(?!${neededJoiner()}|[\\t\\n])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\uFFF9-\\uFFFB]`,
    "gu",
  ));
}

let hiddenCharacters: RegExp | undefined;

/** A single joiner behind a letter of a script that has joined forms, or between two emoji. */
function neededJoiner(): string {
  const joiningScripts =
    "Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt"
      .split(" ")
      .map((script) => `\\p{Script_Extensions=${script}}`)
      .join("");
  return [
    `(?<=[${joiningScripts}])(?<!\\p{Default_Ignorable_Code_Point})[\\u200C\\u200D](?![\\u200C\\u200D])`,
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})",
  ].join("|");
}

/** A letter, a backspace and the letter again is how printers wrote in bold. */
function withoutOverstrikes(text: string): string {
  if (!text.includes("\b")) return text;
  const kept: string[] = [];
  for (const character of text) {
    if (character !== "\b") kept.push(character);
    else if (kept.length > 0 && kept.at(-1) !== "\n") kept.pop();
  }
  return kept.join("");
}
