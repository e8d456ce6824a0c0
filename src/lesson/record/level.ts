/** How much a lesson matters, in a word. The number is stored, the name is shown. */
export const levels = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
export type Level = (typeof levels)[number];

export function levelOf(priority: number): Level {
  if (priority >= 9) return "CRITICAL";
  if (priority >= 7) return "HIGH";
  if (priority >= 4) return "MEDIUM";
  return "LOW";
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
