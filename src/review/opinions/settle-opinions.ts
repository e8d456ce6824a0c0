import type { Instant, Lesson, LessonId, Slug, Source } from "../../lesson/record/lesson.ts";
import type { Opinion, OpinionChanges } from "./answer-schema.ts";
import type { RefusedItem } from "./read-answer.ts";
import type { Database } from "../../platform/database/database.ts";
import { countsOf } from "../../lesson/table/history.ts";
import { findLesson, lessonNumber } from "../../lesson/table/lessons.ts";
import { Fault } from "../../platform/fault.ts";
import { storeChange, type LessonChange } from "../../lesson/change.ts";
import { lessonState } from "../shown-list.ts";
import { draftOf, fieldEdits, fieldNamed, hashed } from "../../lesson/edit.ts";
import { moveOf } from "../../lesson/move.ts";
import { readDraft } from "../../lesson/draft.ts";

/** What became of the opinions of an answer; each step of taking it adds to this. */
export interface TakenOpinions {
  /** Candidates that are reviewed or archived now. */
  readonly changes: OpinionChange[];
  readonly abstained: ChosenOpinion[];
  /** Left as they are, because they are no longer the model's to judge. */
  readonly passedOver: { readonly id: LessonId; readonly slug: Slug; readonly why: string }[];
  /** Left as they are, because something is wrong with what was said. */
  readonly refused: RefusedItem[];
}

/** An opinion about a candidate that may be changed by one. */
export interface ChosenOpinion {
  readonly opinion: Opinion;
  readonly lesson: Lesson;
}

/** One that changes something, with what the lesson's flags are after the check of its patterns. */
export interface JudgedOpinion extends ChosenOpinion {
  readonly opinion: ActingOpinion;
  readonly flags?: Lesson["flags"] | undefined;
}

type ActingOpinion = Exclude<Opinion, { readonly verdict: "abstain" }>;

/**
 * Applies what can be, again and again until nothing more can: an opinion may rest on what another one of
 * the same answer makes of its lesson, and a second run must find nothing to do.
 */
export function settleOpinions(
  database: Database,
  opinions: readonly JudgedOpinion[],
  now: Instant,
  { changes, passedOver, refused }: TakenOpinions,
): void {
  let waiting = opinions.filter(({ lesson }) => {
    const current = findLesson(database, lesson.id);
    if (current !== undefined && lessonState(current) === lessonState(lesson)) return true;
    passedOver.push({ id: lesson.id, slug: lesson.slug, why: "it changed in the meantime" });
    return false;
  });
  for (;;) {
    const problems = new Map<LessonId, string>();
    for (const each of waiting) {
      const problem = applyOne(database, each, now, changes);
      if (problem !== undefined) problems.set(each.lesson.id, problem);
    }
    if (problems.size === waiting.length) {
      refused.push(...[...problems].map(([name, problem]) => ({ name, problems: [problem] })));
      changes.sort((one, other) => (one.before.id < other.before.id ? -1 : 1));
      return;
    }
    waiting = waiting.filter(({ lesson }) => problems.has(lesson.id));
  }
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
    const mostConfidence = mostModelConfidence(lesson.source, sessionCount);
    const change = opinionChange({ lesson, opinion, flags }, mostConfidence, now);
    storeChange(database, change);
    changes.push(change);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * The most that a model's word can give to a lesson: what the scanner alone has seen stays within what the
 * scanner's own formula allows. A report by the agent, an import or a note is not the scanner's.
 */
function mostModelConfidence(source: Source, sessionCount: number): number {
  if (source !== "heuristic") return 1;
  return sessionCount < 2 ? 0.49 : 0.69;
}

function expandProblem(database: Database, opinion: Opinion, id: LessonId): string | undefined {
  if (opinion.verdict !== "expand_existing") return undefined;
  const target = findLesson(database, opinion.expands);
  if (target === undefined) return `there is no lesson ${opinion.expands} to expand`;
  if (target.id === id) return "it cannot expand itself";
  const { status } = target.stage;
  if (status === "active" || status === "reviewed") return undefined;
  return `${opinion.expands} is ${status}; only an active lesson can be expanded`;
}

/** A fault is something wrong with what the model said; anything else is ours. */
export function problemOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  throw error;
}

export interface OpinionChange extends LessonChange {
  readonly opinion: ActingOpinion;
  /** What was not taken over as it was said. */
  readonly notes: readonly string[];
}

/** What an opinion makes of a candidate: reviewed or archived, never more. A fault when it cannot. */
function opinionChange(
  { lesson, opinion, flags }: JudgedOpinion,
  mostConfidence: number,
  now: Instant,
): OpinionChange {
  // Only approving looks at them.
  const options = { now, minConfidence: 0, force: false };
  if (opinion.verdict === "archive") {
    const because = `[${opinion.because}] ${opinion.reason}`;
    const move = moveOf(lesson, { verdict: "archive", by: "model", because }, options);
    return { ...move, opinion, notes: [] };
  }
  const said = opinion.changes ?? {};
  const isTooSure = (said.confidence ?? 0) > mostConfidence;
  const changes = isTooSure ? { ...said, confidence: mostConfidence } : said;
  const notes = isTooSure
    ? [`confidence ${said.confidence} lowered to ${mostConfidence}, the limit for scanner findings`]
    : [];
  const changed = applyChanges(lesson, changes);
  const flagged = { ...changed, flags: flagsAfter(flags ?? changed.flags, opinion) };
  const move = moveOf(
    flagged,
    { verdict: "review", by: "model", because: opinion.reason },
    options,
  );
  const edits = [
    ...fieldEdits(lesson, flagged, fieldsIn(changes), { at: now, by: "model" }),
    ...flagEdits(lesson, flagged, now),
  ];
  return { ...move, before: lesson, edits, opinion, notes };
}

/** The lesson with the fields of `changes`, by the rules for a new lesson. */
export function applyChanges(lesson: Lesson, changes: OpinionChanges): Lesson {
  const { body, triggers, ...plain } = changes;
  const draft = {
    ...draftOf(lesson),
    ...plain,
    body: { ...lesson.body, ...body },
    triggers: { ...lesson.triggers, ...triggers },
  };
  const reading = readDraft(draft);
  if ("problems" in reading) {
    throw new Fault("bad-input", reading.problems.join("; "), {
      hint: "docs/lesson-format.md describes every field",
    });
  }
  const written = fieldsIn(changes).reduce(
    (rest, name) => fieldNamed(rest, name).write(rest, { ...reading.draft }),
    lesson,
  );
  return hashed(written);
}

function fieldsIn({ body = {}, triggers = {}, ...plain }: OpinionChanges): readonly string[] {
  return [...Object.keys(plain), ...Object.keys(body), ...Object.keys(triggers)];
}

function flagsAfter(flags: Lesson["flags"], opinion: ActingOpinion): Lesson["flags"] {
  if (opinion.verdict === "expand_existing") {
    const others = flags.filter((flag) => !flag.startsWith("expands:"));
    return [...others, `expands:${opinion.expands}`];
  }
  const isAsked = opinion.verdict === "keep" && opinion.needsHumanFix === true;
  return isAsked && !flags.includes("needsHumanFix") ? [...flags, "needsHumanFix"] : flags;
}

function flagEdits(before: Lesson, after: Lesson, at: Instant): LessonChange["edits"] {
  const [one, other] = [JSON.stringify(before.flags), JSON.stringify(after.flags)];
  return one === other ? [] : [{ field: "flags", before: one, after: other, at, by: "model" }];
}
