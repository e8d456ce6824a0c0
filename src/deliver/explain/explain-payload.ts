import type { ToolPayload } from "../../agents/delivery.ts";
import { judgeLesson, type Judgement } from "../../match/match.ts";
import { inTime } from "../../measure/replay/in-time.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Database } from "../../platform/database/database.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import type { Context } from "../../platform/context.ts";
import { makeReady } from "../compile/make-ready.ts";
import { explainLesson, type LessonExplanation } from "./explain-lesson.ts";
import { momentOf, type Rehearsal } from "./rehearsal.ts";

/** All that has to do with one call. */
export interface CallReport {
  /** The most fitting first. */
  readonly fires: readonly LessonExplanation[];
  /** What one more condition, a higher level or an approval would make fire. */
  readonly near: readonly LessonExplanation[];
  readonly moreNear: number;
}

export function explainPayload(
  context: Pick<Context, "database" | "place">,
  payload: ToolPayload,
  rehearsal: Rehearsal,
): CallReport {
  const { relevanceThreshold } = rehearsal.config;
  const all = [...everyLesson(context.database)];
  const moment = momentOf(rehearsal, payload, all);
  const judged = inTime(all, (lessons) =>
    lessons.map((lesson) => judgeLesson(lesson, moment, relevanceThreshold)),
  );
  const explain = ({ lesson }: Judgement) => explainLesson(context, lesson.id, rehearsal, payload);
  const about = judged.filter(isAboutIt).toSorted(mostFittingFirst);
  const explained = about.slice(0, mostExplained).map(explain);
  const isFiring = ({ call, reach }: LessonExplanation) =>
    call?.judgement.fires === true && reach.obstacles.every(isSilence);
  const near = explained.filter((each) => !isFiring(each));
  const shown = near.slice(0, mostNear);
  return {
    fires: explained.filter(isFiring),
    near: shown,
    moreNear: near.length - shown.length + about.length - explained.length,
  };
}

/** Thousands of candidates may be about one program, and each takes a look into the store. */
const mostExplained = 100;
const mostNear = 10;

/** Those that wait for review, too. What they are made of matters here, and not where they come from. */
function* everyLesson(database: Database): Generator<ReadyLesson> {
  for (const row of eachLesson(database, { statuses: ["candidate", "reviewed", "active"] })) {
    yield makeReady({ lesson: lessonFromRow(row), origin: { sessions: 0 } });
  }
}

/** It fires, or what it says about the call holds and something else is in the way. */
function isAboutIt({ fires, veto, conditions }: Judgement): boolean {
  if (fires || veto === undefined) return true;
  return conditions.some(({ name, verdict }) => name === "target" && verdict === "matched");
}

function mostFittingFirst(one: Judgement, other: Judgement): number {
  return (
    other.score - one.score ||
    other.relevance - one.relevance ||
    (one.lesson.slug < other.lesson.slug ? -1 : 1)
  );
}

function isSilence({ is }: { readonly is: string }): boolean {
  return is === "paused" || is === "switched-off";
}
