import { levelOf, levels, type Level } from "../../lesson/record/level.ts";

/** How many active lessons there are of each level, beside how many there should be. */
export interface LevelSpread {
  readonly active: number;
  readonly levels: readonly LevelShare[];
  /** Where more than half of all lessons are critical, none is. */
  readonly isInflated: boolean;
}

interface LevelShare {
  readonly level: Level;
  readonly lessons: number;
  readonly percent: number;
  readonly expectedPercent: readonly [low: number, high: number];
  readonly isAsExpected: boolean;
}

export function levelSpread(priorities: readonly number[]): LevelSpread {
  const active = priorities.length;
  const shares = levels.map((level) => {
    const lessons = priorities.filter((priority) => levelOf(priority) === level).length;
    const percent = active === 0 ? 0 : Math.round((1000 * lessons) / active) / 10;
    const [low, high] = expectedPercents[level];
    const isAsExpected = percent >= low && percent <= high;
    return { level, lessons, percent, expectedPercent: [low, high] as const, isAsExpected };
  });
  const critical = shares.find(({ level }) => level === "CRITICAL")?.lessons ?? 0;
  return { active, levels: shares, isInflated: critical * 2 > active };
}

/** Triads ADR-005, test case 3. */
const expectedPercents: Readonly<Record<Level, readonly [number, number]>> = {
  CRITICAL: [10, 20],
  HIGH: [30, 40],
  MEDIUM: [30, 40],
  LOW: [10, 20],
};
