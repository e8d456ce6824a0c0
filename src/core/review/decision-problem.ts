/** The part of a sentence that was not understood. Nothing of the sentence is done then. */
export interface DecisionProblem {
  /** Offsets into the sentence in UTF-16 units, and what stands there. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly expected: string;
  /** What could be written instead of the part. */
  readonly suggestion?: string | undefined;
}
