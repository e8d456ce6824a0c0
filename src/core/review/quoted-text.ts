/** A text between quotes that begins at an offset: what is inside, and where it ends. */
export interface QuotedText {
  readonly value: string;
  readonly end: number;
}

/**
 * The quoted text that begins at `start`. Undefined when no quote opens there, `unclosed` when it
 * never ends. Backslashes are themselves, because values may be regular expressions; only in front
 * of a closing quote do they count: two are one, and one takes the quote as a character.
 */
export function readQuoted(text: string, start: number): QuotedText | "unclosed" | undefined {
  const closers = closersOf[text.charAt(start)];
  if (closers === undefined) return undefined;
  let value = "";
  let copied = start + 1;
  let backslashes = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (closers.includes(character)) {
      value += text.slice(copied, at - backslashes) + "\\".repeat(Math.floor(backslashes / 2));
      if (backslashes % 2 === 0 && !isApostrophe(text, at)) return { value, end: at + 1 };
      copied = at;
    }
    backslashes = character === "\\" ? backslashes + 1 : 0;
  }
  return "unclosed";
}

/** The value in curly quotes, as `readQuoted` takes it back. */
export function quote(value: string): string {
  return `“${value.replace(/(\\*)(”|$)/g, (_, backslashes: string, closer: string) =>
    closer === "" ? backslashes.repeat(2) : `${backslashes.repeat(2)}\\${closer}`,
  )}”`;
}

/** A quote that may as well be an apostrophe: when it never closes, it is one. */
export function mayBeApostrophe(character: string): boolean {
  return apostrophes.includes(character);
}

/** Within a word it ends nothing: 'don't stash'. */
function isApostrophe(text: string, at: number): boolean {
  return mayBeApostrophe(text.charAt(at)) && wordCharacter.test(text.charAt(at + 1));
}

const wordCharacter = /[\p{L}\p{N}]/u;
const apostrophes = "'’‘";

/** What ends a text, by what begins it. German and Swedish quotes end where English ones begin or end. */
const closersOf: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "”": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "‹": "›",
  "›": "‹",
  "`": "`",
  "'": "'",
  "‘": "’",
  "’": "’",
  "‚": "‘’",
  "「": "」",
  "『": "』",
};
