import { parseLevel, priorityOfLevel } from "./level.ts";

/** What a person typed as a number; what is none stays text, and the schema says that it must be one. */
export function typedNumber(typed: string): number | string {
  const number = Number(typed);
  return typed.trim() === "" || Number.isNaN(number) ? typed : number;
}

/** The same for a priority, which may also be given by its name. */
export function typedPriority(typed: string): number | string {
  const level = parseLevel(typed);
  return level === undefined ? typedNumber(typed) : priorityOfLevel[level];
}
