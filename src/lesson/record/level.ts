import type { LessonField } from "./fields.ts";

/** How much a lesson matters, in a word. The number is stored, the name is shown. */
export const levels = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
export type Level = (typeof levels)[number];

export function levelOf(priority: number): Level {
  return levels.find((level) => priority >= priorityRange[level][0]) ?? "LOW";
}

/** The number that is stored when a person or a model gives only the name. */
export const priorityOfLevel: Readonly<Record<Level, number>> = {
  CRITICAL: 9,
  HIGH: 7,
  MEDIUM: 5,
  LOW: 2,
};

/** The lowest and the highest priority that carry this name. */
export const priorityRange: Readonly<Record<Level, readonly [number, number]>> = {
  CRITICAL: [9, 10],
  HIGH: [7, 8],
  MEDIUM: [4, 6],
  LOW: [1, 3],
};

export function parseLevel(text: string): Level | undefined {
  const name = text.trim().toUpperCase();
  return levels.find((level) => level === name);
}

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
