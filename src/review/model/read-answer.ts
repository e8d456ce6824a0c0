import { isRecord } from "../../platform/json/fields.ts";
import { objectsInText } from "../../platform/json/parse.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { Opinion } from "../decision/opinion.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { openAnswerSchema, opinionSchema } from "./answer-schema.ts";
import { isLineAnswer, readLineAnswer } from "./line-answer.ts";

/** What a model said, as far as it can be used. */
export interface ReviewAnswer {
  readonly opinions: readonly Opinion[];
  /** Items that are none, each with what is wrong. */
  readonly refused: readonly RefusedItem[];
  readonly model?: string | undefined;
  readonly promptVersion?: number | undefined;
}

export interface RefusedItem {
  /** The id as it was written, or the place in the list. */
  readonly name: string;
  readonly problems: readonly string[];
}

/** Reads an answer item by item: one that is wrong does not take the others along. */
export function readAnswer(
  said: string,
): { readonly answer: ReviewAnswer } | { readonly problem: string } {
  const found = findAnswer(said);
  if ("problem" in found) return found;
  const open = openAnswerSchema.safeParse(found.answer);
  if (!open.success) return { problem: describeIssues(open.error).slice(0, 5).join("; ") };

  const opinions: Opinion[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, item] of open.data.items.entries()) {
    const checked = opinionSchema.safeParse(item);
    if (checked.success) opinions.push(checked.data);
    else refused.push({ name: nameOf(item, index), problems: describeIssues(checked.error) });
  }
  const { model, promptVersion } = open.data;
  return { answer: { opinions, refused, model, promptVersion } };
}

function nameOf(item: unknown, index: number): string {
  const id = isRecord(item) ? item["id"] : undefined;
  const name = typeof id === "string" ? plainLine(id.slice(0, 100)) : "";
  return name === "" ? `item ${index + 1}` : name;
}

/**
 * Finds the one answer in a text: a JSON object with `items`, bare, fenced or between prose; or the form
 * in lines. Not checked yet. Two different answers are none: nobody could say which one is meant.
 */
function findAnswer(said: string): { readonly answer: unknown } | { readonly problem: string } {
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
