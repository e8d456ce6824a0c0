import type { LessonId } from "../../lesson/record/lesson.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { type ReviewCard, withTriggerHistory } from "../review-card.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { triggerFields } from "../../lesson/record/triggers.ts";
import { reviewPromptVersion } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";
import { countsOf } from "../../lesson/table/history.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";
import { Fault } from "../../platform/fault.ts";
import { askAgent, type AskableAgent } from "../../agents/ask-agent.ts";
import type { ContextOpener, Context } from "../../platform/context.ts";
import { applyOpinions, type ApplyReport, type ModelReviewer } from "./apply-opinions.ts";
import type { OpinionChange } from "./settle-opinions.ts";
import { prepareReview, type PreparedReview } from "./prepare-review.ts";

export interface OpinionRequest {
  readonly agent: AskableAgent;
  readonly limit: number;
  readonly model?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the program; then a fault says so, and nothing is changed. */
  readonly signal?: AbortSignal | undefined;
  /** Called before the program is started. */
  readonly onPrepared: (prepared: PreparedReview) => void;
}

/**
 * One pass of a model over the candidates, by an agent's own program. The store is closed while the model
 * thinks, because that can take minutes. Undefined when there is nothing to judge.
 */
export async function askForOpinions(
  { paths, inContext }: ContextOpener,
  request: OpinionRequest,
): Promise<TakenAnswer | undefined> {
  const { agent, limit, model, environment, signal, onPrepared } = request;
  const prepared = await inContext((context) => prepareReview(context, { limit, form: "json" }));
  onPrepared(prepared);
  if (prepared.candidates.length === 0) return undefined;
  const reply = await askAgent(agent, prepared.prompt, { environment, model, signal });
  const name = [agent, reply.model ?? model].filter((part) => part !== undefined).join(" ");
  return inContext((context) => takeAnswer(context, reply.text, { home: paths.home, model: name }));
}

/** What a model's answer has led to, and what its triggers would have done. */
export interface TakenAnswer {
  readonly reviewer: ModelReviewer;
  readonly report: ApplyReport;
  readonly backtests: ReadonlyMap<LessonId, TriggerBacktest>;
}

/**
 * Takes what a model said: reads it, applies what holds, and looks at what its triggers would have done. `model`: which
 * one it was, where that is known better than by its own word.
 */
export async function takeAnswer(
  context: Context,
  said: string,
  { home, model }: { readonly home: string; readonly model?: string | undefined },
): Promise<TakenAnswer> {
  const read = readAnswer(said);
  if ("problem" in read) {
    throw new Fault("bad-input", `the answer cannot be used: ${read.problem}`, {
      hint: "for an example: lessons review --prepare; format: schemas/review-answer.schema.json",
    });
  }
  const { answer } = read;
  const reviewer = {
    model: plainLine(model ?? answer.model ?? "").slice(0, longestName) || "unknown",
    promptVersion: answer.promptVersion ?? reviewPromptVersion,
  };
  const report = await applyOpinions(context, answer, { ...reviewer, home });
  return { reviewer, report, backtests: backtestChanges(context, report.changes) };
}

const longestName = 100;

/** What a trigger that a model wrote means, and what it would have done on this person's own history. */
type TriggerBacktest = Pick<ReviewCard, "reading" | "history" | "warnings">;

/** Of each lesson whose trigger a model changed. */
function backtestChanges(
  context: Pick<Context, "database" | "config">,
  changes: readonly OpinionChange[],
): ReadonlyMap<LessonId, TriggerBacktest> {
  const { database } = context;
  const isTrigger = (field: string) => triggerFields.some((name) => name === field);
  const cards = changes
    .filter(({ edits }) => edits.some(({ field }) => isTrigger(field)))
    .map(({ after }) => ({
      lesson: after,
      counts: countsOf(database, lessonNumber(database, after.id)),
      reading: triggerReading(after.triggers, after),
      sightings: [],
      near: [],
      warnings: [],
    }));
  return new Map(withTriggerHistory(context, cards).map((card) => [card.lesson.id, card]));
}
