import type { LessonField } from "./fields.ts";
import { parseLevel, priorityOfLevel } from "./level.ts";

/** What a person typed for a field of one value. What is no number stays text, and the schema says that it must be one. */
export function typedValue(is: LessonField["is"], typed: string): number | string {
  if (is === "priority") return typedPriority(typed);
  return is === "confidence" ? typedNumber(typed) : typed;
}

/** A priority may also be given by its name. */
export function typedPriority(typed: string): number | string {
  const level = parseLevel(typed);
  return level === undefined ? typedNumber(typed) : priorityOfLevel[level];
}

function typedNumber(typed: string): number | string {
  const number = Number(typed);
  return typed.trim() === "" || Number.isNaN(number) ? typed : number;
}
