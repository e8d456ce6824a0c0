/**
 * Text as it is looked up: letters without case, digits and underscores stay, everything else is a gap, and there is one
 * before and behind it. So a gap also says where a word begins and ends, as `\b`, `^` and a slash in a glob do. By
 * UTF-16 units and ASCII alone, which is what patterns mean by a word.
 */
export function foldedUnits(text: string): Uint8Array {
  const units = new Uint8Array(text.length + 2).fill(gap);
  for (let at = 0; at < text.length; at += 1) units[at + 1] = folded(text.charCodeAt(at));
  return units;
}

export const gap = 0x20;

function folded(code: number): number {
  const isUpper = code >= 0x41 && code <= 0x5a;
  if (isUpper) return code + 0x20;
  const isWord =
    (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === underscore;
  return isWord ? code : gap;
}

const underscore = 0x5f;

/** How many units in a row are looked up: the longest of these that a text has room for tells most. */
export const gramLengths = [3, 5, 8, 12] as const;

/** Calls `visit` with the number of every gram in these units. `longest`: no longer ones are asked for. */
export function eachGram(
  units: Uint8Array,
  longest: number,
  visit: (gram: number, length: number) => void,
): void {
  for (let start = 0; start < units.length; start += 1) {
    const end = Math.min(start + longest, units.length);
    let gram = seed;
    for (let at = start; at < end; at += 1) {
      gram = Math.imul(gram ^ (units[at] ?? gap), prime);
      const length = at + 1 - start;
      if (isGramLength[length] === 1) visit((gram ^ (gram >>> 15)) >>> 0, length);
    }
  }
}

// FNV-1a: short, and good enough to tell some ten thousand grams apart.
const seed = 0x811c9dc5;
const prime = 0x01000193;

const isGramLength = Uint8Array.from({ length: Math.max(...gramLengths) + 1 }, (_, length) =>
  Number(gramLengths.some((each) => each === length)),
);
