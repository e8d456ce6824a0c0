/** How alike two texts are: the share of their words that they have in common. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  // Two texts without a word have nothing in common that would make one a duplicate of the other.
  if (few.size === 0) return 0;

  let shared = 0;
  for (const token of few) if (many.has(token)) shared += 1;
  return shared / (few.size + many.size - shared);
}

/**
 * The words and numbers of a text, in lower case. A flag keeps its dashes (`--no-header`), since
 * adding one is often the whole lesson; names keep what joins them (`err_require_esm`, `plugin.json`,
 * `don't`, `c++`). Paths and hyphenated words fall apart, so that parts of them can be shared.
 */
export function tokenSet(text: string): ReadonlySet<string> {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  const tokens = new Set<string>();
  for (const { 0: token, groups } of plain.matchAll(tokenPattern)) {
    if (groups?.["unspaced"] === undefined) tokens.add(token);
    else for (const pair of neighbours(token)) tokens.add(pair);
  }
  return tokens;
}

/** Scripts that put no space between words, where a whole sentence would be one word. */
const unspacedScripts = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const unspaced = unspacedScripts.map((script) => `\\p{scx=${script}}`).join("");

const letter = String.raw`[[\p{L}\p{N}]--[${unspaced}]]`;
const letterOrMark = String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]`;
const word = `${letter}${letterOrMark}*`;
const name = `${word}(?:(?:_+|[.'])${word})*`;
const flag = String.raw`(?<![\p{L}\p{N}\p{M}_\-])--?${name}(?:-${name})*`;
const suffixedName = String.raw`${name}(?:(?:\+\+|#)(?![\p{L}\p{N}]))?`;
const unspacedRun = String.raw`[[\p{L}\p{N}\p{M}]&&[${unspaced}]]+`;
const tokenPattern = new RegExp(`(?<unspaced>${unspacedRun})|${flag}|${suffixedName}`, "gv");

/** Each two characters that stand beside each other: what search engines take for want of words. */
function neighbours(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

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

/**
 * MinHash with banding: finds the pairs of sets that may be alike without looking at every pair.
 *
 * Two sets agree in one row of their signatures with a chance equal to their Jaccard similarity s,
 * in all `rowsPerBand` rows of a band with s⁴, and in none of the bands with (1 − s⁴)³⁶⁰. At s = 0.5 that
 * is 8·10⁻¹¹, and less above it. Four rows because words are skewed: among 10,000 texts three rows
 * make millions of candidates out of everyday words alone, four about half a million.
 */
export const rowsPerBand = 4;
export const bandCount = 360;

/** From this Jaccard similarity on, a pair is a candidate for all practical purposes. */
export const surelyFoundFrom = 0.5;

/** Pairs of positions in `sets`, each pair once, the earlier position first. An empty set is in no pair. */
export function* candidatePairs(
  sets: readonly ReadonlySet<string>[],
): Generator<readonly [earlier: number, later: number]> {
  const chains = chainByBand(sets);
  const lastPairedWith = new Int32Array(sets.length).fill(none);
  for (let later = 0; later < sets.length; later += 1) {
    for (let band = 0; band < bandCount; band += 1) {
      let earlier = chains[later * bandCount + band] ?? none;
      while (earlier !== none) {
        if (lastPairedWith[earlier] !== later) yield [earlier, later];
        lastPairedWith[earlier] = later;
        earlier = chains[earlier * bandCount + band] ?? none;
      }
    }
  }
}

/** For each row the lowest hash among the tokens; the highest number there is for an empty set. */
export function signatureOf(tokens: ReadonlySet<string>): Uint32Array {
  const signature = new Uint32Array(seeds.length).fill(0xffffffff);
  for (const token of tokens) {
    const hash = hashOf(token);
    for (let row = 0; row < seeds.length; row += 1) {
      const rowHash = mix(hash ^ (seeds[row] ?? 0));
      if (rowHash < (signature[row] ?? 0)) signature[row] = rowHash;
    }
  }
  return signature;
}

const none = -1;

/**
 * For each set and band the position of the nearest earlier set with an equal band, or `none`.
 * The slots of a table stand for the bands: when two bands share a slot by accident, that is one
 * comparison too many and not a wrong result.
 */
function chainByBand(sets: readonly ReadonlySet<string>[]): Int32Array {
  const slotCount = 2 ** Math.ceil(Math.log2(8 * sets.length + 1));
  const chains = new Int32Array(sets.length * bandCount).fill(none);
  const slots = sets.map((tokens) =>
    tokens.size === 0 ? undefined : slotsOf(signatureOf(tokens), slotCount),
  );
  const latest = new Int32Array(slotCount);
  for (let band = 0; band < bandCount; band += 1) {
    latest.fill(none);
    for (const [position, slotByBand] of slots.entries()) {
      const slot = slotByBand?.[band];
      if (slot === undefined) continue;
      chains[position * bandCount + band] = latest[slot] ?? none;
      latest[slot] = position;
    }
  }
  return chains;
}

function slotsOf(signature: Uint32Array, slotCount: number): Uint32Array {
  const slots = new Uint32Array(bandCount);
  for (let band = 0; band < bandCount; band += 1) {
    let hash = 0;
    for (let row = band * rowsPerBand; row < (band + 1) * rowsPerBand; row += 1) {
      hash = mix(hash ^ (signature[row] ?? 0));
    }
    slots[band] = hash % slotCount;
  }
  return slots;
}

/** Multiples of the golden ratio, mixed: the same on every machine, and no two rows alike. */
const seeds = Uint32Array.from({ length: rowsPerBand * bandCount }, (_, row) =>
  mix(Math.imul(row + 1, 0x9e3779b9)),
);

/** FNV-1a over the code units. */
function hashOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index += 1) {
    hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Shuffles 32 bits so that the rows are independent, on which the chance above rests. */
function mix(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
