import type { Delivery, LessonId, Slug } from "../../lesson/record/lesson.ts";
import { quote } from "./sentence-reader.ts";

/** One thing that a person wants done in a review, in the order in which it was said. */
export type Act = { readonly targets: DecisionTargets } & (
  | { readonly act: "approve"; readonly delivery?: Delivery | undefined }
  | { readonly act: "archive"; readonly reason: string }
  | { readonly act: "skip" | "unarchive" | "show" }
  | { readonly act: "expand"; readonly into?: string | undefined }
  | ({ readonly act: "edit" } & PlannedEdit)
);

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
    default:
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

/** A lesson of the list that a person decides about, as it was shown: numbers mean nothing without it. */
export interface ReviewItem {
  /** Absent for what is listed without a number, such as noise that the model archived. */
  readonly number?: number | undefined;
  readonly id: LessonId;
  readonly slug: Slug;
  readonly isArchived: boolean;
}

/** A lesson of the list in a message: its number, as it was shown, and its slug. */
export function nameOf({ number, slug }: Pick<ReviewItem, "number" | "slug">): string {
  return number === undefined ? slug : `${number} (${slug})`;
}

/** Everything that is to happen to one lesson. */
export interface PlannedAct {
  readonly id: LessonId;
  readonly slug: Slug;
  readonly number?: number | undefined;
  readonly verdict: "approve" | "archive" | "skip" | "unarchive" | "expand" | "none";
  readonly reason?: string | undefined;
  readonly delivery?: Delivery | undefined;
  readonly into?: string | undefined;
  /** In the order in which they were said. */
  readonly edits: readonly PlannedEdit[];
  readonly show: boolean;
}

/** A field, and its new value as a person types it. */
export interface PlannedEdit {
  /** The word as typed: which fields there are depends on the kind of the lesson. */
  readonly field: string;
  readonly value: string;
}

/** Why a sentence that was understood cannot be done with the list that was shown. Nothing of it is done then. */
export interface Unresolved {
  readonly problem: {
    readonly message: string;
    /** What could be said instead. */
    readonly suggestion?: string | undefined;
  };
}

export function nothingPlanned({ id, slug, number }: Omit<ReviewItem, "isArchived">): PlannedAct {
  return { id, slug, number, verdict: "none", edits: [], show: false };
}

/** The plan with one more act, or why the two cannot both be done. */
export function planAct(plan: PlannedAct, act: Act): PlannedAct | Unresolved {
  if (act.act === "show") return { ...plan, show: true };
  if (act.act === "edit") return planEdit(plan, act);
  if (plan.verdict !== "none" && plan.verdict !== act.act) {
    return contradiction(plan, plan.verdict, act.act);
  }
  const planned = { ...plan, verdict: act.act };
  switch (act.act) {
    case "approve":
      return act.delivery === undefined ? planned : planDelivery(planned, act.delivery);
    case "archive":
      if (plan.reason !== undefined && plan.reason !== act.reason) {
        return contradiction(plan, `archive: ${plan.reason}`, `archive: ${act.reason}`);
      }
      return { ...planned, reason: act.reason };
    case "expand":
      if (act.into === undefined) return planned;
      if (plan.into !== undefined && plan.into !== act.into) {
        return contradiction(plan, `expand into ${plan.into}`, `expand into ${act.into}`);
      }
      return { ...planned, into: act.into };
    default:
      return planned;
  }
}

/** A field gets one value; only lists may be changed twice, by `+x` and `-x`. */
function planEdit(plan: PlannedAct, { field, value }: PlannedEdit): PlannedAct | Unresolved {
  const name = field.toLowerCase();
  const before = plan.edits.filter((edit) => edit.field.toLowerCase() === name);
  if (before.some((edit) => edit.value === value)) return plan;
  const last = before.at(-1);
  if (last !== undefined && !/^\s*[+-]/.test(value)) {
    return contradiction(plan, `${field} “${last.value}”`, `${field} “${value}”`);
  }
  if (name === "delivery" && plan.delivery !== undefined && plan.delivery !== value) {
    return contradiction(plan, `approve ${plan.delivery}`, `delivery ${value}`);
  }
  return { ...plan, edits: [...plan.edits, { field, value }] };
}

function planDelivery(plan: PlannedAct, delivery: Delivery): PlannedAct | Unresolved {
  const edited = plan.edits.find((edit) => edit.field.toLowerCase() === "delivery")?.value;
  if (edited !== undefined && edited !== delivery) {
    return contradiction(plan, `delivery ${edited}`, `approve ${delivery}`);
  }
  if (plan.delivery !== undefined && plan.delivery !== delivery) {
    return contradiction(plan, `approve ${plan.delivery}`, `approve ${delivery}`);
  }
  return { ...plan, delivery };
}

function contradiction(plan: PlannedAct, one: string, other: string): Unresolved {
  return { problem: { message: `${nameOf(plan)} cannot get both: ${one}, and ${other}` } };
}
