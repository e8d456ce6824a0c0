import { existsSync } from "node:fs";
import type { Context, Place } from "../../platform/context.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { noReviews, openReviewDatabase, withReviewFaults } from "../store/review-database.ts";
import {
  ensureGateFolder,
  ignoreReviews,
  isTakenUp,
  requireGateProject,
  type GateProject,
} from "./gate-project.ts";

/** What the use cases of gates work with: a project and its reviews, besides the lessons of this person. */
export interface GateContext extends Context {
  readonly project: GateProject;
  readonly reviews: Database;
}

/** Opens the reviews of the project for the length of `work`. Who only looks makes nothing. */
export async function inGateContext<Result>(
  context: Context,
  place: Place & {
    readonly isWriting: boolean;
    /** Says something beside the answer. */
    readonly note: (text: string) => void;
  },
  work: (context: GateContext) => Result | Promise<Result>,
): Promise<Result> {
  const project = requireGateProject(place);
  const now = context.system.now();
  if (place.isWriting) {
    ensureGateFolder(project, ".lessons");
    ignoreReviews(project);
    // Said once, when there is nothing yet that git could take up.
    if (!existsSync(project.database) && isTakenUp(project)) place.note(unignored);
  }
  const reviews =
    place.isWriting || existsSync(project.database)
      ? openReviewDatabase(project, now, { onWait: context.onWait })
      : noReviews(now);
  try {
    return await work({ ...context, project, reviews });
  } finally {
    reviews.close();
  }
}

const unignored =
  "Git would take up the reviews: add reviews.db* and reports/ to .lessons/.gitignore\n";

/** All of it or nothing of it, in the reviews of the project. */
export function inReviews<Result>({ project, reviews }: GateContext, work: () => Result): Result {
  return withReviewFaults(project.database, () => inTransaction(reviews, work));
}
