import { levelOf, type Level } from "../lesson/record/level.ts";
import { offersFor } from "../deliver/repairs/offers-for.ts";
import type { RepairOffer } from "../deliver/repairs/repair-offers.ts";
import type { Instant, Lesson, LessonId, Slug } from "../lesson/record/lesson.ts";
import type { PlannedAct } from "./decision/act.ts";
import { inTransaction, type Database } from "../platform/database/database.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { recordReviewChanges, recordReviewSession, auditTrouble } from "./review-sessions.ts";
import { Fault } from "../platform/fault.ts";
import { storeChange } from "../lesson/change.ts";
import type { Context } from "../platform/context.ts";
import { requirePerson, throughOf, whoIn } from "../platform/person/who.ts";
import { type ReachReport, reachReports } from "../deliver/reach/circumstances.ts";
import { toRender, type ToRender } from "./approval.ts";
import { lessonState } from "./shown-list.ts";
import { planChanges, type ReviewedLesson, type PlannedChanges } from "./plan-changes.ts";

export interface ReviewOptions {
  /** Our folder, where the audit file goes. */
  readonly home: string;
  /** The state of each lesson as the person saw it. What is not in it is taken as it is now. */
  readonly expected?: ReadonlyMap<LessonId, string> | undefined;
  /** Promote also below the confidence that the rubric asks for, and where a required gate is not met. */
  readonly force?: boolean;
  /** Why that is done, in the person's words. */
  readonly because?: string | undefined;
  /** How many candidates the person had before them. */
  readonly considered: number;
  /** Work it out and write nothing. */
  readonly isDryRun?: boolean;
}

/** What a review has done. */
export interface ReviewReport {
  /** Of the record that is kept; absent when nothing was written. */
  readonly session?: string | undefined;
  readonly added: readonly Lesson[];
  /** Of these, the ones whose level the approval raised, so that they can be delivered at calls. */
  readonly raised: readonly { readonly slug: Slug; readonly from: Level; readonly to: Level }[];
  readonly archived: readonly { readonly lesson: Lesson; readonly reason: string }[];
  readonly expanded: readonly { readonly lesson: Lesson; readonly into: Slug }[];
  readonly unarchived: readonly Lesson[];
  /** Saved without another verdict, or before it. */
  readonly edited: readonly { readonly lesson: Lesson; readonly fields: readonly string[] }[];
  readonly skipped: readonly Lesson[];
  /** Of what was added: when the agent will hear of it, or why it will not. */
  readonly reach: readonly Pick<ReachReport, "slug" | "moments" | "sentence">[];
  /** What the person should know now: an audit file that could not be written. */
  readonly warnings: readonly string[];
  /** Of what was added: what rendering would write into a project. */
  readonly toRender: readonly ToRender[];
  /** Of what was added: repairs of the shell that would do what it only asks for. */
  readonly repairs: readonly RepairOffer[];
}

/**
 * Does what a person decided: all of it in one transaction, or nothing. Lessons that the plan does not name, or
 * names only to skip them, are not written at all.
 */
export async function applyReview(
  context: Context,
  plan: readonly PlannedAct[],
  options: ReviewOptions,
): Promise<ReviewReport> {
  const { database, system } = context;
  if (options.isDryRun !== true) requirePerson(whoIn(context), personalReview);
  refuseChanged(database, plan, options.expected ?? new Map());
  const now = system.now();
  const planned = await planChanges(context, plan, {
    now,
    force: options.force === true,
    because: options.because,
  });
  const report = reportOf(context, planned.reviewed);
  if (planned.changes.length === 0 || options.isDryRun === true) return report;

  const session = keepReview(context, planned, { now, considered: options.considered });
  const trouble = auditTrouble(database, options.home, { fresh: session });
  const repairs = offersFor(context, options.home, report.added);
  // Once more: what the person worded in the same breath counts only when it is stored.
  const reach = reachOfAdded(context, report.added);
  return { ...report, session, repairs, reach, warnings: [...report.warnings, ...trouble] };
}

const personalReview = { what: "decide on lessons", type: "lessons review" };

function reportOf(context: Context, reviewed: readonly ReviewedLesson[]): ReviewReport {
  const withAction = (action: ReviewedLesson["item"]["action"]) =>
    reviewed.flatMap(({ item, lesson }) => (item.action === action ? [lesson] : []));
  const added = withAction("promote");
  return {
    added,
    raised: reviewed.flatMap(({ item, lesson: { slug, priority } }) =>
      item.action === "promote" && item.lesson.priorityBefore !== undefined
        ? [{ slug, from: levelOf(item.lesson.priorityBefore), to: levelOf(priority) }]
        : [],
    ),
    archived: reviewed.flatMap(({ item, lesson }) =>
      item.action === "archive" ? [{ lesson, reason: item.archiveReason }] : [],
    ),
    expanded: reviewed.flatMap(({ item, lesson }) =>
      item.action === "expand_existing" ? [{ lesson, into: item.targetSlug }] : [],
    ),
    unarchived: withAction("unarchive"),
    edited: reviewed.flatMap(({ lesson, item: { edited } }) =>
      edited === undefined ? [] : [{ lesson, fields: edited }],
    ),
    skipped: withAction("skip"),
    reach: reachOfAdded(context, added),
    warnings: [],
    toRender: toRender(context, added),
    repairs: [],
  };
}

function reachOfAdded(context: Context, added: readonly Lesson[]): ReviewReport["reach"] {
  return reachReports(context, added).map(({ slug, moments, sentence }) => ({
    slug,
    moments,
    sentence,
  }));
}

/**
 * Writes a review with its record: all of it or nothing. Nothing when one of the lessons is not what it was
 * when the review was worked out. Gives back the id of the record.
 */
function keepReview(
  context: Context,
  { changes, reviewed }: PlannedChanges,
  { now, considered }: { readonly now: Instant; readonly considered: number },
): string {
  const { database, system } = context;
  const id = system.newId();
  inTransaction(database, () => {
    const planned = changes.map(({ before }) => before);
    refuseChanged(database, planned, new Map(planned.map((each) => [each.id, lessonState(each)])));
    for (const change of changes) storeChange(database, change);
    recordReviewSession(database, {
      sessionId: id,
      generatedAt: now,
      candidatesConsidered: considered,
      reviewedBy: { actor: "person", through: throughOf(whoIn(context)) },
      items: reviewed.map(({ item }) => item),
    });
    recordReviewChanges(database, id, changes);
  });
  return id;
}

/** A fault that names what is not as it was when the person decided; what has no state there may be as it is. */
function refuseChanged(
  database: Database,
  lessons: readonly Pick<Lesson, "id" | "slug">[],
  states: ReadonlyMap<LessonId, string>,
): void {
  const changed = lessons.flatMap(({ id, slug }) => {
    if (!states.has(id)) return [];
    const current = findLesson(database, id);
    if (current !== undefined && lessonState(current) === states.get(id)) return [];
    return [`${slug} (now ${current?.stage.status ?? "gone"})`];
  });
  if (changed.length === 0) return;
  throw new Fault(
    "changed-since",
    `these lessons changed after you opened the review: ${changed.join(", ")}`,
    {
      hint: "run lessons review again to see them as they are now",
    },
  );
}
