/** What one call may get of lessons. Bytes are UTF-8. */
export interface Budget {
  readonly mostLessons: number;
  readonly mostBytes: number;
  /** Of what stands around all the lessons: a heading, a footer. It counts once. */
  readonly overheadBytes: number;
}

/** A lesson's share of the budget. What has no portion is not delivered, so it must not be claimed. */
export interface Portion<Item> {
  readonly item: Item;
  readonly form: "full" | "short" | "cut";
  readonly text: string;
}

/**
 * As many lessons as fit, first come first served: the whole text, else the short one, else the
 * beginning of the short one, else nothing. A smaller one may still fit behind one that did not.
 * The portions with their separators and the overhead never take more than `mostBytes`.
 */
export function fitToBudget<Item extends { readonly text: string; readonly shortText: string }>(
  items: readonly Item[],
  { mostLessons, mostBytes, overheadBytes }: Budget,
): readonly Portion<Item>[] {
  const portions: Portion<Item>[] = [];
  let bytesLeft = mostBytes - overheadBytes;
  for (const item of items) {
    if (portions.length >= mostLessons) break;
    const separator = portions.length === 0 ? 0 : blankLine;
    const portion = portionOf(item, bytesLeft - separator);
    if (portion === undefined) continue;
    portions.push(portion);
    bytesLeft -= separator + utf8Length(portion.text);
  }
  return portions;
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

const blankLine = 2;

function portionOf<Item extends { readonly text: string; readonly shortText: string }>(
  item: Item,
  mostBytes: number,
): Portion<Item> | undefined {
  const { text, shortText } = item;
  if (text !== "" && utf8Length(text) <= mostBytes) return { item, form: "full", text };
  if (shortText !== "" && utf8Length(shortText) <= mostBytes) {
    return { item, form: "short", text: shortText };
  }
  const beginning = mostBytes < shortestCut ? undefined : cutToBytes(shortText, mostBytes);
  return beginning === undefined ? undefined : { item, form: "cut", text: beginning };
}

/** Less than this says nothing. The lesson then waits for a call with more room. */
const shortestCut = 40;
const ellipsis = "…";
const ellipsisBytes = 3;

/**
 * The beginning of a text with an ellipsis, cut between characters as people see them and, where
 * that does not cost half of it, between words. Undefined when not even one character fits.
 */
function cutToBytes(text: string, mostBytes: number): string | undefined {
  let bytesLeft = mostBytes - ellipsisBytes;
  let end = 0;
  // No character takes less than a byte, so what is behind that many cannot be in it.
  for (const { segment } of graphemes().segment(text.slice(0, mostBytes + 1))) {
    bytesLeft -= utf8Length(segment);
    if (bytesLeft < 0) break;
    end += segment.length;
  }
  const space = text.lastIndexOf(" ", end);
  const beginning = text.slice(0, space > end / 2 ? space : end).trimEnd();
  return beginning === "" ? undefined : `${beginning}${ellipsis}`;
}

/** Made when it is needed, which is rare: it takes longer than all the rest. */
function graphemes(): Intl.Segmenter {
  return new Intl.Segmenter(undefined, { granularity: "grapheme" });
}
