import type { LessonId } from "../../core/lesson.ts";
import type { PlannedAct } from "../../core/review/planned-act.ts";
import { makeReady } from "../../compile/make-ready.ts";
import { findLesson } from "../../store/lessons.ts";
import { Fault } from "../../system/fault.ts";
import type { Workshop } from "../workshop.ts";
import { writeAuditFiles } from "./audit-files.ts";
import { deliveryWarnings } from "./delivery-warnings.ts";
import { keepReview, refuseChanged } from "./keep-review.ts";
import { lessonState } from "./lesson-state.ts";
import { planChanges, type Fate } from "./plan-changes.ts";
import type { ReviewReport } from "./review-report.ts";
import { toRender } from "./to-render.ts";

export interface ReviewOptions {
  /** Our folder, where the audit file goes. */
  readonly home: string;
  /** The state of each lesson as the person saw it. What is not in it is taken as it is now. */
  readonly expected?: ReadonlyMap<LessonId, string>;
  /** Promote also below the confidence that the rubric asks for, and where a required gate is not met. */
  readonly force?: boolean;
  /** Why that is done, in the person's words. */
  readonly because?: string;
  /** How many candidates the person had before them. */
  readonly considered: number;
  /** Work it out and write nothing. */
  readonly isDryRun?: boolean;
}

/**
 * Does what a person decided: all of it in one transaction, or nothing. Lessons that the plan does not name, or
 * names only to skip them, are not written at all.
 */
export async function applyReview(
  workshop: Workshop,
  plan: readonly PlannedAct[],
  options: ReviewOptions,
): Promise<ReviewReport> {
  const { database, system } = workshop;
  refuseUnexpected(workshop, plan, options.expected ?? new Map());
  const now = system.now();
  const { changes, fates } = await planChanges(workshop, plan, {
    now,
    force: options.force === true,
    ...(options.because === undefined ? {} : { because: options.because }),
  });
  const report = reportOf(workshop, fates);
  if (changes.length === 0 || options.isDryRun === true) return report;

  const session = keepReview(workshop, {
    now,
    reviewedBy: { actor: "person" },
    considered: options.considered,
    changes,
    items: fates.map(({ item }) => item),
  });
  const trouble = auditTrouble(() => writeAuditFiles(database, options.home, { fresh: session }));
  return { ...report, session, warnings: [...report.warnings, ...trouble] };
}

function refuseUnexpected(
  { database }: Workshop,
  plan: readonly PlannedAct[],
  expected: ReadonlyMap<LessonId, string>,
): void {
  refuseChanged(
    plan.flatMap(({ id, slug }) => {
      const state = expected.get(id);
      const lesson = state === undefined ? undefined : findLesson(database, id);
      if (state === undefined || (lesson !== undefined && lessonState(lesson) === state)) return [];
      return [{ slug, status: lesson?.stage.status }];
    }),
  );
}

function reportOf(workshop: Workshop, fates: readonly Fate[]): ReviewReport {
  const withAction = (action: Fate["item"]["action"]) =>
    fates.flatMap(({ item, lesson }) => (item.action === action ? [lesson] : []));
  const added = withAction("promote");
  return {
    added,
    archived: fates.flatMap(({ item, lesson }) =>
      item.action === "archive" ? [{ lesson, reason: item.archiveReason }] : [],
    ),
    expanded: fates.flatMap(({ item, lesson }) =>
      item.action === "expand_existing" ? [{ lesson, into: item.targetSlug }] : [],
    ),
    unarchived: withAction("unarchive"),
    edited: fates.flatMap(({ lesson, fields }) => (fields.length > 0 ? [{ lesson, fields }] : [])),
    skipped: withAction("skip"),
    warnings: warningsFor(workshop, fates),
    toRender: toRender(workshop, added),
  };
}

function warningsFor({ config }: Workshop, fates: readonly Fate[]): readonly string[] {
  return fates.flatMap(({ item, lesson }) => {
    if (item.action !== "promote") return [];
    const ready = makeReady({ lesson, origin: { sessions: 0 } });
    return deliveryWarnings(lesson, ready, config).map((text) => `${lesson.slug}: ${text}`);
  });
}

/** The review is written and stays so, whatever becomes of the file. */
function auditTrouble(write: () => void): readonly string[] {
  try {
    write();
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [`the audit file is not written: ${error.message}; lessons reviews has it`];
  }
}
