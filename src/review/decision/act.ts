import type { Delivery } from "../../lesson/record/lesson.ts";
import { quote } from "./sentence-reader.ts";

/** One thing that a person wants done in a review, in the order in which it was said. */
export type Act =
  | {
      readonly act: "approve";
      readonly targets: DecisionTargets;
      readonly delivery?: Delivery | undefined;
    }
  | { readonly act: "archive"; readonly targets: DecisionTargets; readonly reason: string }
  | { readonly act: "skip" | "unarchive" | "show"; readonly targets: DecisionTargets }
  | {
      readonly act: "expand";
      readonly targets: DecisionTargets;
      readonly into?: string | undefined;
    }
  | {
      readonly act: "edit";
      readonly targets: DecisionTargets;
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
export type DecisionTargets =
  | { readonly by: "name"; readonly names: readonly DecisionTarget[] }
  | { readonly by: "all" | "rest"; readonly except: readonly DecisionTarget[] };

/** One number is a range from itself to itself. A slug may be its beginning only, as typed. */
export type DecisionTarget =
  | { readonly from: number; readonly to: number }
  | { readonly slug: string };

/** The acts as a sentence in the one way that needs no thought. Read again, it gives the same acts. */
export function readBack(acts: readonly Act[]): string {
  return acts.map((act) => `${act.act} ${readTargets(act.targets)}${readEnding(act)}`).join("; ");
}

function readEnding(act: Act): string {
  switch (act.act) {
    case "approve":
      return act.delivery === undefined ? "" : ` ${act.delivery}`;
    case "archive":
      return ` ${quote(act.reason)}`;
    case "edit":
      return ` ${act.field} ${quote(act.value)}`;
    case "expand":
      return act.into === undefined ? "" : ` into ${readSlug(act.into)}`;
    case "skip":
    case "unarchive":
    case "show":
      return "";
  }
}

function readTargets(targets: DecisionTargets): string {
  if (targets.by === "name") return readNames(targets.names);
  return targets.except.length === 0
    ? targets.by
    : `${targets.by} except ${readNames(targets.except)}`;
}

function readNames(names: readonly DecisionTarget[]): string {
  return names
    .map((name) => {
      if ("slug" in name) return readSlug(name.slug);
      return name.from === name.to ? `${name.from}` : `${name.from}-${name.to}`;
    })
    .join(", ");
}

/** Only what looks like nothing but a slug stands without quotes. */
function readSlug(slug: string): string {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(slug) ? slug : quote(slug);
}
