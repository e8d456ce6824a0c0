/**
 * A number and how it came about, so that a person can see why and disagree.
 * The parts add up to the value, except where `limits` cut the sum.
 */
export interface Score {
  readonly value: number;
  readonly formula: Formula;
  readonly parts: readonly ScorePart[];
  /** What held the sum up or down after adding: a clamp, a cap, a floor. */
  readonly limits: readonly ScorePart[];
}

export interface ScorePart {
  readonly label: string;
  readonly amount: number;
}

/** Which of the documents' formulas ran. */
export const formulas = ["observed-signals", "priority-tree", "repetition"] as const;
type Formula = (typeof formulas)[number];
