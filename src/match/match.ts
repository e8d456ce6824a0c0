import {
  judgeCircumstances,
  type Circumstances,
  type Condition,
  type Veto,
  judgeKeywords,
  judgeTarget,
  type Target,
} from "./conditions.ts";
import { sightOf, type Moment, type Sight } from "./moment.ts";
import { scoreOf } from "./relevance.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

/** Whether a lesson concerns a call, and why. */
export interface Judgement {
  readonly lesson: ReadyLesson;
  readonly fires: boolean;
  /** What the conditions add up to, in thousandths. A vetoed lesson has it, too, for whoever asks why. */
  readonly relevance: number;
  /** In thousandths, after the level's factor. 0 behind a veto, which no priority may rescue. */
  readonly score: number;
  readonly conditions: readonly Condition[];
  readonly veto?: Veto | undefined;
}

/**
 * The lessons that this call should get, most fitting first. What is left out of `lessons` changes
 * nothing about the others, and neither does their order. `threshold` is in thousandths.
 */
export function matchLessons(
  lessons: Iterable<ReadyLesson>,
  moment: Moment,
  threshold: number,
): readonly Judgement[] {
  const sight = sightOf(moment);
  const firing: Judgement[] = [];
  for (const lesson of lessons) {
    const circumstances = judgeCircumstances(lesson, sight);
    // Most lessons end here, before a line is parsed or an expression compiled.
    if (vetoOfCircumstances(circumstances) !== undefined) continue;
    const target = judgeTarget(lesson, sight);
    if (target.target.verdict === "failed") continue;
    const judgement = judge(lesson, circumstances, target, sight, threshold);
    if (judgement.fires) firing.push(judgement);
  }
  firing.sort(deliveryOrder(moment));
  return firing;
}

/** Every condition of one lesson. Never throws, whatever the call holds. */
export function judgeLesson(lesson: ReadyLesson, moment: Moment, threshold: number): Judgement {
  const sight = sightOf(moment);
  const circumstances = judgeCircumstances(lesson, sight);
  return judge(lesson, circumstances, judgeTarget(lesson, sight), sight, threshold);
}

function judge(
  lesson: ReadyLesson,
  circumstances: Circumstances,
  targets: Target,
  sight: Sight,
  threshold: number,
): Judgement {
  const { tool } = circumstances;
  const { target } = targets;
  const action = judgeKeywords("actionKeywords", lesson.actionKeywords, sight);
  const context = judgeKeywords("contextKeywords", lesson.contextKeywords, sight);
  const specific = atLeastOne([target, action, context]);
  const relevance = tool.points + target.points + action.points + context.points;
  const veto = vetoOfCircumstances(circumstances) ?? vetoOfCall(target, specific);
  const score = veto === undefined ? scoreOf(relevance, lesson.priority) : 0;
  const about: readonly Condition[] = [...Object.values(circumstances), ...Object.values(targets)];
  return {
    lesson,
    fires: veto === undefined && score >= threshold,
    relevance,
    score,
    conditions: [...about, action, context, specific],
    veto,
  };
}

function vetoOfCircumstances(circumstances: Circumstances): Veto | undefined {
  const { injectionPoint, scope, tool, workflow } = circumstances;
  if (injectionPoint.verdict === "failed") return "injectionPoint";
  if (scope.verdict === "failed") return "scope";
  if (tool.verdict === "failed") return tool.declared.length === 0 ? "readOnlyTool" : "tool";
  return workflow.verdict === "failed" ? "workflow" : undefined;
}

function vetoOfCall(target: Condition, specific: Condition): Veto | undefined {
  if (target.verdict === "failed") return "target";
  return specific.verdict === "failed" ? "nothingSpecific" : undefined;
}

/** A lesson that names tools only, or nothing, has nothing to say about this call in particular. */
function atLeastOne(conditions: readonly Condition[]): Condition {
  const matched = conditions.filter(({ verdict }) => verdict === "matched");
  return {
    name: "specific",
    declared: conditions
      .filter((condition) => condition.verdict !== "notDeclared")
      .map(({ name }) => name),
    verdict: matched.length > 0 ? "matched" : "failed",
    found: [],
    points: 0,
  };
}

/** The slug is the last word, so that there is one order only. */
function deliveryOrder({ stack }: Moment): (one: Judgement, other: Judgement) => number {
  const rank = ({ priority, tags }: ReadyLesson): number =>
    tags.some((tag) => tag.startsWith("lang:") && stack.includes(tag)) ? priority + 1 : priority;
  return ({ lesson: one, score }, { lesson: other, score: otherScore }) =>
    otherScore - score ||
    Number(isOfProject(other)) - Number(isOfProject(one)) ||
    rank(other) - rank(one) ||
    other.confidence - one.confidence ||
    (one.slug < other.slug ? -1 : Number(one.slug > other.slug));
}

function isOfProject({ scope }: ReadyLesson): boolean {
  return scope.startsWith("project:");
}
