/** What a person pressed, or what the terminal says was pasted. */
export type Key =
  /** One character. */
  | { readonly key: "text"; readonly text: string }
  | { readonly key: "paste"; readonly text: string }
  /** Ctrl and a letter that has no name of its own. */
  | { readonly key: "control"; readonly letter: string }
  /** A press of the first mouse button, or a turn of the wheel; rows and columns count from 0. */
  | { readonly key: "click"; readonly row: number; readonly column: number }
  | { readonly key: "wheel"; readonly by: -1 | 1; readonly row: number; readonly column: number }
  | { readonly key: NamedKey };

type NamedKey =
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "pageUp"
  | "pageDown"
  | "wordLeft"
  | "wordRight"
  | "deleteWord"
  | "tab"
  | "backTab"
  | "enter"
  /** Ctrl-J, or Enter with Alt: Enter alone saves. */
  | "newLine"
  | "escape"
  | "backspace"
  | "delete";

/** What has come but is not a whole key yet: half an escape sequence, or a paste that has not ended. */
export interface KeyReading {
  readonly pending: string;
  readonly paste?: string | undefined;
}

export const noKeysYet: KeyReading = { pending: "" };

/**
 * The keys in what a terminal sends, however it is cut into pieces. A lone Esc cannot be distinguished from
 * the start of a sequence: it stays pending until more comes, or until `endOfKeys`. What is
 * unknown is left out.
 */
export function readKeys(
  before: KeyReading,
  piece: string,
): { readonly reading: KeyReading; readonly keys: readonly Key[] } {
  const text = before.pending + piece;
  const keys: Key[] = [];
  let paste = before.paste;
  let at = 0;
  while (at < text.length) {
    if (paste !== undefined) {
      const end = text.indexOf(pasteEnd, at);
      const stop = end < 0 ? Math.max(at, text.length - pasteEnd.length + 1) : end;
      paste = (paste + text.slice(at, stop)).slice(0, longestPaste);
      if (end < 0) return { reading: { pending: text.slice(stop), paste }, keys };
      keys.push({ key: "paste", text: paste });
      paste = undefined;
      at = end + pasteEnd.length;
      continue;
    }
    if (matchAt(unfinished, text, at) !== undefined) break;
    const { length, key } = keyAt(text, at);
    at += length;
    if (key === "pasteStart") paste = "";
    else if (key !== undefined) keys.push(key);
  }
  const pending = text.slice(at);
  return { reading: { pending, paste }, keys };
}

/** Nothing more comes: what is pending is what it looks like. */
export function endOfKeys({ pending, paste }: KeyReading): readonly Key[] {
  if (paste !== undefined) {
    return [{ key: "paste", text: (paste + pending).slice(0, longestPaste) }];
  }
  if (pending === "") return [];
  const { reading, keys } = readKeys(noKeysYet, pending.slice(escape.length));
  return [{ key: "escape" }, ...keys, ...endOfKeys(reading)];
}

/** The key as one word: a text is one character, so that it is no other key's name. */
export function keyName(key: Key): string {
  return key.key === "text" ? key.text : key.key;
}

/** How far a key moves in something long: lines, pages, or all of it. 0 for the keys that do not. */
export function movement(key: Key, page: number): number {
  switch (keyName(key)) {
    case "up":
    case "k":
      return -1;
    case "down":
    case "j":
      return 1;
    case "pageUp":
      return -page;
    case "pageDown":
      return page;
    case "home":
    case "g":
      return -Infinity;
    case "end":
    case "G":
      return Infinity;
    default:
      return 0;
  }
}

const escape = "\u001B";
const pasteEnd = "\u001B[201~";
const longestPaste = 100_000;

