/** The word that was probably meant: the one with the fewest slips of the finger, if they are few enough. */
export function nearestWord(typed: string, words: Iterable<string>): string | undefined {
  if (typed.length < 3 || typed.length > longestWord) return undefined;
  const most = typed.length < 5 ? 1 : 2;
  let nearest: string | undefined;
  let fewest = most + 1;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > most) continue;
    const slips = slipsBetween(typed, word);
    if (slips < fewest) {
      fewest = slips;
      nearest = word;
    }
  }
  return nearest;
}

/** Longer ones are no slips but something else, and the comparison costs the product of the lengths. */
const longestWord = 100;

/** Letters added, left out, replaced, or exchanged with their neighbour. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
