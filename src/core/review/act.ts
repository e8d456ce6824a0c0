import type { Delivery } from "../lesson.ts";

/** One thing that a person wants done in a review, in the order in which it was said. */
export type Act =
  | { readonly act: "approve"; readonly targets: Targets; readonly delivery?: Delivery }
  | { readonly act: "archive"; readonly targets: Targets; readonly reason: string }
  | { readonly act: "skip" | "unarchive" | "show"; readonly targets: Targets }
  | { readonly act: "expand"; readonly targets: Targets; readonly into?: string }
  | {
      readonly act: "edit";
      readonly targets: Targets;
      /** The word as typed: which fields there are depends on the kind of the lesson. */
      readonly field: string;
      readonly value: string;
    };

export type ActName = Act["act"];

export const actNames = [
  "approve",
  "archive",
  "edit",
  "skip",
  "unarchive",
  "expand",
  "show",
] as const satisfies readonly ActName[];

export type Targets = readonly Target[];

/** Lessons that an act names by themselves, or a word for those that are left. */
export type Target =
  | NamedTarget
  | { readonly by: "all"; readonly except?: readonly NamedTarget[] }
  /** Those that no other act names. */
  | { readonly by: "rest"; readonly except?: readonly NamedTarget[] };

export type NamedTarget =
  | { readonly by: "number"; readonly number: number }
  | { readonly by: "range"; readonly from: number; readonly to: number }
  /** A slug or its beginning, as typed. */
  | { readonly by: "slug"; readonly slug: string };
