import { firstPart } from "../redact/excerpt.ts";
import type { UnmetGate } from "./record/gate-finding.ts";
import type { Edit } from "./record/history.ts";
import { longestLine, type Instant, type Lesson } from "./record/lesson.ts";
import { withProposals } from "./record/proposal.ts";
import { advance, possibleVerdicts, recordMoves, type Verdict } from "./record/lifecycle.ts";
import { approvedPriority } from "./approved-priority.ts";
import { inTransaction } from "../platform/database/database.ts";
import { Fault } from "../platform/fault.ts";
import { fieldEdits } from "./edit.ts";
import { requireLesson } from "./find.ts";
import { storeChange, type LessonChange } from "./change.ts";
import type { Context } from "../platform/context.ts";
import { actorOf, reasonBy, requirePerson, whoIn } from "../platform/person/who.ts";

/**
 * Applies a verdict to a lesson, and keeps the record of it. That a person gives it is a claim that the context has to bear out:
 * what makes a lesson active, or takes an active one away, needs one, and the rest is recorded as theirs who did it.
 */
export function moveLesson(
  context: Context,
  name: string,
  verdict: Verdict,
  options: Partial<Pick<MoveOptions, "force" | "unmetGates">> = {},
): Lesson {
  const { database, system, config } = context;
  return inTransaction(database, () => {
    const lesson = requireLesson(database, name);
    const given = verdict.by === "person" ? givenIn(context, lesson, verdict) : verdict;
    const change = moveOf(lesson, given, {
      now: system.now(),
      minConfidence: config.minConfidence,
      force: false,
      ...options,
    });
    storeChange(database, change);
    return change.after;
  });
}

/** The verdict as it was really given, or a fault when it needs a person and there is none. */
function givenIn(context: Context, { slug, stage }: Lesson, wanted: Verdict): Verdict {
  const who = whoIn(context);
  // What nobody has approved reaches no agent, and can be restored.
  const isHarmless =
    wanted.verdict === "restore" || (wanted.verdict === "archive" && stage.status !== "active");
  if (!isHarmless) {
    const what =
      wanted.verdict === "archive" ? `archive the active lesson ${slug}` : `approve ${slug}`;
    requirePerson(who, { what, type: commands[wanted.verdict](slug) });
  }
  if (wanted.verdict === "undo") return wanted;
  const because = reasonBy(who, wanted.because ?? wanted.verdict);
  return { ...wanted, because, by: actorOf(who) };
}

export interface MoveOptions {
  readonly now: Instant;
  readonly minConfidence: number;
  /** The required gates that a lesson does not meet. Absent: none is required. */
  readonly unmetGates?: (lesson: Lesson) => readonly UnmetGate[];
  /** Also where the confidence is too low or a required gate is not met. */
  readonly force: boolean;
  /** The person has just given the priority: it stays, also where it keeps the lesson from calls. */
  readonly hasOwnPriority?: boolean;
}

/** What a verdict makes of a lesson, or a fault when that verdict means nothing at its stage. */
export function moveOf(
  lesson: Lesson,
  verdict: Verdict,
  { now, minConfidence, unmetGates, force, hasOwnPriority = false }: MoveOptions,
): LessonChange {
  const passed = advance(lesson.stage, verdict, now);
  if (passed === undefined) throw cannotMove(lesson, verdict);
  if (verdict.verdict === "approve" && lesson.confidence < tooDoubtful && !force)
    throw doubtful(lesson);
  const unmet = verdict.verdict === "approve" ? (unmetGates?.(lesson) ?? []) : [];
  if (unmet.length > 0 && !force) throw ungated(lesson, unmet);

  const stage = passed.at(-1) ?? lesson.stage;
  const isConfirmed = stage.status === "reviewed" || stage.status === "active";
  const isApproved = verdict.verdict === "approve";
  const agreed = isApproved ? withProposals(lesson) : lesson;
  const after: Lesson = {
    ...agreed,
    stage,
    updatedAt: now,
    reviewedAt: isConfirmed ? now : lesson.reviewedAt,
    ...(isApproved
      ? approved(agreed, {
          priority:
            verdict.by === "person" && !hasOwnPriority ? approvedPriority(agreed) : agreed.priority,
          confidence: Math.max(agreed.confidence, minConfidence),
        })
      : {}),
  };
  return {
    before: lesson,
    after,
    edits: [
      ...fieldEdits(lesson, agreed, ["priority", "scope"], { at: now, by: "person" }),
      ...raised("confidence", lesson, after, now),
      ...raised("priority", agreed, after, now),
    ],
    transitions: recordMoves(lesson.stage.status, passed, forced(verdict, unmet), now),
  };
}

