import type { Body } from "../lesson/record/body.ts";
import type { Delivery, Instant, Lesson, LessonId, Slug } from "../lesson/record/lesson.ts";
import type { Verdict } from "../lesson/record/lifecycle.ts";
import type { PlannedAct } from "./decision/planned-act.ts";
import type { Database } from "../platform/database/database.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import { applyEdit, fieldEdits, judgePatterns, fieldNamed } from "../lesson/edit.ts";
import { requiredGates } from "../gates/runs/required-gates.ts";
import type { LessonChange } from "../lesson/change.ts";
import { moveOf } from "../lesson/move.ts";
import type { Context } from "../platform/context.ts";
import { expansionNote, expansionOf, expansionTarget } from "./expansion.ts";

/** What a plan comes to: what is to be written, and what becomes of each lesson that it names. */
export interface PlannedChanges {
  readonly changes: readonly LessonChange[];
  readonly fates: readonly Fate[];
}

/** What becomes of a lesson, and what is kept of that. */
export interface Fate {
  readonly lesson: Lesson;
  /** The fields that were edited. */
  readonly fields: readonly string[];
  readonly item: ReviewedItem;
}

/** One act of a review as it is kept for ever (PRD-002 §8.3). */
type ReviewedItem = {
  readonly candidateId: LessonId;
  readonly slug: Slug;
  /** The fields that were edited on the way. */
  readonly edited?: readonly string[];
} & (
  | { readonly action: "promote"; readonly lesson: PromotedLesson }
  | { readonly action: "archive"; readonly archiveReason: string }
  | {
      readonly action: "expand_existing";
      readonly targetSlug: Slug;
      readonly expansionNote: string;
    }
  | { readonly action: "edit" | "unarchive" | "skip" }
);

/** What was promoted, in the words that it had then. */
type PromotedLesson = { readonly summary: string; readonly delivery: Delivery } & Body;

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
  const fates: Fate[] = [];
  const move = (lesson: Lesson, verdict: Verdict, change: Partial<Lesson> = {}): Lesson => {
    const moved = moveOf(lesson, verdict, {
      now,
      minConfidence: config.minConfidence,
      unmetGates,
      force,
    });
    const after = { ...moved.after, ...change } as Lesson;
    working.add({ ...moved, after });
    return after;
  };

  const decide = async (act: PlannedAct, lesson: Lesson): Promise<ReviewedItem | undefined> => {
    const name = { candidateId: act.id, slug: act.slug };
    switch (act.verdict) {
      case "approve": {
        const because = forcedBecause;
        const approved = move(lesson, { verdict: "approve", by: "person", because });
        return { ...name, action: "promote", lesson: promoted(approved) };
      }
      case "archive": {
        const because = act.reason ?? "no reason given";
        move(lesson, { verdict: "archive", by: "person", because });
        return { ...name, action: "archive", archiveReason: because };
      }
      case "unarchive":
        move(lesson, { verdict: "restore", by: "person" });
        return { ...name, action: "unarchive" };
      case "expand": {
        const target = working.lesson(expansionTarget(database, lesson, act.into).id);
        const change = await expansionOf(target, lesson, now);
        working.add(change);
        const because = `merged into ${target.slug}`;
        move(lesson, { verdict: "archive", by: "person", because }, { supersededBy: target.slug });
        return {
          ...name,
          action: "expand_existing",
          targetSlug: target.slug,
          expansionNote: expansionNote(target, change.after),
        };
      }
      case "skip":
        return { ...name, action: "skip" };
      case "none":
        return undefined;
    }
  };

  for (const act of expansionsLast(plan)) {
    const edit = await plannedEdits(working.lesson(act.id), act, now);
    working.add(edit);
    const edited = edit.edits.map(({ field }) => field);
    const item = await decide(act, edit.after);
    const fate = { lesson: working.lesson(act.id), fields: edited };
    if (item !== undefined)
      fates.push({ ...fate, item: edited.length === 0 ? item : { ...item, edited } });
    else if (edited.length > 0) {
      const name = { candidateId: act.id, slug: act.slug };
      fates.push({ ...fate, item: { ...name, action: "edit", edited } });
    }
  }
  return { changes: working.list(), fates };
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

function promoted({ summary, delivery, body }: Lesson): PromotedLesson {
  return { summary, delivery, ...body };
}
