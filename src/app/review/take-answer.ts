import type { LessonId } from "../../core/lesson.ts";
import { plainLine } from "../../core/plain-text.ts";
import { reviewPromptVersion } from "../../review/prompts/review-candidates.ts";
import { readAnswer } from "../../review/read-answer.ts";
import { Fault } from "../../system/fault.ts";
import type { Workshop } from "../workshop.ts";
import { applyOpinions, type ApplyReport, type ModelReviewer } from "./apply-opinions.ts";
import { backtestChanges, type Backtest } from "./model-backtest.ts";

/** What a model's answer has led to, and what its triggers would have done. */
export interface TakenAnswer {
  readonly reviewer: ModelReviewer;
  readonly report: ApplyReport;
  readonly backtests: ReadonlyMap<LessonId, Backtest>;
}

export interface AnswerOptions {
  /** Our folder, where the audit file goes. */
  readonly home: string;
  /** Which model it was, where that is known better than by its own word. */
  readonly model?: string;
}

/** Takes what a model said: reads it, applies what holds, and looks at what its triggers would have done. */
export async function takeAnswer(
  workshop: Workshop,
  said: string,
  { home, model }: AnswerOptions,
): Promise<TakenAnswer> {
  const read = readAnswer(said);
  if ("problem" in read) {
    throw new Fault("bad-input", `the answer cannot be used: ${read.problem}`, {
      hint: "schemas/review-answer.schema.json describes it; lessons review --prepare shows an example",
    });
  }
  const { answer } = read;
  const reviewer = {
    model: plainLine(model ?? answer.model ?? "").slice(0, longestName) || "unknown",
    promptVersion: answer.promptVersion ?? reviewPromptVersion,
  };
  const report = await applyOpinions(workshop, answer, { ...reviewer, home });
  return { reviewer, report, backtests: backtestChanges(workshop, report.changes) };
}

const longestName = 100;
