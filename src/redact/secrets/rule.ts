/** A way to find one sort of text that must not be kept. */
export interface Rule {
  /** Three characters or more: wherever the rule finds something, one of these stands. */
  readonly hints: readonly string[];
  /**
   * What must go at `index`, where one of the hints may stand: only its first four characters were
   * compared. It may reach back before the hint, never before `from`: that part is decided. Takes time
   * in proportion to what it finds, or a fixed amount.
   */
  readonly find: (text: string, index: number, from: number) => Found | undefined;
}

export interface Found {
  readonly start: number;
  readonly end: number;
  /** What is kept in its place. */
  readonly instead: string;
}

/** The readable trace of what was there. It names the kind and nothing else. */
export function marker(kind: string): string {
  return `${markerStart}${kind}]`;
}

export const markerStart = "[redacted:";

/** A marker stays as it is, and nothing is looked for in it, so that redacting twice is redacting once. */
export const markerRule: Rule = {
  hints: [markerStart],
  find: (text, index) => {
    const shape = matchAt(wholeMarker, text, index);
    return shape && { start: index, end: index + shape[0].length, instead: shape[0] };
  },
};

const wholeMarker = /\[redacted:[a-z0-9-]{1,40}\]/y;

/** What a sticky expression matches at a place. */
export function matchAt(sticky: RegExp, text: string, index: number): RegExpExecArray | undefined {
  sticky.lastIndex = index;
  return sticky.exec(text) ?? undefined;
}

/**
 * Whether a word may begin here. An escape before it is not part of the word: in JSON a line break
 * before a token is a backslash and an `n`, in a URL a quote is `%22`.
 */
export function isWordStart(text: string, index: number, from: number): boolean {
  if (index <= from || !isWordCode(text.charCodeAt(index - 1))) return true;
  return index - from >= 2 && escapeEnd.test(text.slice(Math.max(from, index - 6), index));
}

const escapeEnd =
  /(?:\\[nrtbf]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\u001B\[[0-9;]{0,3}m|%[0-9A-Fa-f]{2})$/;

/** Where the characters before `end` that all belong to a class begin, at `floor` or after it. */
export function runStart(
  text: string,
  end: number,
  floor: number,
  isMember: (code: number) => boolean,
): number {
  let start = end;
  while (start > floor && isMember(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** Letters, digits and `_`, in ASCII. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  );
}

/** A word as names and headers spell it: `token`, `Token`, `TOKEN`. */
export function anyCase(word: string): readonly string[] {
  return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];
}

/** For a text that goes into a regular expression as it is. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
