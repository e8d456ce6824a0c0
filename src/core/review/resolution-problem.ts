/** Why a sentence that was understood cannot be done with the list that was shown. Nothing of it is done then. */
export interface ResolutionProblem {
  readonly kind:
    | "no-such-number"
    | "no-such-lesson"
    | "ambiguous"
    | "contradiction"
    | "archived"
    | "not-archived";
  /** The lesson or the acts that it is about, as they were said. */
  readonly text: string;
  readonly message: string;
  /** What could be said instead. */
  readonly suggestion?: string | undefined;
}

export function isResolutionProblem(value: object): value is ResolutionProblem {
  return "kind" in value && "message" in value;
}
