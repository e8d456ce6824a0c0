import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import { readPattern, syntaxProblem } from "../../match/pattern/pattern.ts";
import type { Opinion } from "./answer-schema.ts";
import type { RefusedItem, ReviewAnswer } from "./read-answer.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import { isTouchedByPerson } from "./prepare-review.ts";
import {
  recordReviewChanges,
  recordReviewSession,
  type ReviewSession,
  auditTrouble,
} from "../review-sessions.ts";
import { judgePatterns } from "../../lesson/edit.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import {
  applyChanges,
  type OpinionChange,
  problemOf,
  settleOpinions,
  type Acting,
  type ChosenOpinion,
  type JudgedOpinion,
  type LeftOut,
  type PassedOver,
  type SettledOpinions,
} from "./settle-opinions.ts";

/** What became of a model's answer. */
export interface ApplyReport extends SettledOpinions {
  readonly abstained: readonly ChosenOpinion[];
  /** The review in the record; none when nothing changed. */
  readonly session?: string | undefined;
  /** What the person should know: an audit file that could not be written. */
  readonly warnings: readonly string[];
}

/** Which model answered, as far as anybody said, and what it was asked. */
export interface ModelReviewer {
  readonly model: string;
  readonly promptVersion: number;
}

/**
 * Applies what a model thinks, candidate by candidate: what is wrong is left out and reported. Candidates
 * become reviewed or archived, never active; what a person has touched stays. Neither the order of
 * the answer nor applying it twice makes a difference.
 */
export async function applyOpinions(
  context: Context,
  answer: ReviewAnswer,
  { home, ...reviewer }: ModelReviewer & { readonly home: string },
): Promise<ApplyReport> {
  const { database, system } = context;
  const { chosen, passedOver, refused } = chooseOpinions(database, answer.opinions);
  const abstained = chosen.filter(({ opinion }) => opinion.verdict === "abstain");
  const judged = await judgeAll(chosen.filter(isActing), hardPatterns(answer.opinions));

  const report = inTransaction(database, (): ApplyReport => {
    const now = system.now();
    const settled = settleOpinions(database, judged.fine, now);
    const applied = {
      changes: settled.changes,
      abstained,
      passedOver: [...passedOver, ...settled.passedOver],
      refused: [...answer.refused, ...refused, ...judged.refused, ...settled.refused],
      warnings: [],
    };
    if (settled.changes.length === 0) return applied;
    const session = modelSession(applied, reviewer, { id: system.newId(), now });
    recordReviewSession(database, session);
    recordReviewChanges(database, session.sessionId, settled.changes);
    return { ...applied, session: session.sessionId };
  });
  if (report.session === undefined) return report;
  return { ...report, warnings: auditTrouble(database, home, { fresh: report.session }) };
}

interface ChosenOpinions extends LeftOut {
  /** By id, so that the order of an answer makes no difference. */
  readonly chosen: readonly ChosenOpinion[];
}

/** Which opinions speak of a candidate that is still the model's to judge. */
function chooseOpinions(database: Database, opinions: readonly Opinion[]): ChosenOpinions {
  const refused: RefusedItem[] = [];
  const about = new Map<
    LessonId,
    { readonly lesson: Lesson; readonly said: Map<string, Opinion> }
  >();
  for (const opinion of opinions) {
    const lesson = findLesson(database, opinion.id);
    if (lesson === undefined) {
      refused.push({ name: opinion.id, problems: ["there is no such candidate"] });
      continue;
    }
    const each = about.get(lesson.id) ?? { lesson, said: new Map<string, Opinion>() };
    about.set(lesson.id, each);
    const named = { ...opinion, id: lesson.id };
    each.said.set(JSON.stringify(named), named);
  }

  const chosen: ChosenOpinion[] = [];
  const passedOver: PassedOver[] = [];
  const inOrder = [...about.values()].toSorted((one, other) =>
    one.lesson.id < other.lesson.id ? -1 : 1,
  );
  for (const { lesson, said } of inOrder) {
    const { id, slug } = lesson;
    const why = whyLeft(database, lesson);
    const [opinion, ...others] = said.values();
    if (why !== undefined) passedOver.push({ id, slug, why });
    else if (others.length > 0)
      refused.push({ name: id, problems: ["the answer has two opinions about it"] });
    else if (opinion !== undefined) chosen.push({ opinion, lesson });
  }
  return { chosen, passedOver, refused };
}

