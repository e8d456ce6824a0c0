import type { Instant, Lesson, LessonId } from "../../core/lesson.ts";
import { mostModelConfidence } from "../../core/review/model-confidence.ts";
import type { Opinion } from "../../core/review/opinion.ts";
import type { RefusedItem } from "../../review/read-answer.ts";
import type { Database } from "../../store/database.ts";
import { countsOf } from "../../store/history.ts";
import { findLesson, lessonNumber } from "../../store/lessons.ts";
import { Fault } from "../../system/fault.ts";
import { storeChange } from "../lesson-change.ts";
import type { ChosenOpinion, PassedOver } from "./choose-opinions.ts";
import { lessonState } from "./lesson-state.ts";
import { opinionChange, type ActingOpinion, type OpinionChange } from "./opinion-change.ts";

/**
 * Applies what can be, again and again until nothing more can: an opinion may rest on what another one of
 * the same answer makes of its lesson, and a second run must find nothing to do.
 */
export function settleOpinions(
  database: Database,
  opinions: readonly JudgedOpinion[],
  now: Instant,
): SettledOpinions {
  const changes: OpinionChange[] = [];
  const isSame = ({ lesson }: JudgedOpinion) => {
    const current = findLesson(database, lesson.id);
    return current !== undefined && lessonState(current) === lessonState(lesson);
  };
  let waiting = opinions.filter(isSame);
  const passedOver = opinions
    .filter((each) => !waiting.includes(each))
    .map(({ lesson: { id, slug } }) => ({ id, slug, why: "it has changed in the meantime" }));
  for (;;) {
    const refused = new Map<LessonId, string>();
    for (const each of waiting) {
      const problem = applyOne(database, each, now, changes);
      if (problem !== undefined) refused.set(each.lesson.id, problem);
    }
    const left = waiting.filter(({ lesson }) => refused.has(lesson.id));
    if (left.length === waiting.length) {
      const items = [...refused].map(([name, problem]) => ({ name, problems: [problem] }));
      return { changes: inOrder(changes), passedOver, refused: items };
    }
    waiting = left;
  }
}

export type Acting = ChosenOpinion<ActingOpinion>;

export interface JudgedOpinion extends Acting {
  /** What the lesson's flags are after the check of its patterns. */
  readonly flags?: Lesson["flags"];
}

interface SettledOpinions {
  readonly changes: readonly OpinionChange[];
  readonly passedOver: readonly PassedOver[];
  readonly refused: readonly RefusedItem[];
}

/** Why it cannot be applied, or undefined when it was. */
function applyOne(
  database: Database,
  { opinion, lesson, flags }: JudgedOpinion,
  now: Instant,
  changes: OpinionChange[],
): string | undefined {
  const problem = expandProblem(database, opinion, lesson.id);
  if (problem !== undefined) return problem;
  const { sessionCount } = countsOf(database, lessonNumber(database, lesson.id));
  try {
    const change = opinionChange(lesson, opinion, {
      now,
      mostConfidence: mostModelConfidence(lesson.source, sessionCount),
      ...(flags === undefined ? {} : { flags }),
    });
    storeChange(database, change);
    changes.push(change);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

function expandProblem(database: Database, opinion: Opinion, id: LessonId): string | undefined {
  if (opinion.verdict !== "expand_existing") return undefined;
  const target = findLesson(database, opinion.expands);
  if (target === undefined) return `there is no lesson ${opinion.expands} that it could expand`;
  if (target.id === id) return "it cannot expand itself";
  const { status } = target.stage;
  if (status === "active" || status === "reviewed") return undefined;
  return `${opinion.expands} is ${status}, and only a lesson in use can be expanded`;
}

/** A fault is something wrong with what the model said; anything else is ours. */
export function problemOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  throw error;
}

function inOrder(changes: readonly OpinionChange[]): readonly OpinionChange[] {
  return changes.toSorted((one, other) => (one.before.id < other.before.id ? -1 : 1));
}