/** What was passed over stays in the record. */
function forced(verdict: Verdict, unmet: readonly UnmetGate[]): Verdict {
  if (verdict.verdict !== "approve" || unmet.length === 0) return verdict;
  const because = `${verdict.because ?? verdict.verdict}, forced: ${gateWords(unmet)}`;
  return { ...verdict, because: firstPart(because, longestLine) };
}

function gateWords(unmet: readonly UnmetGate[]): string {
  return unmet.map(({ gate, why }) => `${gate} ${why}`).join("; ");
}

/** Below this the rubric says: do not promote. */
export const tooDoubtful = 0.3;

/** A person's word raises priority and confidence to what is delivered, and the breakdown says so. */
function approved(
  lesson: Lesson,
  { priority, confidence }: Pick<Lesson, Scored>,
): Partial<Pick<Lesson, Scored | "scores">> {
  if (priority === lesson.priority && confidence === lesson.confidence) return {};
  const { scores } = lesson;
  if (scores === undefined) return { priority, confidence };
  return {
    priority,
    confidence,
    scores: {
      ...scores,
      ...raisedScore("priority", scores, priority, "approved by a person: at least MEDIUM"),
      ...raisedScore("confidence", scores, confidence, "confirmed by a person"),
    },
  };
}

type Scored = "priority" | "confidence";

function raisedScore(
  name: Scored,
  scores: NonNullable<Lesson["scores"]>,
  value: number,
  label: string,
): NonNullable<Lesson["scores"]> {
  const score = scores[name];
  if (score === undefined || score.value >= value) return {};
  const limit = { label, amount: round(value - score.value) };
  return { [name]: { ...score, value, limits: [...score.limits, limit] } };
}

/** Where there is no breakdown that could say it, the history does. */
function raised(name: Scored, before: Lesson, after: Lesson, at: Instant): readonly Edit[] {
  if (before[name] === after[name] || after.scores?.[name] !== undefined) return [];
  const [was, is] = [JSON.stringify(before[name]), JSON.stringify(after[name])];
  return [{ field: name, before: was, after: is, at, by: "person" }];
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

function ungated({ slug }: Lesson, unmet: readonly UnmetGate[]): Fault {
  const named = (gates: readonly UnmetGate[]) => gates.map(({ gate }) => gate).join(" ");
  const failed = unmet.filter(({ isFailed }) => isFailed === true);
  const open = unmet.filter(({ isFailed }) => isFailed !== true);
  const looks = failed.map(({ gate }) => `lessons gates show lesson:${slug} ${gate}`);
  const mend =
    looks.length === 0 ? "" : `see why: ${looks.join("; ")}; then fix it: lessons edit ${slug}`;
  const review =
    open.length === 0
      ? ""
      : `in its project: lessons gates sweep ${named(open)} --note lesson:${slug} --runner claude-code --model <name>`;
  return new Fault(
    "unmet-gates",
    `${slug} cannot be approved: ${gateWords(unmet)} (gates.required)`,
    { hint: [mend, review, "or add --force"].filter((part) => part !== "").join("; ") },
  );
}

function doubtful(lesson: Lesson): Fault {
  return new Fault(
    "bad-move",
    `the confidence of ${lesson.slug} is too low to activate it: ${lesson.confidence}`,
    {
      hint: "check it with lessons show, or add --force",
    },
  );
}
