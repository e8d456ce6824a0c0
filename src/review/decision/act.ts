import type { Delivery } from "../../lesson/record/lesson.ts";

/** One thing that a person wants done in a review, in the order in which it was said. */
export type Act =
  | { readonly act: "approve"; readonly targets: Targets; readonly delivery?: Delivery | undefined }
  | { readonly act: "archive"; readonly targets: Targets; readonly reason: string }
  | { readonly act: "skip" | "unarchive" | "show"; readonly targets: Targets }
  | { readonly act: "expand"; readonly targets: Targets; readonly into?: string | undefined }
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

/** The lessons that an act is about. The rest are those that no other act names. */
export type Targets =
  | { readonly by: "name"; readonly names: readonly TargetName[] }
  | { readonly by: "all" | "rest"; readonly except: readonly TargetName[] };

/** One number is a range from itself to itself. A slug may be its beginning only, as typed. */
export type TargetName = { readonly from: number; readonly to: number } | { readonly slug: string };
