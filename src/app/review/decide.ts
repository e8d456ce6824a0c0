import type { Workshop } from "../workshop.ts";
import { applyReview, type ReviewOptions } from "./apply-review.ts";
import type { PlannedDecision } from "./plan-decision.ts";
import type { ReviewReport } from "./review-report.ts";
import { renewList } from "./shown-list.ts";

/** Does what was decided about the list last shown. Its numbers go on meaning the same lessons afterwards. */
export async function decide(
  workshop: Workshop,
  { plan, expected, considered }: PlannedDecision,
  options: Pick<ReviewOptions, "home" | "force" | "because" | "isDryRun">,
): Promise<ReviewReport> {
  const report = await applyReview(workshop, plan, { ...options, expected, considered });
  if (report.session !== undefined) {
    renewList(workshop.database, options.home, new Set(plan.map(({ id }) => id)));
  }
  return report;
}
