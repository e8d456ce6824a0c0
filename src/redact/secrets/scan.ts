/**
 * Reads a text once and lets the rules look only where one of their hints may stand. Most texts have
 * no such place and come back as they are. Measured: one expression with all hints as alternatives
 * takes half as long again only to find them.
 */
export function makeScan(rules: readonly Rule[]): (text: string) => string {
  const groups = groupByStart(rules);
  const groupNumbers = new Uint16Array(startCount);
  const numbered = [...groups.values()];
  const fourths = new Uint32Array(numbered.length + 1);
  for (const [position, [start, hints]] of [...groups].entries()) {
    groupNumbers[start] = position + 1;
    fourths[position + 1] = hints.reduce((bits, { text }) => bits | fourthOf(text), 0);
  }

  return (text) => {
    let kept = "";
    let from = 0;
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      start = ((start << bits) | (text.charCodeAt(index) & letterMask)) & startMask;
      const group = groupNumbers[start];
      if (!group || index - from < startLength - 1) continue;
      // Most of what three letters let through ends at the fourth.
      if ((((fourths[group] ?? 0) >>> (text.charCodeAt(index + 1) & letterMask)) & 1) === 0)
        continue;
      const found = firstFound(numbered[group - 1], text, index - (startLength - 1), from);
      if (found === undefined) continue;
      kept += text.slice(from, found.start) + found.instead;
      from = found.end;
      index = from - 1;
    }
    return from === 0 ? text : kept + text.slice(from);
  };
}

/** Five bits tell letters apart, case aside: three of them make a table that stays in the cache. */
const bits = 5;
const letterMask = (1 << bits) - 1;
const startLength = 3;
const startCount = 1 << (bits * startLength);
const startMask = startCount - 1;

interface Hint {
  /** Four characters of the hint, or three and a mask that leaves the fourth open. */
  readonly code: number;
  readonly mask: number;
  /** All of it, where it is longer. */
  readonly text: string;
  readonly rule: Rule;
}

function groupByStart(rules: readonly Rule[]): ReadonlyMap<number, readonly Hint[]> {
  const groups = new Map<number, Hint[]>();
  for (const rule of rules) {
    for (const text of rule.hints) {
      const mask = text.length > startLength ? -1 : ~0xff;
      const hint = { code: codeAt(text, 0), mask, text, rule };
      const start = startOf(text);
      const group = groups.get(start);
      if (group === undefined) groups.set(start, [hint]);
      else group.push(hint);
    }
  }
  return groups;
}

/** The fourth letters that a hint allows, a bit each: one, or all where it has only three. */
function fourthOf(hint: string): number {
  return hint.length > startLength ? 1 << (hint.charCodeAt(startLength) & letterMask) : -1;
}

function startOf(hint: string): number {
  let start = 0;
  for (let index = 0; index < startLength; index += 1)
    start = (start << bits) | (hint.charCodeAt(index) & letterMask);
  return start;
}

/** The next four characters in one number; what is not there counts as zero. */
function codeAt(text: string, index: number): number {
  return (
    ((text.charCodeAt(index) & 0xff) << 24) |
    ((text.charCodeAt(index + 1) & 0xff) << 16) |
    ((text.charCodeAt(index + 2) & 0xff) << 8) |
    (text.charCodeAt(index + 3) & 0xff)
  );
}

function firstFound(
  hints: readonly Hint[] | undefined,
  text: string,
  index: number,
  from: number,
): Found | undefined {
  if (hints === undefined) return undefined;
  const code = codeAt(text, index);
  for (const hint of hints) {
    if (((code ^ hint.code) & hint.mask) !== 0) continue;
    if (hint.text.length > 4 && !text.startsWith(hint.text, index)) continue;
    const found = hint.rule.find(text, index, from);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A way to find one sort of text that must not be kept. */
export interface Rule {
  /** Three characters or more: wherever the rule finds something, one of these stands. */
  readonly hints: readonly string[];
  /**
   * What must go at `index`, where one of the hints stands. It may reach back before the hint, never before `from`: that part is decided. Takes time
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
