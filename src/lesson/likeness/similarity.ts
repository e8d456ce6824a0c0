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
  if (!hasOtherLetters.test(plain)) return new Set(plain.match(latinTokens));
  const tokens = new Set<string>();
  for (const { 0: token, groups } of plain.matchAll((anyTokens ??= anyTokenPattern()))) {
    if (groups?.["unspaced"] === undefined) tokens.add(token);
    else for (const pair of neighbours(token)) tokens.add(pair);
  }
  return tokens;
}

/** Beyond ASCII there are no letters, marks and numbers among punctuation, arrows and the lines of boxes. */
const hasOtherLetters = /[^\u0000-\u007F\u2000-\u206F\u2190-\u21FF\u2500-\u257F]/;
const latinTokens = tokenPattern({
  letter: String.raw`[a-z\d]`,
  letterOrMark: String.raw`[a-z\d]`,
  beforeFlag: String.raw`[a-z\d_\-]`,
  flags: "g",
});

/** An expression for scripts takes 0.1 s to make, and most texts have nothing of them. */
let anyTokens: RegExp | undefined;

function anyTokenPattern(): RegExp {
  return tokenPattern({
    unspaced: String.raw`(?<unspaced>[[\p{L}\p{N}\p{M}]&&[${unspaced}]]+)|`,
    letter: String.raw`[[\p{L}\p{N}]--[${unspaced}]]`,
    letterOrMark: String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]`,
    beforeFlag: String.raw`[\p{L}\p{N}\p{M}_\-]`,
    anyLetter: String.raw`[\p{L}\p{N}]`,
    flags: "gv",
  });
}

/** Scripts that put no space between words, where a whole sentence would be one word. */
const unspacedScripts = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const unspaced = unspacedScripts.map((script) => `\\p{scx=${script}}`).join("");

function tokenPattern(characters: {
  readonly unspaced?: string;
  readonly letter: string;
  readonly letterOrMark: string;
  readonly beforeFlag: string;
  /** Also those of the unspaced scripts. */
  readonly anyLetter?: string;
  readonly flags: string;
}): RegExp {
  const { unspaced: run = "", letter, letterOrMark, beforeFlag, flags } = characters;
  const { anyLetter = letter } = characters;
  const word = `${letter}${letterOrMark}*`;
  const name = `${word}(?:(?:_+|[.'])${word})*`;
  const flag = String.raw`(?<!${beforeFlag})--?${name}(?:-${name})*`;
  const suffixedName = String.raw`${name}(?:(?:\+\+|#)(?!${anyLetter}))?`;
  return new RegExp(`${run}${flag}|${suffixedName}`, flags);
}

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

/** Every pair at least as similar as `alikeFrom`, the most similar first. */
export function findNearDuplicates(items: readonly KeyedTokens[]): readonly NearDuplicates[] {
  const found: NearDuplicates[] = [];
  for (const [one, other] of candidatePairs(items)) {
    const similarity = jaccard(one.tokens, other.tokens);
    if (similarity < alikeFrom) continue;
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

/** From this share of common words on, two texts may say the same. */
const alikeFrom = 0.5;

/** The items at least as similar to one text as `threshold`, the nearest first. */
export function nearestTo(
  tokens: ReadonlySet<string>,
  items: readonly KeyedTokens[],
  threshold = alikeFrom,
): readonly { readonly key: string; readonly similarity: number }[] {
  return items
    .map((item) => ({ key: item.key, similarity: jaccard(tokens, item.tokens) }))
    .filter(({ similarity }) => similarity >= threshold)
    .toSorted((one, other) => other.similarity - one.similarity || inTextOrder(one.key, other.key));
}

/**
 * The pairs that can be similar enough, each once. With all words in one order, the rarest first, two such texts
 * share one of their first words: were the first half of one not in the other at all, too little would be left to
 * share. So texts with nothing but everyday words in common are never compared.
 */
function* candidatePairs(
  items: readonly KeyedTokens[],
): Generator<readonly [KeyedTokens, KeyedTokens]> {
  const uses = new Map<string, number>();
  for (const { tokens } of items) {
    for (const token of tokens) uses.set(token, (uses.get(token) ?? 0) + 1);
  }
  const rarestFirst = (one: string, other: string) =>
    (uses.get(one) ?? 0) - (uses.get(other) ?? 0) || inTextOrder(one, other);

  const earlierWith = new Map<string, KeyedTokens[]>();
  for (const item of items) {
    const { size } = item.tokens;
    const first = [...item.tokens].toSorted(rarestFirst);
    const partners = new Set<KeyedTokens>();
    for (const token of first.slice(0, size - Math.ceil(alikeFrom * size) + 1)) {
      const earlier = earlierWith.get(token) ?? [];
      for (const partner of earlier) partners.add(partner);
      earlierWith.set(token, earlier);
      earlier.push(item);
    }
    for (const partner of partners) yield [partner, item];
  }
}

/** By code units and not by locale, so that the order is the same on every machine. */
function inTextOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
