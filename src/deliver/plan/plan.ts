import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import { holdReason } from "../../agents/our-text/hold-reason.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { Delivery } from "../../lesson/record/lesson.ts";
import type { Judgement } from "../../match/match.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { CacheIndex, DeliveryConfig } from "../compile/cache-index.ts";
import { type Budget, fitToBudget, type Portion, utf8Length } from "./budget.ts";

/** What a call gets of the lessons that fire at it. */
export interface DeliveryPlan {
  /** The call is refused once, with this lesson as the reason. Nothing else is said then. */
  readonly hold?: { readonly judgement: Judgement; readonly reason: string };
  readonly portions: readonly Portion<Piece>[];
  /** One line about those that found no room: their names, and where they are. */
  readonly pointer?: string | undefined;
  /** Fired, and found no room. They stay unclaimed and may come at a later call. */
  readonly dropped: readonly Judgement[];
}

/** What takes one place in the budget. */
interface Piece {
  readonly text: string;
  readonly shortText: string;
  readonly judgement: Judgement;
}

export interface DeliverySettings {
  readonly config: DeliveryConfig;
  readonly skills: CacheIndex["skills"];
  /** False right after a call was held: never two in a row. */
  readonly mayHold: boolean;
  /** What the agent shows to its model at once, whatever the budget allows. */
  readonly mostBytes: number;
  /** Taken up by what is said about corrections. */
  readonly takenBytes?: number;
}

/** In the order of `judgements`, which is the order of delivery. */
export function planDelivery(
  judgements: readonly Judgement[],
  { config, skills, mayHold, mostBytes: most, takenBytes = 0 }: DeliverySettings,
): DeliveryPlan {
  const mostBytes = Math.min(config.injectionBudgetBytes, most);
  const hold = mayHold ? holdOf(judgements, mostBytes) : undefined;
  if (hold !== undefined) return { hold, portions: [], dropped: [] };

  const overheadBytes = frameOverheadBytes(debugOf(config, judgements)) + takenBytes;
  const budget = { mostLessons: config.maxLessonsPerInjection, mostBytes, overheadBytes };
  const plan = fitted(judgements, budget);
  const tool = plan.dropped.length === 0 ? undefined : toolOfMost(judgements, skills);
  const skill = tool === undefined ? undefined : skills[tool];
  if (tool === undefined || skill === undefined) return plan;
  return withPointer(judgements, budget, { tool, ...skill });
}

/** In this order, as much as fits. */
function fitted(judgements: readonly Judgement[], budget: Budget): DeliveryPlan {
  const pieces = judgements.map((judgement): Piece => {
    const { text, shortText } = judgement.lesson;
    return { text, shortText, judgement };
  });
  const portions = fitToBudget(pieces, budget);
  const placed = new Set(portions.map(({ item }) => item.judgement));
  return { portions, dropped: judgements.filter((judgement) => !placed.has(judgement)) };
}

/**
 * More lessons about one tool than a call may get: the best of them come whole, CRITICAL ones in any case, and one line names the
 * others and the tool's skill. That line takes its room from the budget first.
 */
function withPointer(
  judgements: readonly Judgement[],
  budget: Budget,
  skill: ToolSkill,
): DeliveryPlan {
  const isCritical = ({ lesson }: Judgement) => levelOf(lesson.priority) === "CRITICAL";
  const critical = judgements.filter(isCritical);
  const ordered = [...critical, ...judgements.filter((judgement) => !isCritical(judgement))];
  const mostLessons = Math.max(budget.mostLessons, critical.length);
  const longest = utf8Length(toolPointer(skill, judgements)) + separatorBytes;
  const overheadBytes = budget.overheadBytes + longest;
  const plan = fitted(ordered, { ...budget, mostLessons, overheadBytes });
  // Without room for both, what was found says more than where more of it is.
  if (plan.portions.length === 0) return fitted(ordered, { ...budget, mostLessons });
  return plan.dropped.length === 0 ? plan : { ...plan, pointer: toolPointer(skill, plan.dropped) };
}

const separatorBytes = 2;

/** A reason that finds no room is none: then the call is advised. */
function holdOf(judgements: readonly Judgement[], mostBytes: number): DeliveryPlan["hold"] {
  const judgement = judgements.find(({ lesson }) => isHeld(lesson));
  if (judgement === undefined) return undefined;
  const [portion] = fitToBudget([judgement.lesson], {
    mostLessons: 1,
    mostBytes,
    overheadBytes: utf8Length(holdReason("", judgement.lesson.notice)),
  });
  return portion && { judgement, reason: holdReason(portion.text, judgement.lesson.notice) };
}

/** Only a person sets it, and only what looks at the call itself may refuse one. A fix that gets here was not certain. */
function isHeld({ delivery, commandPatterns, contentPatterns }: ReadyLesson): boolean {
  return delivery !== "advise" && commandPatterns.length + contentPatterns.length > 0;
}

/** Room for the longest comment there can be: which slugs it names is known when everything is fitted. */
function debugOf({ debugComment }: DeliveryConfig, judgements: readonly Judgement[]) {
  const slugs = judgements.map(({ lesson }) => lesson.slug);
  return debugComment ? { injected: slugs, dropped: [] } : undefined;
}

/** The tool with a skill that most of them are about; at least two, or a pointer spares nothing. */
function toolOfMost(
  judgements: readonly Judgement[],
  skills: CacheIndex["skills"],
): string | undefined {
  const counts = new Map<string, number>();
  for (const { lesson } of judgements) {
    for (const tag of lesson.tags) {
      const tool = tag.startsWith("tool:") ? tag.slice("tool:".length) : undefined;
      if (tool !== undefined && tool in skills) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
  }
  let best: string | undefined;
  for (const [tool, count] of counts) {
    if (count > 1 && count > (counts.get(best ?? "") ?? 1)) best = tool;
  }
  return best;
}

/** A lesson that a call gets, and how much of it. */
export interface Delivered {
  readonly judgement: Judgement;
  readonly form: "full" | "short" | "cut" | "hold" | "fix";
}

/** What was done with the call. */
export function modeOf({ form }: Pick<Delivered, "form">): Delivery {
  return form === "hold" || form === "fix" ? form : "advise";
}

/** The lessons in a plan, in the order of delivery. Those that a line only names are none of them. */
export function deliveredBy({ hold, portions }: DeliveryPlan): readonly Delivered[] {
  if (hold !== undefined) return [{ judgement: hold.judgement, form: "hold" }];
  return portions.map(({ item, form }) => ({ judgement: item.judgement, form }));
}

interface ToolSkill {
  readonly tool: string;
  readonly lessons: number;
  readonly path: string;
}

/** One line: what else concerns the call by name, and the page with everything about the tool. */
export function toolPointer(
  { tool, lessons: all, path }: ToolSkill,
  rest: readonly Judgement[],
): string {
  const named = rest.slice(0, mostNamed).map(({ lesson }) => lesson.slug);
  const left = rest.length - named.length;
  const names = left > 0 ? `${named.join(", ")} and ${left} more` : named.join(", ");
  const lessons = all === 1 ? "1 lesson" : `${all} lessons`;
  return plainLine(
    `Also about this call: ${names}. All ${lessons} about ${tool}, most important first: ${path}`,
  );
}

const mostNamed = 5;
