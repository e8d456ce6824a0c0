import { countWithStatus } from "../../store/list-lessons.ts";
import type { Workshop } from "../workshop.ts";
import { applyReview, type ReviewOptions } from "./apply-review.ts";
import { promotionPlan, type Promotion } from "./promotion-plan.ts";
import type { ReviewReport } from "./review-report.ts";

/** A review by a script: what it names, as it is now. */
export async function promote(
  workshop: Workshop,
  promotion: Promotion,
  options: Pick<ReviewOptions, "home" | "force" | "because">,
): Promise<ReviewReport> {
  const { database } = workshop;
  const considered = countWithStatus(database, "candidate") + countWithStatus(database, "reviewed");
  return applyReview(workshop, promotionPlan(database, promotion), { ...options, considered });
}
