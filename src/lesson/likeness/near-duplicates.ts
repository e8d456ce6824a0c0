import { candidatePairs, surelyFoundFrom } from "./minhash.ts";
import { jaccard } from "./similarity.ts";

/** A text by its words, under a key that no other text of the same list has. */
export interface KeyedTokens {
  readonly key: string;
  readonly tokens: ReadonlySet<string>;
}

export interface NearDuplicates {
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
}

/**
 * Every pair at least as similar as `threshold`, the most similar first. It is what comparing all
 * pairs gives: MinHash only says where to look, and where it could miss a pair it is not asked.
 */
export function findNearDuplicates(
  items: readonly KeyedTokens[],
  threshold = 0.5,
): readonly NearDuplicates[] {
  const pairs =
    threshold < surelyFoundFrom
      ? allPairs(items.length)
      : candidatePairs(items.map(({ tokens }) => tokens));

  const found: NearDuplicates[] = [];
  for (const [earlier, later] of pairs) {
    const [one, other] = [items[earlier], items[later]];
    if (one === undefined || other === undefined) continue;
    const similarity = jaccard(one.tokens, other.tokens);
    if (similarity < threshold) continue;
    const [a, b] = one.key < other.key ? [one.key, other.key] : [other.key, one.key];
    found.push({ a, b, similarity });
  }
  return found.toSorted(
    (one, other) =>
      other.similarity - one.similarity ||
      inTextOrder(one.a, other.a) ||
      inTextOrder(one.b, other.b),
  );
}

/** The items at least as similar to one text as `threshold`, the nearest first. */
export function nearestTo(
  tokens: ReadonlySet<string>,
  items: readonly KeyedTokens[],
  threshold = 0.5,
): readonly { readonly key: string; readonly similarity: number }[] {
  return items
    .map((item) => ({ key: item.key, similarity: jaccard(tokens, item.tokens) }))
    .filter(({ similarity }) => similarity >= threshold)
    .toSorted((one, other) => other.similarity - one.similarity || inTextOrder(one.key, other.key));
}

function* allPairs(count: number): Generator<readonly [earlier: number, later: number]> {
  for (let later = 1; later < count; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) yield [earlier, later];
  }
}

/** By code units and not by locale, so that the order is the same on every machine. */
function inTextOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
