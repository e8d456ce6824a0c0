import type { PairKey, TextSnapshot } from "../review-state.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { bundleForm, pairInstructions } from "../prompts/review-pairs.ts";
import { closingMark, openingMark, type MarkedPart } from "./review-marks.ts";

/** What a run asks: every text once, and which of them belong together. */
export interface RunTexts {
  readonly notes: readonly TextSnapshot[];
  readonly gates: readonly TextSnapshot[];
  /** In the order of their numbers, from 1. */
  readonly pairs: readonly PairKey[];
}

/** The whole prompt. Each text stands in it as it is, character by character. */
export function buildPairPrompt({ notes, gates, pairs }: RunTexts, nonce: string): string {
  return [
    pairInstructions,
    bundleForm(nonce),
    `## The gates\n`,
    ...gates.map((gate, index) => marked("gate", index + 1, gate, nonce)),
    `## The notes\n`,
    ...notes.map((note, index) => marked("note", index + 1, note, nonce)),
    `## The pairs\n`,
    ...pairs.map((pair, index) => {
      const note = notes.findIndex(({ path }) => path === pair.notePath) + 1;
      const gate = gates.findIndex(({ path }) => path === pair.gatePath) + 1;
      return `- pair ${index + 1}: note ${note} by gate ${gate}`;
    }),
    `\nNow answer in the form above, with one block for each of the ${pairs.length} pair${pairs.length === 1 ? "" : "s"}.\n`,
  ].join("\n");
}

/** Whether a code can stand in the marks of these texts. */
export function isFreeNonce({ notes, gates }: RunTexts, nonce: string): boolean {
  return ![...notes, ...gates].some(
    ({ path, text }) => text.includes(nonce) || path.includes(nonce),
  );
}

function marked(
  what: MarkedPart,
  number: number,
  { path, text }: TextSnapshot,
  nonce: string,
): string {
  const name = JSON.stringify(plainLine(path));
  return `${what} ${number} is ${name}:\n\n${openingMark(nonce, what, number)}\n${text}\n${closingMark(nonce, what, number)}\n`;
}
