import type { Kind } from "../../lesson/record/body.ts";

/** The kinds that a sentence of advice can be. */
export type ProcessType = Extract<Kind, "checklist" | "pattern" | "warning" | "requirement">;

/**
 * Which kind fits a sentence of advice: the first whose indicators it contains, `pattern` when none.
 * Indicators are whole words: "command" does not contain "and", "auto-complete" not "complete".
 */
export function inferProcessType(text: string): ProcessType {
  const plain = text.replaceAll("’", "'");
  return indicators.find(({ pattern }) => pattern.test(plain))?.type ?? "pattern";
}

/** In this order: a sentence of several steps is a checklist even when it says "always". */
const indicators: readonly { readonly type: ProcessType; readonly pattern: RegExp }[] = [
  {
    type: "checklist",
    pattern: wholeWords([
      "also need",
      "don't forget",
      "all files",
      "complete",
      "both",
      "and",
      "also update",
    ]),
  },
  { type: "pattern", pattern: wholeWords(["when", "always", "whenever", "after", "before"]) },
  {
    type: "warning",
    pattern: wholeWords(["risk", "danger", "careful", "could", "might", "warning"]),
  },
  {
    type: "requirement",
    pattern: wholeWords(["must", "required", "constraint", "cannot", "should not"]),
  },
];

function wholeWords(phrases: readonly string[]): RegExp {
  const alternatives = phrases.map((phrase) => phrase.replaceAll(" ", "\\s+")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives})(?![\\p{L}\\p{N}_-])`, "iu");
}
