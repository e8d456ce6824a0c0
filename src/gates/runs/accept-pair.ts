import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { noteReview, type ChangedReview } from "../../lesson/journal.ts";
import type { PairKey } from "../review-state.ts";
import {
  acceptedBy,
  appendAcceptance,
  currentEvent,
  nothingAccepted,
  type NewAcceptance,
} from "../store/acceptances.ts";
import { isRecordedHere, keepAsOwn } from "../store/own-reviews.ts";
import { openReviewDatabase } from "../store/review-database.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { inGateContext, inReviews, type GateContext } from "./gate-context.ts";

/** Makes these texts the baseline of a pair, and notes for `undo` what it was. */
export function acceptPair(
  context: GateContext,
  acceptance: NewAcceptance,
  { isOwn }: { readonly isOwn: boolean },
): void {
  const { database, reviews, project } = context;
  const { notePath, gatePath, model } = acceptance;
  const pair = { notePath, gatePath, model };
  const before = currentEvent(reviews, pair) ?? null;
  const wasOwn = before !== null && isRecordedHere(context, pair);
  const after = appendAcceptance(reviews, acceptance);
  // Acknowledging a change does not make somebody else's review ours.
  if (isOwn) keepAsOwn(context, pair);
  const { root, database: file } = project;
  noteReview(database, { ...pair, root, database: file, before, wasOwn, after });
}

/** Whether what a command accepted still holds. */
export function isStillAccepted(
  { system, onWait }: Pick<Context, "system" | "onWait">,
  { root, database: file, after, ...pair }: ChangedReview,
): boolean {
  if (!existsSync(file)) return false;
  try {
    const reviews = openReviewDatabase({ root, database: file }, system.now(), { onWait });
    try {
      const current = currentEvent(reviews, pair);
      // What undo brought back holds as an acceptance of its own.
      return (
        current !== undefined &&
        isDeepStrictEqual(acceptedBy(reviews, current), acceptedBy(reviews, after))
      );
    } finally {
      reviews.close();
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return false;
  }
}

/** What was accepted before holds again, as an acceptance of its own: none is ever deleted. */
export async function takeReviewsBack(
  context: Context,
  { root, database: file }: Pick<ChangedReview, "root" | "database">,
  changes: readonly ChangedReview[],
): Promise<void> {
  const environment = { ...context.place?.environment, LESSONS_REVIEW_DB: file };
  const place = { environment, workingDirectory: root, isWriting: true, note: () => {} };
  await inGateContext(context, place, (gates) =>
    inReviews(gates, () => {
      for (const { before, wasOwn, ...pair } of changes) {
        const key: PairKey & { model: string } = pair;
        const texts = before === null ? undefined : acceptedBy(gates.reviews, before);
        const acceptance = { ...key, ...(texts ?? nothingAccepted), at: gates.system.now() };
        acceptPair(gates, acceptance, { isOwn: wasOwn });
      }
    }),
  );
}
