import type { Instant } from "../../core/lesson.ts";
import type { ReviewSession } from "../../store/review-sessions.ts";
import type { ApplyReport, ModelReviewer } from "./apply-opinions.ts";
import type { OpinionChange } from "./opinion-change.ts";

/** A model's pass as it is kept for ever: every candidate that it spoke of, and what became of it. */
export function modelSession(
  {
    changes,
    abstained,
    passedOver,
    refused,
  }: Pick<ApplyReport, "changes" | "abstained" | "passedOver" | "refused">,
  { model, promptVersion }: ModelReviewer,
  { id, now }: { readonly id: string; readonly now: Instant },
): ReviewSession {
  const items = [
    ...changes.map(itemOf),
    ...abstained.map(({ opinion, lesson }) => ({
      action: "abstain",
      candidateId: lesson.id,
      slug: lesson.slug,
      ...(opinion.reason === undefined ? {} : { reason: opinion.reason }),
    })),
    ...passedOver.map((item) => ({
      action: "none",
      candidateId: item.id,
      slug: item.slug,
      reason: item.why,
    })),
    ...refused.map(({ name, problems }) => ({ action: "refused", candidateId: name, problems })),
  ];
  return {
    id,
    generatedAt: now,
    candidatesConsidered: items.length,
    reviewedBy: { actor: "model", model, promptVersion: String(promptVersion) },
    items,
  };
}

function itemOf({ opinion, after, edits }: OpinionChange): object {
  const named = { candidateId: after.id, slug: after.slug };
  if (opinion.verdict === "archive") {
    const archiveReason = after.stage.status === "archived" ? after.stage.because : opinion.reason;
    return { action: "archive", ...named, archiveReason };
  }
  const { summary, body } = after;
  const said = { ...named, reason: opinion.reason, lesson: { summary, ...body } };
  const changed = { edited: edits.map(({ field }) => field) };
  if (opinion.verdict === "keep") return { action: "review", ...said, ...changed };
  const expansion = { targetSlug: opinion.expands, expansionNote: opinion.reason };
  return { action: "expand_existing", ...said, ...expansion, ...changed };
}
