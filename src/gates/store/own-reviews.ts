import { prepared, queryAll, type Database } from "../../platform/database/database.ts";
import { sha256 } from "../../platform/hash.ts";
import type { PairKey } from "../review-state.ts";
import { currentReviews, type CurrentReview } from "./acceptances.ts";

/**
 * Remembers in our own store that we recorded what holds for this pair now. The reviews themselves lie in the project, and a file
 * that came with an archive can say that anything has passed.
 */
export function keepAsOwn({ database, reviews }: Databases, pair: PairOfModel): void {
  const insert = prepared(database, "INSERT OR IGNORE INTO own_reviews(digest) VALUES (?)");
  for (const review of reviewsOf(reviews, pair)) insert.run(digestOf(review));
}

/** Whether we recorded what holds for this pair now. */
export function isRecordedHere({ database, reviews }: Databases, pair: PairOfModel): boolean {
  const find = prepared(database, "SELECT 1 FROM own_reviews WHERE digest = ?");
  return reviewsOf(reviews, pair).some((review) => find.get(digestOf(review)) !== undefined);
}

interface Databases {
  /** Ours, in our home. */
  readonly database: Database;
  /** The project's. */
  readonly reviews: Database;
}

type PairOfModel = PairKey & { readonly model: string };

function reviewsOf(
  reviews: Database,
  { notePath, gatePath, model }: PairOfModel,
): readonly CurrentReview[] {
  return currentReviews(reviews, { notePath, gatePath }).filter((review) => review.model === model);
}

/** Tells reviews that were recorded here from others. */
export function ownReviews(database: Database): (review: CurrentReview) => boolean {
  const rows = queryAll<{ readonly digest: string }>(database, "SELECT digest FROM own_reviews");
  const own = new Set(rows.map(({ digest }) => digest));
  return (review) => own.has(digestOf(review));
}

/** What was reviewed by what, and what came of it: whoever changes one of these has another review. */
function digestOf(review: CurrentReview): string {
  const { notePath, gatePath, model, noteHash, gateHash, decision, acceptedAt } = review;
  return sha256(
    JSON.stringify([notePath, gatePath, model, noteHash, gateHash, decision, acceptedAt]),
  );
}
