import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import { holdReason } from "../../agents/our-text/hold-reason.ts";
import type { Delivery } from "../../lesson/record/lesson.ts";
import type { Judgement } from "../../match/match.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { CacheIndex, DeliveryConfig } from "../compile/cache-index.ts";
import { fitToBudget, type Portion, utf8Length } from "./budget.ts";

/** What a call gets of the lessons that fire at it. */
export interface DeliveryPlan {
  /** The call is refused once, with this lesson as the reason. Nothing else is said then. */
  readonly hold?: { readonly judgement: Judgement; readonly reason: string };
  readonly portions: readonly Portion<Piece>[];
  /** Fired, and found no room. They stay unclaimed and may come at a later call. */
  readonly dropped: readonly Judgement[];
}

/** What takes one place in the budget: a lesson, or a pointer that stands for several. */
interface Piece {
  readonly text: string;
  readonly shortText: string;
  readonly judgements: readonly Judgement[];
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

  const pieces = piecesOf(judgements, config.maxLessonsPerInjection, skills);
  const portions = fitToBudget(pieces, {
    mostLessons: config.maxLessonsPerInjection,
    mostBytes,
    overheadBytes: frameOverheadBytes(debugOf(config, judgements)) + takenBytes,
  });
  const placed = new Set(portions.flatMap(({ item }) => item.judgements));
  return { portions, dropped: judgements.filter((judgement) => !placed.has(judgement)) };
}

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

/**
 * More lessons about one tool than a call may get are a page to read, not fragments: one line points to the
 * tool's skill and stands for all of them.
 */
function piecesOf(
  judgements: readonly Judgement[],
  most: number,
  skills: CacheIndex["skills"],
): readonly Piece[] {
  const single = (judgement: Judgement): Piece => {
    const { text, shortText } = judgement.lesson;
    return { text, shortText, judgements: [judgement] };
  };
  if (judgements.length <= most) return judgements.map(single);
  const tool = toolOfMost(judgements, skills);
  const skill = tool === undefined ? undefined : skills[tool];
  if (tool === undefined || skill === undefined) return judgements.map(single);
  const isAbout = ({ lesson }: Judgement) => lesson.tags.some((tag) => tag === `tool:${tool}`);
  const text = toolPointer(tool, skill.lessons, skill.path);
  const pointer: Piece = { text, shortText: text, judgements: judgements.filter(isAbout) };
  return [pointer, ...judgements.filter((judgement) => !isAbout(judgement)).map(single)];
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
  /** `pointer`: with others about the same tool, as one line that says where they are. */
  readonly form: "full" | "short" | "cut" | "pointer" | "hold" | "fix";
}

/** What was done with the call. */
export function modeOf({ form }: Pick<Delivered, "form">): Delivery {
  return form === "hold" || form === "fix" ? form : "advise";
}

/** The lessons in a plan, in the order of delivery. */
export function deliveredBy({ hold, portions }: DeliveryPlan): readonly Delivered[] {
  if (hold !== undefined) return [{ judgement: hold.judgement, form: "hold" }];
  return portions.flatMap(({ item, form }) =>
    item.judgements.map((judgement) => ({
      judgement,
      form: item.judgements.length > 1 ? ("pointer" as const) : form,
    })),
  );
}

/** One line instead of fragments, where more lessons about a tool match than a call may carry. */
export function toolPointer(tool: string, count: number, path: string): string {
  const lessons = count === 1 ? "1 lesson" : `${count} lessons`;
  return `${lessons} about ${plainLine(tool)} may concern this call. They are together, most important first, in ${plainLine(path)}`;
}
