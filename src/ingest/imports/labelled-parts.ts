/** A text that names its parts: `area: git; issue: …; resolution: …`. */
export interface LabelledParts {
  /** What stands before the first label. */
  readonly opening: string;
  /** What follows each label that is there, by the label's name in lower case. */
  readonly parts: ReadonlyMap<string, string>;
}

/**
 * The parts of `text` behind any of these labels. A label stands at the start of a line or behind
 * a semicolon, perhaps in bold or behind a dash; words that merely end in a colon are none.
 */
export function labelledParts(text: string, labels: readonly string[]): LabelledParts {
  // Only blanks, not line ends, around a label: with both, a run of empty lines takes quadratic time.
  const label = new RegExp(
    `(?:^|[;\\n])[ \\t]*(?:[-*][ \\t]+)?\\*{0,2}(${labels.join("|")})\\*{0,2}[ \\t]*:\\*{0,2}`,
    "giu",
  );
  const found = [...text.matchAll(label)];
  const parts = new Map<string, string>();
  for (const [index, match] of found.entries()) {
    const name = (match[1] ?? "").toLowerCase();
    const value = tidy(text.slice(match.index + match[0].length, found[index + 1]?.index));
    const earlier = parts.get(name);
    if (value !== "") parts.set(name, earlier === undefined ? value : `${earlier}\n\n${value}`);
  }
  return { opening: tidy(text.slice(0, found[0]?.index)), parts };
}

function tidy(text: string): string {
  return text.trim().replace(/;$/u, "").trimEnd();
}
