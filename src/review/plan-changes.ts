import type { Body } from "../lesson/record/body.ts";
import type { Delivery, Instant, Lesson, LessonId, Slug } from "../lesson/record/lesson.ts";
import type { Verdict } from "../lesson/record/lifecycle.ts";
import type { PlannedAct, PlannedEdit } from "./decision/act.ts";
import type { Database } from "../platform/database/database.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import { applyEdit, fieldEdits, fieldNamed, judgePatterns } from "../lesson/edit.ts";
import { requiredGates } from "../gates/runs/required-gates.ts";
import type { LessonChange } from "../lesson/change.ts";
import { moveOf } from "../lesson/move.ts";
import type { Context } from "../platform/context.ts";
import { expansionNote, expansionOf, expansionTarget } from "./expansion.ts";
import { patternProblem } from "../match/pattern/breadth.ts";
import { globProblem } from "../platform/glob.ts";

/** What a plan comes to: what is to be written, and what becomes of each lesson that it names. */
export interface PlannedChanges {
  readonly changes: readonly LessonChange[];
  readonly reviewed: readonly ReviewedLesson[];
}

/** A lesson as the review leaves it, and what is kept of that. */
export interface ReviewedLesson {
  readonly lesson: Lesson;
  readonly item: ReviewedItem;
}

/** One act of a review as it is kept for ever (PRD-002 §8.3). */
type ReviewedItem = ReviewedAction & {
  readonly candidateId: LessonId;
  readonly slug: Slug;
  /** The fields that were edited on the way. */
  readonly edited?: readonly string[] | undefined;
};

type ReviewedAction =
  | { readonly action: "promote"; readonly lesson: PromotedLesson }
  | { readonly action: "archive"; readonly archiveReason: string }
  | {
      readonly action: "expand_existing";
      readonly targetSlug: Slug;
      readonly expansionNote: string;
    }
  | { readonly action: "edit" | "unarchive" | "skip" };

/** What was promoted, in the words that it had then. */
type PromotedLesson = {
  readonly summary: string;
  readonly delivery: Delivery;
  readonly priority: number;
  /** What it was before the approval raised it. */
  readonly priorityBefore?: number | undefined;
} & Body;

export interface PlanOptions {
  readonly now: Instant;
  readonly force: boolean;
  /** Why what is promoted is promoted all the same. */
  readonly because?: string | undefined;
}

/**
 * Works a plan out without writing anything. A fault when one part of it cannot be done. Patterns are judged
 * here, because that may take seconds and no transaction should wait for it.
 */
export async function planChanges(
  context: Context,
  plan: readonly PlannedAct[],
  { now, force, because: forcedBecause }: PlanOptions,
): Promise<PlannedChanges> {
  const { database, config } = context;
  const unmetGates = await requiredGates(context);
  const working = new WorkingChanges(database);
  const reviewed: ReviewedLesson[] = [];
  const move = (
    lesson: Lesson,
    verdict: Verdict,
    {
      supersededBy,
      hasOwnPriority,
    }: { readonly supersededBy?: Slug; readonly hasOwnPriority?: boolean } = {},
  ): Lesson => {
    const moved = moveOf(lesson, verdict, {
      ...(hasOwnPriority === undefined ? {} : { hasOwnPriority }),
      now,
      minConfidence: config.minConfidence,
      unmetGates,
      force,
    });
    const after = supersededBy === undefined ? moved.after : { ...moved.after, supersededBy };
    working.add({ ...moved, after });
    return after;
  };

  const decide = async (
    act: PlannedAct,
    lesson: Lesson,
    edited: readonly string[],
  ): Promise<ReviewedAction | undefined> => {
    switch (act.verdict) {
      case "approve": {
        const verdict = { verdict: "approve", by: "person", because: forcedBecause } as const;
        const hasOwnPriority = edited.includes("priority");
        const approved = move(lesson, verdict, { hasOwnPriority });
        const { summary, delivery, priority, body } = approved;
        const priorityBefore = priority === lesson.priority ? undefined : lesson.priority;
        return {
          action: "promote",
          lesson: { summary, delivery, priority, priorityBefore, ...body },
        };
      }
      case "archive": {
        const because = act.reason ?? "no reason given";
        move(lesson, { verdict: "archive", by: "person", because });
        return { action: "archive", archiveReason: because };
      }
      case "unarchive":
        move(lesson, { verdict: "restore", by: "person" });
        return { action: "unarchive" };
      case "expand": {
        const target = working.lesson(expansionTarget(database, lesson, act.into).id);
        const change = await expansionOf(target, lesson, now);
        working.add(change);
        const because = `merged into ${target.slug}`;
        move(lesson, { verdict: "archive", by: "person", because }, { supersededBy: target.slug });
        return {
          action: "expand_existing",
          targetSlug: target.slug,
          expansionNote: expansionNote(target, change.after),
        };
      }
      case "skip":
        return { action: "skip" };
      case "none":
        return undefined;
    }
  };

  for (const act of expansionsLast(plan)) {
    const edit = await plannedEdits(working.lesson(act.id), act, now);
    working.add(edit);
    const fields = edit.edits.map(({ field }) => field);
    const edited = fields.length === 0 ? undefined : fields;
    const action = (await decide(act, edit.after, fields)) ?? (edited && { action: "edit" });
    if (action === undefined) continue;
    const item: ReviewedItem = { candidateId: act.id, slug: act.slug, ...action, edited };
    reviewed.push({ lesson: working.lesson(act.id), item });
  }
  return { changes: working.list(), reviewed };
}

