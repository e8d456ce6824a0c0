/**
 * JSON as regular expressions, for records that are read where they lie instead of being parsed. They
 * match what JSON.parse takes and nothing else, so that a match proves the shape of a record: a quote
 * inside a string is escaped, and nothing that was said can pose as a key. Written for `latin1` text,
 * where bytes beyond ASCII are characters like any other. Without white space, as programs write it.
 */
const string = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;

/** Text, a number, a truth or nothing. */
export const simpleValue = `(?:${string}|${number}|null|true|false)`;

/** A simple value, or an object of what `inner` matches; deeper ones are made of flatter ones. */
export function valueOrObject(inner: string): string {
  const field = String.raw`"\w+":${inner}`;
  return String.raw`(?:${simpleValue}|\{(?:${field}(?:,${field})*)?\})`;
}

/** More fields behind others, none of which has one of these names: of two fields, JSON takes the last. */
export function moreFields(value: string, ...otherNames: readonly string[]): string {
  return String.raw`(?:,"(?!(?:${otherNames.join("|")})")\w+":${value})*`;
}

/** Text that is its own decoding. */
export const plainText = String.raw`"([\x20\x21\x23-\x5b\x5d-\x7e]*)"`;

/** A number without sign or fraction that needs no rounding. */
export const wholeNumber = String.raw`(0|[1-9]\d{0,14})`;