// Bounded, because what comes from a terminal may be anything: a longer one is no sequence.
const sequence = /\u001B\[([0-?]{0,32})[ -/]{0,4}([@-~])/y;
const shortSequence = /\u001BO([A-Za-z])/y;
const unfinished = /\u001B(?:O|\[[0-?]{0,32}[ -/]{0,4})?$/y;

function keyAt(
  text: string,
  at: number,
): { readonly length: number; readonly key?: Key | "pasteStart" | undefined } {
  const long = matchAt(sequence, text, at);
  if (long !== undefined) {
    const [whole, parameters = "", final = ""] = long;
    return { length: whole.length, key: keyOfSequence(parameters, final) };
  }
  const short = matchAt(shortSequence, text, at);
  if (short !== undefined) {
    // `ESC O M` is Enter of the keypad; `ESC [ M` would be a mouse.
    const key = short[1] === "M" ? "enter" : byFinal[short[1] ?? ""];
    return { length: short[0].length, key: named(key) };
  }
  if (text[at] === escape) {
    const withAlt = byAlt[text[at + 1] ?? ""];
    // Esc and another key in one go: in a screen that Esc leaves, two keys are more likely than Alt.
    return withAlt === undefined
      ? { length: 1, key: { key: "escape" } }
      : { length: 2, key: named(withAlt) };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { length: character.length, key: keyOfCharacter(character) };
}

function keyOfSequence(parameters: string, final: string): Key | "pasteStart" | undefined {
  if (parameters.startsWith("<")) return mouseKey(parameters.slice(1), final);
  const [first = "", modifier = "1"] = parameters.split(";");
  if (final === "~") return first === "200" ? "pasteStart" : named(byNumber[first]);
  const name = /^[0-9;]*$/.test(parameters) ? byFinal[final] : undefined;
  // Modifiers are counted from 1: 2 is Alt and 4 is Ctrl.
  const isByWords = ((Number(modifier) - 1) & 6) !== 0;
  if (isByWords && name === "left") return { key: "wordLeft" };
  if (isByWords && name === "right") return { key: "wordRight" };
  return named(name);
}

/** `button;column;row`, counted from 1; the release of a button ends with `m` and means nothing. */
function mouseKey(parameters: string, final: string): Key | undefined {
  const [button = NaN, column = NaN, row = NaN] = parameters.split(";").map(Number);
  if (final !== "M" || !(column >= 1 && row >= 1)) return undefined;
  const place = { row: row - 1, column: column - 1 };
  // Shift, Alt and Ctrl are added to the button; moving with a button held is another bit.
  switch (button & ~modifierBits) {
    case 0:
      return { key: "click", ...place };
    case wheelBit:
      return { key: "wheel", by: -1, ...place };
    case wheelBit + 1:
      return { key: "wheel", by: 1, ...place };
    default:
      return undefined;
  }
}

const modifierBits = 4 + 8 + 16;
const wheelBit = 64;

function keyOfCharacter(character: string): Key | undefined {
  const name = byCharacter[character];
  if (name !== undefined) return { key: name };
  const code = character.codePointAt(0) ?? 0;
  if (code >= 1 && code <= 26) return { key: "control", letter: String.fromCodePoint(code + 96) };
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return undefined;
  return { key: "text", text: character };
}

const byCharacter: Readonly<Record<string, NamedKey>> = {
  "\r": "enter",
  "\n": "newLine",
  "\t": "tab",
  "\u007F": "backspace",
  "\b": "backspace",
};

const byFinal: Readonly<Record<string, NamedKey>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "backTab",
};

const byNumber: Readonly<Record<string, NamedKey>> = {
  "1": "home",
  "3": "delete",
  "4": "end",
  "5": "pageUp",
  "6": "pageDown",
  "7": "home",
  "8": "end",
};

const byAlt: Readonly<Record<string, NamedKey>> = {
  b: "wordLeft",
  f: "wordRight",
  "\r": "newLine",
  "\u007F": "deleteWord",
};

function named(name: NamedKey | undefined): Key | undefined {
  return name === undefined ? undefined : { key: name };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
