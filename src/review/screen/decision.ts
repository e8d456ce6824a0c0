/** What a person wants with one lesson, so far. Nothing of it is written before the confirmation. */
export interface Decision {
  readonly verdict: RowVerdict;
  readonly edits: readonly FieldEdit[];
}

export type RowVerdict =
  | { readonly is: "none" | "approve" | "skip" | "expand" | "unarchive" }
  | { readonly is: "archive"; readonly reason: string };

/** A field as typed, which is not always as it may be saved. */
export interface FieldEdit {
  readonly field: string;
  readonly text: string;
  readonly value: string;
  readonly problem?: string;
}

export const undecided: Decision = { verdict: { is: "none" }, edits: [] };

/** Whether confirming would write anything. */
export function isChange({ verdict, edits }: Decision): boolean {
  return edits.length > 0 || (verdict.is !== "none" && verdict.is !== "skip");
}

export function isUndecided({ verdict, edits }: Decision): boolean {
  return verdict.is === "none" && edits.length === 0;
}
