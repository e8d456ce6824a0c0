import { isRecord } from "../../platform/json/fields.ts";
import { objectsInText } from "../../platform/json/parse.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import {
  observationSchema,
  openLearningAnswerSchema,
  type AnsweredObservation,
} from "./answer-schema.ts";

/** What a model said. */
export interface LearningAnswer {
  readonly observations: readonly AnsweredObservation[];
}

export interface BadAnswer {
  /** What is wrong with it, in words. */
  readonly problem: string;
  /** How many of its observations do not fit. */
  readonly refused: number;
}

/**
 * Reads an answer: the one JSON object with `observations`. None at all is a good answer. All of it fits or none of
 * it is taken: a model that is wrong in one place is not to be believed in the others.
 */
export function readAnswer(
  said: string,
  sessionCount: number,
): { readonly answer: LearningAnswer } | BadAnswer {
  const found = findAnswer(said);
  if ("problem" in found) return { ...found, refused: 0 };
  const open = openLearningAnswerSchema.safeParse(found.answer);
  if (!open.success)
    return { problem: describeIssues(open.error).slice(0, 5).join("; "), refused: 0 };

  const observations: AnsweredObservation[] = [];
  const refused: string[] = [];
  for (const [index, item] of open.data.observations.entries()) {
    const checked = observationSchema.safeParse(item);
    const problem = checked.success
      ? sessionProblem(checked.data, sessionCount)
      : describeIssues(checked.error).slice(0, 3).join("; ");
    if (checked.success && problem === undefined) observations.push(checked.data);
    else refused.push(`observation ${index + 1}: ${problem}`);
  }
  if (refused.length > 0)
    return { problem: refused.slice(0, 5).join("; "), refused: refused.length };
  return { answer: { observations } };
}

/** Many times what the instructions ask for. */
const longestAnswer = 400_000;

function findAnswer(said: string): { readonly answer: unknown } | { readonly problem: string } {
  if (said.length > longestAnswer) {
    return { problem: `it is longer than ${longestAnswer} characters` };
  }
  const answers = new Map<string, unknown>();
  for (const value of objectsInText(said, 4 * longestAnswer)) {
    if (isRecord(value) && Array.isArray(value["observations"])) {
      answers.set(JSON.stringify(value), value);
    }
  }
  if (answers.size > 1) return { problem: "there are two different answers in it" };
  for (const answer of answers.values()) return { answer };
  return { problem: "there is no JSON object with observations in it" };
}

/** A session that was not shown cannot have been seen. */
function sessionProblem(
  { sessions }: AnsweredObservation,
  sessionCount: number,
): string | undefined {
  const stranger = sessions.find(({ number }) => number > sessionCount);
  return stranger && `there is no session ${stranger.number}`;
}
