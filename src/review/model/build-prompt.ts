import type { Body, Kind } from "../../lesson/record/body.ts";
import type { EvidenceCounts } from "../../lesson/record/history.ts";
import type { LessonId, Slug, Source } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import { jsonForm, lineForm, reviewInstructions } from "../prompts/review-candidates.ts";

/** A candidate as a model sees it: what it says and why we believe it, no places and no people. */
export interface PromptCandidate {
  readonly id: LessonId;
  readonly kind: Kind;
  readonly summary: string;
  readonly body: Body;
  readonly triggers: Partial<Triggers>;
  readonly tags: readonly string[];
  readonly priority: number;
  readonly confidence: number;
  readonly source: Source;
  readonly seen: EvidenceCounts;
  /** From the logs, shortened. */
  readonly quotes: readonly string[];
  /** Another lesson that says the same to the letter. */
  readonly sameContentAs?: Slug | undefined;
  /** Lessons in use that say something like it, the nearest first. */
  readonly near: readonly NearText[];
  /** Other candidates that say something like it. */
  readonly alike: readonly LessonId[];
}

interface NearText {
  readonly slug: Slug;
  readonly status: Status;
  readonly similarity: number;
  readonly summary: string;
  readonly body: Body;
}

export type AnswerForm = "json" | "lines";

/**
 * The whole prompt. Candidates come as JSON in fences, one for each id: inside, a line can only begin
 * with JSON's own characters, so that no text of theirs can close a fence or stand as a line of its own.
 */
export function buildPrompt(candidates: readonly PromptCandidate[], form: AnswerForm): string {
  const blocks = candidates.map(
    (candidate, index) =>
      `### Candidate ${index + 1} of ${candidates.length}: ${candidate.id}\n\n${fenced(candidate)}\n`,
  );
  // What surfaces cut off, they cut off at the end: the form must not be lost.
  return [
    reviewInstructions,
    form === "json" ? jsonForm : lineForm,
    `## The candidates\n`,
    ...blocks,
    "Now answer in the form above.\n",
  ].join("\n");
}

function fenced(candidate: PromptCandidate): string {
  // Backticks too: some readers look for fences inside of lines.
  return `\`\`\`json\n${JSON.stringify(candidate, null, 1).replaceAll("`", "\\u0060")}\n\`\`\``;
}
