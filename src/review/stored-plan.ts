import {
  markApplied,
  readPlan,
  writePlan,
  type PlanProblem,
} from "../deliver/confirm/plan-file.ts";
import { dangerMarks } from "../lesson/record/danger.ts";
import { bodyText } from "../lesson/record/body.ts";
import type { Lesson, LessonId } from "../lesson/record/lesson.ts";
import { Fault } from "../platform/fault.ts";
import { plainLine } from "../redact/plain-text.ts";
import { firstPart } from "../redact/excerpt.ts";
import type { Context } from "../platform/context.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { fieldNamed } from "../lesson/edit.ts";
import { applyReview, type ReviewOptions, type ReviewReport } from "./apply-review.ts";
import { decide, type PlannedDecision } from "./decide.ts";
import { lessonState } from "./shown-list.ts";

/** A plan that waits for a person. */
export interface PreparedPlan {
  /** What the person confirms it by. */
  readonly digest: string;
  readonly words: readonly string[];
}

type Force = Pick<ReviewOptions, "home" | "force" | "because">;

/** What has to be known to carry a plan out later: the acts, and what the lessons were like when it was made. */
interface PlanContent extends Pick<PlannedDecision, "plan" | "considered"> {
  readonly states: readonly (readonly [id: LessonId, state: string])[];
  readonly force: boolean;
  readonly because?: string | undefined;
}

/** Keeps what was decided where nobody may decide, in words that a person can confirm. Nothing is changed. */
export async function preparePlan(
  context: Context,
  { plan, expected, considered }: Pick<PlannedDecision, "plan" | "expected" | "considered">,
  { home, force = false, because }: Force,
): Promise<PreparedPlan> {
  const options = { home, force, because, expected, considered, isDryRun: true };
  const words = planWords(await applyReview(context, plan, options));
  const states = plan.flatMap(({ id }) => {
    const lesson = findLesson(context.database, id);
    return lesson === undefined ? [] : [[id, lessonState(lesson)] as const];
  });
  const content: PlanContent = { plan, considered, states, force, because };
  const digest = writePlan(home, { preparedAt: context.system.now(), words, content });
  return { digest, words };
}

/**
 * Carries out a plan that a person has confirmed. Refused when it is not there any more, when somebody has changed one of its
 * lessons, or when it would not do what its words say.
 */
export async function confirmPlan(
  context: Context,
  { home, digest }: { readonly home: string; readonly digest: string },
): Promise<ReviewReport> {
  const { content, words } = requirePlan(context, { home, digest });
  const { plan, considered, states, force, because } = content;
  const decision = { acts: [], plan, considered, expected: new Map(states) };
  const options = { home, force, because };
  const expectation = await decide(context, decision, { ...options, isDryRun: true });
  if (planWords(expectation).join("\n") !== words.join("\n")) throw refused("damaged");
  const report = await decide(context, decision, { ...options, isDryRun: false });
  markApplied(home, digest, context.system.now());
  return report;
}

/** The plan of a digest, or a fault that says why there is none. */
export function requirePlan(
  { system }: Pick<Context, "system">,
  { home, digest }: { readonly home: string; readonly digest: string },
): { readonly content: PlanContent; readonly words: readonly string[] } {
  const plan = readPlan(home, digest, new Date(system.now()));
  if (typeof plan === "string") throw refused(plan);
  // Only `preparePlan` writes plans, and the digest says that this is what it wrote.
  return { content: plan.content as PlanContent, words: plan.words };
}

function refused(problem: PlanProblem): Fault {
  const code = problem === "unknown" ? "bad-input" : "changed-since";
  return new Fault(code, problems[problem], {
    hint: 'nothing was changed; make a new plan: lessons review "…" prints its digest',
  });
}

const problems: Readonly<Record<PlanProblem, string>> = {
  unknown: "no plan has this digest",
  damaged: "this plan differs from the one shown",
  expired: "this plan is more than an hour old",
  applied: "this plan was already applied",
};

/**
 * What a plan does, for a person who sees nothing else: with what each lesson says, because whoever made the plan may have said
 * something else about it.
 */
function planWords(report: ReviewReport): readonly string[] {
  const lines = [
    ...report.edited.flatMap(({ lesson, fields }) =>
      fields.map((name) => {
        const value = JSON.stringify(fieldNamed(lesson, name).take(lesson) ?? null);
        return `✎ edit ${lesson.slug}: ${name} becomes ${value}`;
      }),
    ),
    ...report.added.flatMap(approvalWords),
    ...report.expanded.map(({ lesson, into }) => `⊕ merge ${lesson.slug} into ${into}`),
    ...report.archived.map(({ lesson, reason }) => `✗ archive ${lesson.slug}: ${reason}`),
    ...report.unarchived.map(({ slug }) => `↶ unarchive ${slug}`),
    ...report.skipped.map(({ slug }) => `↷ skip ${slug}`),
  ].map((line) => {
    const indent = line.startsWith(detail) ? detail : "";
    return indent + firstPart(plainLine(line), longestLine);
  });
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more lines`];
}

const detail = "    ";
const longestLine = 240;
const mostLines = 60;

function approvalWords(lesson: Lesson): readonly string[] {
  const { slug, delivery, summary, scope, triggers } = lesson;
  const how = delivery === "advise" ? "" : ` as ${delivery}`;
  const patterns = [
    ...triggers.commandPatterns,
    ...triggers.contentPatterns,
    ...triggers.pathPatterns,
  ];
  return [
    `✓ approve ${slug}${how} (${scope}): ${summary}`,
    `${detail}says: ${bodyText(lesson.kind, lesson.body).replaceAll("\n", " → ")}`,
    ...(patterns.length === 0 ? [] : [`${detail}at: ${patterns.join("  ")}`]),
    ...dangerMarks(lesson).map((mark) => `${detail}! it ${mark}`),
  ];
}
