import type { Edit } from "../core/history.ts";
import type { Instant, Lesson } from "../core/lesson.ts";
import { advance, possibleVerdicts, recordMoves, type Verdict } from "../core/lifecycle.ts";
import { inTransaction } from "../store/database.ts";
import { Fault } from "../system/fault.ts";
import { requireLesson } from "./find-lesson.ts";
import { storeChange, type LessonChange } from "./lesson-change.ts";
import type { Workshop } from "./workshop.ts";

/** Apply a person's verdict to a lesson, and keep the record of it. */
export function moveLesson(
  { database, system, config }: Workshop,
  name: string,
  verdict: Verdict,
  options?: { readonly force?: boolean },
): Lesson {
  return inTransaction(database, () => {
    const change = moveOf(requireLesson(database, name), verdict, {
      now: system.now(),
      minConfidence: config.minConfidence,
      force: options?.force === true,
    });
    storeChange(database, change);
    return change.after;
  });
}

export interface MoveOptions {
  readonly now: Instant;
  readonly minConfidence: number;
  /** Also where the confidence is too low. */
  readonly force: boolean;
}

/** What a verdict makes of a lesson, or a fault when that verdict means nothing at its stage. */
export function moveOf(
  lesson: Lesson,
  verdict: Verdict,
  { now, minConfidence, force }: MoveOptions,
): LessonChange {
  const passed = advance(lesson.stage, verdict, now);
  if (passed === undefined) throw cannotMove(lesson, verdict);
  if (verdict.verdict === "approve" && lesson.confidence < tooDoubtful && !force)
    throw doubtful(lesson);

  const stage = passed.at(-1) ?? lesson.stage;
  const isConfirmed = stage.status === "reviewed" || stage.status === "active";
  const after: Lesson = {
    ...lesson,
    stage,
    updatedAt: now,
    ...(isConfirmed ? { reviewedAt: now } : {}),
    ...(verdict.verdict === "approve" ? confirmed(lesson, minConfidence) : {}),
  };
  return {
    before: lesson,
    after,
    edits: raisedConfidence(lesson, after, now),
    transitions: recordMoves(lesson.stage.status, passed, verdict, now),
  };
}

/** Below this the rubric says: do not promote. */
export const tooDoubtful = 0.3;

/** A person's word raises the confidence to what is delivered, and the breakdown says so. */
function confirmed(
  lesson: Lesson,
  minConfidence: number,
): Partial<Pick<Lesson, "confidence" | "scores">> {
  if (lesson.confidence >= minConfidence) return {};
  const score = lesson.scores?.confidence;
  const raise = {
    label: "confirmed by a person",
    amount: round(minConfidence - lesson.confidence),
  };
  return {
    confidence: minConfidence,
    ...(score === undefined
      ? {}
      : {
          scores: {
            ...lesson.scores,
            confidence: { ...score, value: minConfidence, limits: [...score.limits, raise] },
          },
        }),
  };
}

/** Where there is no breakdown that could say it, the history does. */
function raisedConfidence(before: Lesson, after: Lesson, at: Instant): readonly Edit[] {
  if (before.confidence === after.confidence || after.scores?.confidence !== undefined) return [];
  return [
    {
      field: "confidence",
      before: JSON.stringify(before.confidence),
      after: JSON.stringify(after.confidence),
      at,
      by: "person",
    },
  ];
}

/** Hundredths: floating dust would be shown. */
function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function cannotMove(lesson: Lesson, verdict: Verdict): Fault {
  const { status } = lesson.stage;
  return new Fault("bad-move", `cannot ${verdict.verdict} ${lesson.slug}: it is ${status}`, {
    hint: possibleVerdicts(status)
      .map((possible) => commands[possible](lesson.slug))
      .join("\n"),
  });
}

/** How each verdict is given on the command line. */
const commands: Readonly<Record<Verdict["verdict"], (slug: string) => string>> = {
  review: (slug) => `lessons edit ${slug} status reviewed`,
  approve: (slug) => `lessons edit ${slug} status active`,
  archive: (slug) => `lessons archive ${slug} --reason "…"`,
  restore: (slug) => `lessons restore ${slug}`,
  undo: (slug) => `lessons show ${slug}`,
};

function doubtful(lesson: Lesson): Fault {
  return new Fault(
    "bad-move",
    `${lesson.slug} has a confidence of ${lesson.confidence}, which is too low to activate`,
    {
      hint: "look at it again with lessons show, or say --force",
    },
  );
}
