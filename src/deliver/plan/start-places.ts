import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { InjectionPoint } from "../../lesson/record/triggers.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { fitToBudget, type Portion, utf8Length } from "./budget.ts";

/** What a start may carry. */
interface StartRoom {
  readonly injectionBudgetBytes: number;
  /** What the agent shows to its model at once. */
  readonly mostContextCharacters: number;
  readonly protocol: string;
}

/** Which of the lessons for a start find room there, and how much of each. */
export function placesAtStart(
  wanted: readonly ReadyLesson[],
  { injectionBudgetBytes, mostContextCharacters, protocol }: StartRoom,
): readonly Portion<ReadyLesson>[] {
  const ordered = [...wanted];
  ordered.sort((one, other) => other.priority - one.priority || other.confidence - one.confidence);
  return fitToBudget(ordered, {
    mostLessons: mostAtStart,
    // The protocol and the counts come on top of the budget, and all of it must reach the model.
    mostBytes: Math.min(
      injectionBudgetBytes,
      mostContextCharacters - utf8Length(protocol) - roomForNotes,
    ),
    overheadBytes: frameOverheadBytes(),
  });
}

const mostAtStart = 5;
const roomForNotes = 1500;

export function isForStart({ injectOn, priority }: ReadyLesson, point: InjectionPoint): boolean {
  // What is not delivered anywhere is a line of the index, however much it matters.
  return injectOn.includes(point) || (injectOn.length > 0 && levelOf(priority) === "CRITICAL");
}
