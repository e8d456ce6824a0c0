import { isPlainlyLinear } from "../../core/linear-pattern.ts";
import { readPattern, syntaxProblem } from "../../core/pattern.ts";
import type { Opinion } from "../../core/review/opinion.ts";
import type { RefusedItem, ReviewAnswer } from "../../review/read-answer.ts";
import { inTransaction, type Database } from "../../store/database.ts";
import { recordReviewChanges, recordReviewSession } from "../../store/review-sessions.ts";
import { judgePatterns } from "../apply-edit.ts";
import type { Workshop } from "../workshop.ts";
import { writeAuditFiles } from "./audit-files.ts";
import { chooseOpinions, type ChosenOpinion, type PassedOver } from "./choose-opinions.ts";
import { modelSession } from "./model-session.ts";
import { applyChanges, type OpinionChange } from "./opinion-change.ts";
import { problemOf, settleOpinions, type Acting, type JudgedOpinion } from "./settle-opinions.ts";

/** What became of a model's answer. */
export interface ApplyReport {
  /** Candidates that are reviewed or archived now. */
  readonly changes: readonly OpinionChange[];
  readonly abstained: readonly ChosenOpinion[];
  /** Left as they are, because they are no longer the model's to judge. */
  readonly passedOver: readonly PassedOver[];
  /** Left as they are, because something is wrong with what was said. */
  readonly refused: readonly RefusedItem[];
  /** The review in the record; none when nothing changed. */
  readonly session?: string;
  /** What the person should know: an audit file that could not be written. */
  readonly warnings: readonly string[];
}

/** Which model answered, as far as anybody said, and what it was asked. */
export interface ModelReviewer {
  readonly model: string;
  readonly promptVersion: number;
}

/**
 * Applies what a model thinks, candidate by candidate: what is wrong is left out and told. Candidates
 * become reviewed or archived, never active; what a person has touched stays. Neither the order of
 * the answer nor applying it twice makes a difference.
 */
export async function applyOpinions(
  workshop: Workshop,
  answer: ReviewAnswer,
  { home, ...reviewer }: ModelReviewer & { readonly home: string },
): Promise<ApplyReport> {
  const { database, system } = workshop;
  const { chosen, passedOver, refused } = chooseOpinions(database, answer.opinions);
  const abstained = chosen.filter(({ opinion }) => opinion.verdict === "abstain");
  const judged = await judgeAll(chosen.filter(isActing), hardPatterns(answer.opinions));

  const report = inTransaction(database, (): ApplyReport => {
    const now = system.now();
    const settled = settleOpinions(database, judged.fine, now);
    const told = {
      changes: settled.changes,
      abstained,
      passedOver: [...passedOver, ...settled.passedOver],
      refused: [...answer.refused, ...refused, ...judged.refused, ...settled.refused],
      warnings: [],
    };
    if (settled.changes.length === 0) return told;
    const session = modelSession(told, reviewer, { id: system.newId(), now });
    recordReviewSession(database, session);
    recordReviewChanges(database, session.id, settled.changes);
    return { ...told, session: session.id };
  });
  return report.session === undefined ? report : audited(database, home, report, report.session);
}

/** The store has it already: a file that cannot be written is told, and comes with the next review. */
function audited(
  database: Database,
  home: string,
  report: ApplyReport,
  fresh: string,
): ApplyReport {
  try {
    writeAuditFiles(database, home, { fresh });
    return report;
  } catch (error) {
    return { ...report, warnings: [problemOf(error)] };
  }
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
    const { opinion, lesson } = each;
    const verdict = await outcomeOf(async () => {
      if (opinion.verdict === "archive" || opinion.changes?.triggers === undefined) return {};
      if (hard.size > mostHard && patternsIn(opinion).some((pattern) => hard.has(pattern)))
        return { problem: "the answer has more patterns than can be checked" };
      return judgePatterns(lesson, applyChanges(lesson, opinion.changes));
    });
    if ("problem" in verdict) refused.push({ name: lesson.id, problems: [verdict.problem] });
    else fine.push({ ...each, ...verdict });
  }
  return { fine, refused };
}

async function outcomeOf<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result | { readonly problem: string }> {
  try {
    return await work();
  } catch (error) {
    return { problem: problemOf(error) };
  }
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