/** A lesson that others are merged into may get its own verdict in the same review, and needs it first. */
function expansionsLast(plan: readonly PlannedAct[]): readonly PlannedAct[] {
  return [
    ...plan.filter(({ verdict }) => verdict !== "expand"),
    ...plan.filter(({ verdict }) => verdict === "expand"),
  ];
}

/** What the edits of an act, and how it wants the lesson delivered, make of it. One row of history for each field. */
async function plannedEdits(
  lesson: Lesson,
  { edits, delivery }: Pick<PlannedAct, "edits" | "delivery">,
  now: Instant,
): Promise<LessonChange> {
  const wanted =
    delivery === undefined ? edits : [...edits, { field: "delivery", value: delivery }];
  let edited = lesson;
  for (const { field, value } of wanted) edited = applyEdit(edited, field, value);
  const flags = await judgePatterns(lesson, edited);
  const fields = [...new Set(wanted.map(({ field }) => fieldNamed(lesson, field).name))];
  const history = fieldEdits(lesson, edited, fields, { at: now, by: "person" });
  return {
    before: lesson,
    after: history.length === 0 ? lesson : { ...edited, ...flags, updatedAt: now },
    edits: history,
    transitions: [],
  };
}

/** What a plan makes of lessons, step by step, before anything is written. */
class WorkingChanges {
  readonly #database: Database;
  readonly #changes = new Map<LessonId, LessonChange>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The lesson as the steps so far have left it. */
  lesson(id: LessonId): Lesson {
    return this.#changeOf(id).after;
  }

  /** One more step, from the state that `lesson` gave. */
  add({ before, after, edits, transitions }: LessonChange): void {
    const sofar = this.#changeOf(before.id);
    this.#changes.set(before.id, {
      before: sofar.before,
      after,
      edits: [...sofar.edits, ...edits],
      transitions: [...sofar.transitions, ...transitions],
    });
  }

  /** Only what leaves a trace: a lesson that was looked at is not written. */
  list(): readonly LessonChange[] {
    return [...this.#changes.values()].filter(
      ({ edits, transitions }) => edits.length + transitions.length > 0,
    );
  }

  #changeOf(id: LessonId): LessonChange {
    const known = this.#changes.get(id);
    if (known !== undefined) return known;
    const lesson = findLesson(this.#database, id);
    if (lesson === undefined) {
      throw new Fault("no-such-lesson", `there is no lesson "${id}"`, {
        hint: "lessons review shows those that wait",
      });
    }
    const change = { before: lesson, after: lesson, edits: [], transitions: [] };
    this.#changes.set(id, change);
    return change;
  }
}

/**
 * What is wrong with an edit while it is being typed, after the other edits of the same lesson; undefined when
 * nothing is. Quick, therefore without the judgement whether a pattern is fast: saving has that.
 */
export function editProblem(
  lesson: Lesson,
  edit: PlannedEdit,
  others: readonly PlannedEdit[],
): string | undefined {
  let otherwise = lesson;
  for (const other of others) {
    const next = attempt(otherwise, other);
    // One that cannot be saved says so itself, and is left out here.
    if (!(next instanceof Fault)) otherwise = next;
  }
  const edited = attempt(otherwise, edit);
  if (edited instanceof Fault) return edited.message.replace(`${lesson.slug}: `, "");
  const { commandPatterns, contentPatterns, pathPatterns } = edited.triggers;
  for (const pattern of [...commandPatterns, ...contentPatterns]) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) return `${pattern} ${problem}`;
  }
  for (const glob of pathPatterns) {
    const problem = globProblem(glob);
    if (problem !== undefined) return `${glob} ${problem}`;
  }
  return undefined;
}

function attempt(lesson: Lesson, { field, value }: PlannedEdit): Lesson | Fault {
  try {
    return applyEdit(lesson, field, value);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
