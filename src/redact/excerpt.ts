/**
 * The first characters of a text, cut where a word ends. With a text that is still to be redacted this
 * matters: half a secret is not recognised as one. A key block is never cut, because its lines mean
 * nothing without the first.
 */
export function firstPart(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = length;
  while (end > 0 && !isSpace(text.charCodeAt(end - 1))) end -= 1;
  return withoutOpenKey(text.slice(0, end));
}

/** The last characters of a text, in the same way. */
export function lastPart(text: string, length: number): string {
  if (text.length <= length) return text;
  let start = text.length - length;
  while (start < text.length && !isSpace(text.charCodeAt(start))) start += 1;
  const part = text.slice(start);
  return part.includes(keyEnd) ? part.slice(part.lastIndexOf(keyEnd) + keyEnd.length) : part;
}

/** Space, tab and the ends of lines: what a secret does not hold. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

const keyBegin = "-----BEGIN";
const keyEnd = "-----END";

function withoutOpenKey(part: string): string {
  const begin = part.lastIndexOf(keyBegin);
  return begin < 0 || part.includes(keyEnd, begin) ? part : part.slice(0, begin);
}
