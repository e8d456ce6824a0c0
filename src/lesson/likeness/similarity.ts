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