function whyLeft(database: Database, { id, stage }: Lesson): string | undefined {
  if (stage.status !== "candidate") return `it is ${stage.status} already`;
  return isTouchedByPerson(database, id) ? "a person has had a hand in it" : undefined;
}

function isActing(chosen: ChosenOpinion): chosen is Acting {
  return chosen.opinion.verdict !== "abstain";
}

/** The part that takes time, before the store is locked. */
async function judgeAll(
  opinions: readonly Acting[],
  hard: ReadonlySet<string>,
): Promise<{ readonly fine: readonly JudgedOpinion[]; readonly refused: readonly RefusedItem[] }> {
  const fine: JudgedOpinion[] = [];
  const refused: RefusedItem[] = [];
  for (const each of opinions) {
    try {
      fine.push({ ...each, ...(await flagsOf(each, hard)) });
    } catch (error) {
      refused.push({ name: each.lesson.id, problems: [problemOf(error)] });
    }
  }
  return { fine, refused };
}

/** What the check of its patterns makes of the flags of a lesson. A fault when they cannot be used. */
async function flagsOf(
  { opinion, lesson }: Acting,
  hard: ReadonlySet<string>,
): Promise<Pick<JudgedOpinion, "flags">> {
  if (opinion.verdict === "archive" || opinion.changes?.triggers === undefined) return {};
  if (hard.size > mostHard && patternsIn(opinion).some((pattern) => hard.has(pattern))) {
    throw new Fault("bad-input", "the answer has more patterns than can be checked", {
      hint: "ask for fewer candidates at once",
    });
  }
  return judgePatterns(lesson, applyChanges(lesson, opinion.changes));
}

/** A model's pass as it is kept for ever: every candidate that it spoke of, and what became of it. */
function modelSession(
  { changes, abstained, passedOver, refused }: ApplyReport,
  { model, promptVersion }: ModelReviewer,
  { id, now }: { readonly id: string; readonly now: Instant },
): ReviewSession {
  const items = [
    ...changes.map(itemOf),
    ...abstained.map(({ opinion, lesson }) => ({
      action: "abstain",
      candidateId: lesson.id,
      slug: lesson.slug,
      reason: opinion.reason,
    })),
    ...passedOver.map((item) => ({
      action: "none",
      candidateId: item.id,
      slug: item.slug,
      reason: item.why,
    })),
    ...refused.map(({ name, problems }) => ({ action: "refused", candidateId: name, problems })),
  ];
  return {
    sessionId: id,
    generatedAt: now,
    candidatesConsidered: items.length,
    reviewedBy: { actor: "model", model, promptVersion: String(promptVersion) },
    items,
  };
}

function itemOf({ opinion, after, edits }: OpinionChange): object {
  const named = { candidateId: after.id, slug: after.slug };
  if (opinion.verdict === "archive") {
    const archiveReason = after.stage.status === "archived" ? after.stage.because : opinion.reason;
    return { action: "archive", ...named, archiveReason };
  }
  const { summary, body } = after;
  const said = { ...named, reason: opinion.reason, lesson: { summary, ...body } };
  const changed = { edited: edits.map(({ field }) => field) };
  if (opinion.verdict === "keep") return { action: "review", ...said, ...changed };
  const expansion = { targetSlug: opinion.expands, expansionNote: opinion.reason };
  return { action: "expand_existing", ...said, ...expansion, ...changed };
}

/** Patterns of an answer that have to be measured. Some tens of milliseconds each: more than `mostHard` would hold up people. */
function hardPatterns(opinions: readonly Opinion[]): ReadonlySet<string> {
  const patterns = opinions.flatMap(patternsIn);
  return new Set(
    patterns.filter(
      (pattern) => syntaxProblem(pattern) === undefined && !isPlainlyLinear(readPattern(pattern)),
    ),
  );
}

const mostHard = 50;

function patternsIn(opinion: Opinion): readonly string[] {
  const { commandPatterns = [], contentPatterns = [] } =
    ("changes" in opinion ? opinion.changes?.triggers : undefined) ?? {};
  return [...commandPatterns, ...contentPatterns];
}
