/**
 * The first characters of a text, cut where a word ends. With a text that is still to be redacted this
 * matters: half a secret is not recognised as one. A key block is never cut, because its lines mean
 * nothing without the first.
 */
export function firstPart(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length).search(/\S*$/u);
  return withoutOpenKey(text.slice(0, end));
}

/** The last characters of a text, in the same way. */
export function lastPart(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = text.length - length;
  const start = text.slice(from).search(/\s/u);
  const part = start < 0 ? "" : text.slice(from + start);
  return part.includes(keyEnd) ? part.slice(part.lastIndexOf(keyEnd) + keyEnd.length) : part;
}

const keyBegin = "-----BEGIN";
const keyEnd = "-----END";

function withoutOpenKey(part: string): string {
  const begin = part.lastIndexOf(keyBegin);
  return begin < 0 || part.includes(keyEnd, begin) ? part : part.slice(0, begin);
}
