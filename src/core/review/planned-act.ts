import type { Delivery, LessonId, Slug } from "../lesson.ts";
import type { Act } from "./act.ts";
import type { ResolutionProblem } from "./resolution-problem.ts";
import { nameOf, type ReviewItem } from "./review-list.ts";

/** Everything that is to happen to one lesson. */
export interface PlannedAct {
  readonly id: LessonId;
  readonly slug: Slug;
  readonly number?: number;
  readonly verdict: "approve" | "archive" | "skip" | "unarchive" | "expand" | "none";
  readonly reason?: string;
  readonly delivery?: Delivery;
  readonly into?: string;
  /** In the order in which they were said. */
  readonly edits: readonly { readonly field: string; readonly value: string }[];
  readonly show: boolean;
}

export function nothingPlanned({ id, slug, number }: ReviewItem): PlannedAct {
  const named = number === undefined ? { id, slug } : { id, slug, number };
  return { ...named, verdict: "none", edits: [], show: false };
}

/** The plan with one more act, or why the two cannot both be done. */
export function planAct(plan: PlannedAct, act: Act): PlannedAct | ResolutionProblem {
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
    case "skip":
    case "unarchive":
      return planned;
  }
}

/** A field gets one value; only lists may be changed twice, by `+x` and `-x`. */
function planEdit(
  plan: PlannedAct,
  { field, value }: Extract<Act, { act: "edit" }>,
): PlannedAct | ResolutionProblem {
  const isSame = (other: { readonly field: string }) =>
    other.field.toLowerCase() === field.toLowerCase();
  const before = plan.edits.filter(isSame);
  if (before.some((edit) => edit.value === value)) return plan;
  const last = before.at(-1);
  if (last !== undefined && !/^\s*[+-]/.test(value)) {
    return contradiction(plan, `${field} “${last.value}”`, `${field} “${value}”`);
  }
  if (
    field.toLowerCase() === "delivery" &&
    plan.delivery !== undefined &&
    plan.delivery !== value
  ) {
    return contradiction(plan, `approve with ${plan.delivery}`, `delivery ${value}`);
  }
  return { ...plan, edits: [...plan.edits, { field, value }] };
}

function planDelivery(plan: PlannedAct, delivery: Delivery): PlannedAct | ResolutionProblem {
  const edited = plan.edits.find((edit) => edit.field.toLowerCase() === "delivery")?.value;
  if (edited !== undefined && edited !== delivery) {
    return contradiction(plan, `delivery ${edited}`, `approve with ${delivery}`);
  }
  if (plan.delivery !== undefined && plan.delivery !== delivery) {
    return contradiction(plan, `approve with ${plan.delivery}`, `approve with ${delivery}`);
  }
  return { ...plan, delivery };
}

function contradiction(plan: PlannedAct, one: string, other: string): ResolutionProblem {
  return {
    kind: "contradiction",
    text: String(plan.number ?? plan.slug),
    message: `${nameOf(plan)} cannot get both: ${one}, and ${other}`,
  };
}
