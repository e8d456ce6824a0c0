import { isRecord } from "../core/json-fields.ts";
import { objectsInText } from "../core/objects-in-text.ts";
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
  for (const value of objectsInText(said, 4 * longestAnswer)) {
    if (isRecord(value) && Array.isArray(value["items"])) answers.set(JSON.stringify(value), value);
  }
  if (answers.size > 1) return { problem: "there are two different answers in it" };
  for (const answer of answers.values()) return { answer };
  if (isLineAnswer(said)) return { answer: readLineAnswer(said) };
  return { problem: "there is no answer in it: a JSON object with items, or lines" };
}

/** A hundred times what the instructions ask for. */
const longestAnswer = 4_000_000;
