import { isRecord } from "../core/json-fields.ts";
import { plainLine } from "../core/plain-text.ts";
import type { Opinion } from "../core/review/opinion.ts";
import { describeIssues } from "../system/describe-issues.ts";
import { openAnswerSchema, opinionSchema } from "../system/review-answer-schema.ts";
import { findAnswer } from "./find-answer.ts";

/** What a model said, as far as it can be used. */
export interface ReviewAnswer {
  readonly opinions: readonly Opinion[];
  /** Items that are none, each with what is wrong. */
  readonly refused: readonly RefusedItem[];
  readonly model?: string;
  readonly promptVersion?: number;
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
  return {
    answer: {
      opinions,
      refused,
      ...(model === undefined ? {} : { model }),
      ...(promptVersion === undefined ? {} : { promptVersion }),
    },
  };
}

function nameOf(item: unknown, index: number): string {
  const id = isRecord(item) ? item["id"] : undefined;
  const name = typeof id === "string" ? plainLine(id.slice(0, 100)) : "";
  return name === "" ? `item ${index + 1}` : name;
}
