/**
 * What a text must begin and end with for a pattern to match it, character by character: the first ones in their order, the last ones from the
 * end. Both may be empty. Where thousands of lessons ask for the same letters, most are told apart by this, without an expression.
 */
export interface Edges {
  readonly starts: readonly Signs[];
  readonly ends: readonly Signs[];
}

/** Which characters may stand in a place, in lower case: `+ab` one of these, `-ab` none of these, nothing at all: any. */
export type Signs = string;

/** False is certain. `from`: what stands before it is known to fit. Loops, because a crowd asks ten thousand times and nobody has made this fast before. */
export function mayHaveEdges({ starts, ends }: Edges, text: string, from = 0): boolean {
  const { length } = text;
  if (length < from + starts.length || length < ends.length) return false;
  for (let at = 0; at < ends.length; at += 1)
    if (!mayStand(text.charCodeAt(length - 1 - at), ends[at] ?? "")) return false;
  for (let at = 0; at < starts.length; at += 1)
    if (!mayStand(text.charCodeAt(from + at), starts[at] ?? "")) return false;
  return true;
}

function mayStand(code: number, signs: Signs): boolean {
  if (signs === "") return true;
  const isUpper = code >= 0x41 && code <= 0x5a;
  const isNamed = signs.includes(String.fromCharCode(isUpper ? code + 0x20 : code), 1);
  return isNamed === (signs.charCodeAt(0) === plus);
}

const plus = 0x2b;
