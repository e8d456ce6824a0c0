import {
  judgeCircumstances,
  judgeKeywords,
  judgeTarget,
  oneOf,
  type Condition,
  type ConditionName,
  type Veto,
} from "./conditions.ts";
import { sightOf, type Moment, type Sight } from "./moment.ts";
import { closeness } from "../lesson/record/scope.ts";
import { scoreOf } from "./relevance.ts";
import { isElsewhere, judgeWorld } from "./world.ts";
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
  return matchInSight(lessons, sightOf(moment), threshold);
}

/** The same for who has looked at the moment before. */
export function matchInSight(
  lessons: Iterable<ReadyLesson>,
  sight: Sight,
  threshold: number,
): readonly Judgement[] {
  const firing: Judgement[] = [];
  for (const lesson of lessons) {
    const judgement = firingInSight(lesson, sight, threshold);
    if (judgement !== undefined) firing.push(judgement);
  }
  return mostFittingFirst(firing, sight.moment);
}

/** One of them: undefined where it does not fire, which is found out as soon as can be. */
export function firingInSight(
  lesson: ReadyLesson,
  sight: Sight,
  threshold: number,
): Judgement | undefined {
  // Most lessons end here, before a line is parsed or an expression compiled.
  if (isElsewhere(lesson, sight)) return undefined;
  const circumstances = judgeCircumstances(lesson, sight);
  if (vetoOf(circumstances) !== undefined) return undefined;
  const target = judgeTarget(lesson, sight);
  if (vetoOf(target) !== undefined) return undefined;
  const judgement = judge(lesson, [...circumstances, ...target], sight, threshold);
  if (!judgement.fires) return undefined;
  // What takes a look at the disk comes last: nearly no lesson gets here.
  const settled = withWorld(judgement, sight);
  return settled.fires ? settled : undefined;
}

/** In the order in which they are delivered. */
export function mostFittingFirst(
  firing: readonly Judgement[],
  moment: Pick<Moment, "stack">,
): readonly Judgement[] {
  const ordered = [...firing];
  ordered.sort(deliveryOrder(moment));
  return ordered;
}

/** Every condition of one lesson. Never throws, whatever the call holds. */
export function judgeLesson(lesson: ReadyLesson, moment: Moment, threshold: number): Judgement {
  const sight = sightOf(moment);
  const about = [...judgeCircumstances(lesson, sight), ...judgeTarget(lesson, sight)];
  return withWorld(judge(lesson, about, sight, threshold), sight);
}

/** With the conditions around the call, each of which can veto. */
function withWorld(judgement: Judgement, sight: Sight): Judgement {
  const around = judgeWorld(judgement.lesson, sight);
  if (around.length === 0) return judgement;
  const conditions = [...judgement.conditions, ...around];
  const isMet = around.every(({ verdict }) => verdict !== "failed");
  if (isMet || judgement.veto !== undefined) return { ...judgement, conditions };
  return { ...judgement, conditions, fires: false, score: 0, veto: "condition" };
}

/** `about` is where the call is made and what it does; what is talked about comes on top. */
function judge(
  lesson: ReadyLesson,
  about: readonly Condition[],
  sight: Sight,
  threshold: number,
): Judgement {
  const keywords = [
    judgeKeywords("actionKeywords", lesson.actionKeywords, sight),
    judgeKeywords("contextKeywords", lesson.contextKeywords, sight),
  ];
  // A lesson that names tools only, or nothing, has nothing to say about this call in particular.
  const target = about.filter(({ name }) => name === "target");
  const specific = oneOf("specific", [...target, ...keywords], "failed");
  const conditions = [...about, ...keywords, specific];
  const relevance = conditions.reduce((sum, { points }) => sum + points, 0);
  const veto = vetoOf(conditions);
  const score = veto === undefined ? scoreOf(relevance, lesson.priority) : 0;
  const fires = veto === undefined && score >= threshold;
  return { lesson, fires, relevance, score, conditions, veto };
}

function vetoOf(conditions: readonly Condition[]): Veto | undefined {
  for (const { name, verdict, declared, isBonus } of conditions) {
    const veto = verdict === "failed" && isBonus !== true ? vetoes[name] : undefined;
    if (veto !== undefined) return name === "tool" && declared.length === 0 ? "readOnlyTool" : veto;
  }
  return undefined;
}

const vetoes: Partial<Readonly<Record<ConditionName, Veto>>> = {
  injectionPoint: "injectionPoint",
  scope: "scope",
  tool: "tool",
  workflow: "workflow",
  target: "target",
  specific: "nothingSpecific",
};

/** The slug is the last word, so that there is one order only. */
function deliveryOrder({
  stack,
}: Pick<Moment, "stack">): (one: Judgement, other: Judgement) => number {
  const rank = ({ priority, tags }: ReadyLesson): number =>
    tags.some((tag) => tag.startsWith("lang:") && stack.includes(tag)) ? priority + 1 : priority;
  return ({ lesson: one, score }, { lesson: other, score: otherScore }) =>
    otherScore - score ||
    closeness(other.scope) - closeness(one.scope) ||
    rank(other) - rank(one) ||
    other.confidence - one.confidence ||
    (one.slug < other.slug ? -1 : Number(one.slug > other.slug));
}
