import type { Instant, Lesson } from "../../core/lesson.ts";
import type { Verdict } from "../../core/lifecycle.ts";
import type { PlannedAct } from "../../core/review/planned-act.ts";
import { requiredGates } from "../gates/required-gates.ts";
import type { LessonChange } from "../lesson-change.ts";
import { moveOf } from "../move-lesson.ts";
import type { Workshop } from "../workshop.ts";
import { expansionNote, expansionOf, expansionTarget } from "./expansion.ts";
import { plannedEdits } from "./planned-edits.ts";
import { promoted, type ReviewedItem } from "./review-item.ts";
import { WorkingChanges } from "./working-changes.ts";

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

export interface PlanOptions {
  readonly now: Instant;
  readonly force: boolean;
  /** Why what is promoted is promoted all the same. */
  readonly because?: string;
}

/**
 * Works a plan out without writing anything. A fault when one part of it cannot be done. Patterns are judged
 * here, because that may take seconds and no transaction should wait for it.
 */
export async function planChanges(
  workshop: Workshop,
  plan: readonly PlannedAct[],
  { now, force, because: forcedBecause }: PlanOptions,
): Promise<PlannedChanges> {
  const { database, config } = workshop;
  const unmetGates = await requiredGates(workshop);
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
        const approved = move(lesson, {
          verdict: "approve",
          by: "person",
          ...(forcedBecause === undefined ? {} : { because: forcedBecause }),
        });
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
