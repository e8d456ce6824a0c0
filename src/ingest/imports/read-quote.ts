import type { Note } from "./foreign-entry.ts";

/** Texts as the quote of one piece of evidence, or undefined when there are none. */
export function readQuote(texts: readonly string[], note: Note): string | undefined {
  if (texts.length === 0) return undefined;
  const quote = texts.join("\n\n");
  if (quote.length <= longestQuote) return quote;
  note(`What it quotes is longer than ${longestQuote} characters and was cut.`);
  // A cut between the halves of a character would leave a half that is none.
  return `${quote
    .slice(0, longestQuote - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, "")}…`;
}

/** As long as a text of a lesson may be. */
const longestQuote = 10_000;
