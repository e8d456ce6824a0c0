import type { DeliveryPlan } from "./plan.ts";
import type { Judgement } from "../../match/match.ts";

/** A lesson that a call gets, and how much of it. */
export interface Delivered {
  readonly judgement: Judgement;
  /** `pointer`: with others about the same tool, as one line that says where they are. */
  readonly form: "full" | "short" | "cut" | "pointer" | "hold";
}

/** The lessons in a plan, in the order of delivery. */
export function deliveredBy({ hold, portions }: DeliveryPlan): readonly Delivered[] {
  if (hold !== undefined) return [{ judgement: hold.judgement, form: "hold" }];
  return portions.flatMap(({ item, form }) =>
    item.judgements.map((judgement) => ({
      judgement,
      form: item.judgements.length > 1 ? ("pointer" as const) : form,
    })),
  );
}
