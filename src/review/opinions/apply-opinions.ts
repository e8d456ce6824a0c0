import type { Lesson } from "../../lesson/record/lesson.ts";
import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import { readPattern, syntaxProblem } from "../../match/pattern/pattern.ts";
import type { Opinion } from "./answer-schema.ts";
import type { ReviewAnswer } from "./read-answer.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import { isTouchedByPerson } from "./prepare-review.ts";
import { recordReviewChanges, recordReviewSession, auditTrouble } from "../review-sessions.ts";
import { judgePatterns } from "../../lesson/edit.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import {
  applyChanges,
  type ChosenOpinion,
  type JudgedOpinion,
  type OpinionChange,
  type TakenOpinions,
  problemOf,
  settleOpinions,
} from "./settle-opinions.ts";

/** What became of a model's answer. */
export interface ApplyReport extends TakenOpinions {
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
  const taken: TakenOpinions = {
    changes: [],
    abstained: [],
    passedOver: [],
    refused: [...answer.refused],
  };
  const chosen = chooseOpinions(database, answer.opinions, taken);
  const judged = await judgeOpinions(chosen, hardPatterns(answer.opinions), taken);

  const session = inTransaction(database, () => {
    const now = system.now();
    settleOpinions(database, judged, now, taken);
    if (taken.changes.length === 0) return undefined;
    const id = system.newId();
    const items = sessionItems(taken);
    recordReviewSession(database, {
      sessionId: id,
      generatedAt: now,
      candidatesConsidered: items.length,
      reviewedBy: {
        actor: "model",
        model: reviewer.model,
        promptVersion: String(reviewer.promptVersion),
      },
      items,
    });
    recordReviewChanges(database, id, taken.changes);
    return id;
  });
  const trouble = session === undefined ? [] : auditTrouble(database, home, { fresh: session });
  return { ...taken, session, warnings: trouble };
}

/** The opinions that speak of a candidate that is still the model's to judge. By id: the order of an answer makes no difference. */
function chooseOpinions(
  database: Database,
  opinions: readonly Opinion[],
  { passedOver, refused }: TakenOpinions,
): readonly ChosenOpinion[] {
  const found = opinions.flatMap((opinion): readonly ChosenOpinion[] => {
    const lesson = findLesson(database, opinion.id);
    if (lesson !== undefined) return [{ lesson, opinion: { ...opinion, id: lesson.id } }];
    refused.push({ name: opinion.id, problems: ["no such candidate"] });
    return [];
  });
  const inOrder = found.toSorted((one, other) => (one.lesson.id < other.lesson.id ? -1 : 1));
  const byLesson = Map.groupBy(inOrder, ({ lesson }) => lesson.id);
  return [...byLesson].flatMap(([id, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const why = whyLeft(database, first.lesson);
    const said = new Set(own.map(({ opinion }) => JSON.stringify(opinion)));
    if (why === undefined && said.size === 1) return [first];
    if (why !== undefined) passedOver.push({ id, slug: first.lesson.slug, why });
    else refused.push({ name: id, problems: ["the answer has two opinions about it"] });
    return [];
  });
}

function whyLeft(database: Database, { id, stage }: Lesson): string | undefined {
  if (stage.status !== "candidate") return `it is already ${stage.status}`;
  return isTouchedByPerson(database, id) ? "a person already edited or decided it" : undefined;
}

/** The part that takes time, before the store is locked. */
async function judgeOpinions(
  chosen: readonly ChosenOpinion[],
  hard: ReadonlySet<string>,
  { abstained, refused }: TakenOpinions,
): Promise<readonly JudgedOpinion[]> {
  const judged: JudgedOpinion[] = [];
  for (const { opinion, lesson } of chosen) {
    if (opinion.verdict === "abstain") {
      abstained.push({ opinion, lesson });
      continue;
    }
    try {
      judged.push({ opinion, lesson, ...(await flagsOf({ opinion, lesson }, hard)) });
    } catch (error) {
      refused.push({ name: lesson.id, problems: [problemOf(error)] });
    }
  }
  return judged;
}

/** What the check of its patterns makes of the flags of a lesson. A fault when they cannot be used. */
async function flagsOf(
  { opinion, lesson }: JudgedOpinion,
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
function sessionItems(taken: TakenOpinions): readonly object[] {
  const { changes, abstained, passedOver, refused } = taken;
  return [
    ...changes.map(itemOf),
    ...abstained.map(({ opinion: { reason }, lesson: { id, slug } }) => ({
      action: "abstain",
      candidateId: id,
      slug,
      reason,
    })),
    ...passedOver.map(({ id, slug, why }) => ({
      action: "none",
      candidateId: id,
      slug,
      reason: why,
    })),
    ...refused.map(({ name, problems }) => ({ action: "refused", candidateId: name, problems })),
  ];
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
