import { isRecord } from "../core/json-fields.ts";
import { parseJson } from "../core/parse-json.ts";
import { isLineAnswer, readLineAnswer } from "./line-answer.ts";

/** The answer in what a model said, not checked yet, or why there is none. */
export type FoundAnswer = { readonly answer: unknown } | { readonly problem: string };

/**
 * Finds the one answer in a text: a JSON object with `items`, bare, fenced or between prose; or the form
 * in lines. Two different answers are none: nobody could say which one is meant.
 */
export function findAnswer(said: string): FoundAnswer {
  if (said.length > longestAnswer) {
    return { problem: `it is longer than ${longestAnswer} characters` };
  }
  const answers = new Map<string, unknown>();
  for (const value of objectsIn(said)) {
    if (isRecord(value) && Array.isArray(value["items"])) answers.set(JSON.stringify(value), value);
  }
  if (answers.size > 1) return { problem: "there are two different answers in it" };
  for (const answer of answers.values()) return { answer };
  if (isLineAnswer(said)) return { answer: readLineAnswer(said) };
  return { problem: "there is no answer in it: a JSON object with items, or lines" };
}

/** A hundred times what the instructions ask for. */
const longestAnswer = 4_000_000;
const mostTries = 1000;

/** The outermost JSON objects of a text, as far as they can be read. */
function* objectsIn(text: string): Generator {
  let start = text.indexOf("{");
  let budget = 4 * longestAnswer;
  for (let tries = 0; start >= 0 && tries < mostTries && budget > 0; tries += 1) {
    const end = endOfObject(text, start);
    budget -= end - start;
    const parsed = end > start ? parseJson(text.slice(start, end)) : { problem: "" };
    const isRead = "value" in parsed;
    if (isRead) yield parsed.value;
    start = text.indexOf("{", isRead ? end : start + 1);
  }
}

/** Behind the brace that closes the one at `start`; the end of the text when nothing does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isInString) {
      if (character === backslash) at += 1;
      else if (character === quote) isInString = false;
    } else if (character === quote) isInString = true;
    else if (character === open) depth += 1;
    else if (character === close && --depth === 0) return at + 1;
  }
  return text.length;
}

const [open, close, quote, backslash] = [0x7b, 0x7d, 0x22, 0x5c];
