import type { Instant, Lesson } from "../lesson/record/lesson.ts";
import type { NoiseCategory, Opinion, OpinionChanges } from "./decision/opinion.ts";
import { Fault } from "../platform/fault.ts";
import { draftOf, fieldEdits, fieldNamed, hashed } from "../lesson/edit.ts";
import type { LessonChange } from "../lesson/change.ts";
import { moveOf } from "../lesson/move.ts";
import { readDraft } from "../lesson/draft.ts";

/** The opinions that change something. */
export type ActingOpinion = Exclude<Opinion, { readonly verdict: "abstain" }>;

export interface OpinionChange extends LessonChange {
  readonly opinion: ActingOpinion;
  /** What was not taken over as it was said. */
  readonly notes: readonly string[];
}

export interface OpinionLimits {
  readonly now: Instant;
  readonly mostConfidence: number;
  /** From the check of the patterns, where there are new ones. */
  readonly flags?: Lesson["flags"] | undefined;
}

/** What an opinion makes of a candidate: reviewed or archived, never more. A fault when it cannot. */
export function opinionChange(
  lesson: Lesson,
  opinion: ActingOpinion,
  { now, mostConfidence, flags }: OpinionLimits,
): OpinionChange {
  // Only approving looks at them.
  const options = { now, minConfidence: 0, force: false };
  if (opinion.verdict === "archive") {
    const because = noiseReason(opinion.because, opinion.reason);
    const move = moveOf(lesson, { verdict: "archive", by: "model", because }, options);
    return { ...move, opinion, notes: [] };
  }
  const { changes, notes } = withinLimits(opinion.changes ?? {}, mostConfidence);
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

function noiseReason(category: NoiseCategory, reason: string): string {
  return `[${category}] ${reason}`;
}

function fieldsIn({ body = {}, triggers = {}, ...plain }: OpinionChanges): readonly string[] {
  return [...Object.keys(plain), ...Object.keys(body), ...Object.keys(triggers)];
}

function withinLimits(
  changes: OpinionChanges,
  most: number,
): { readonly changes: OpinionChanges; readonly notes: readonly string[] } {
  const { confidence } = changes;
  if (confidence === undefined || confidence <= most) return { changes, notes: [] };
  return {
    changes: { ...changes, confidence: most },
    notes: [
      `confidence ${confidence} became ${most}, the most for what the scanner alone has seen`,
    ],
  };
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
