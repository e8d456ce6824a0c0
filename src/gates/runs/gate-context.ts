import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Context, Place } from "../../platform/context.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { warningsFile } from "../warnings-note.ts";
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
    const gateContext = { ...context, project, reviews };
    const result = await work(gateContext);
    await noteWarnings(gateContext);
    return result;
  } finally {
    reviews.close();
  }
}

/** What the status line and the start of a session say follows what was reviewed. */
async function noteWarnings(context: GateContext): Promise<void> {
  const store = context.database.location();
  if (store === null) return;
  const [file, { warnQueue }] = [
    warningsFile(dirname(store), context.project.root),
    await import("./show-review.ts"),
  ];
  const { entries, failed } = warnQueue(context);
  const count = [...entries, ...failed].filter(({ note }) => note !== "gone").length;
  if (count === 0 && !existsSync(file)) return;
  ensurePrivateDirectory(dirname(file));
  writeFileAtomically(file, [`${count}\n`]);
}

const unignored =
  "Git would commit the reviews. Add reviews.db* and reports/ to .lessons/.gitignore\n";

/** All of it or nothing of it, in the reviews of the project. */
export function inReviews<Result>({ project, reviews }: GateContext, work: () => Result): Result {
  return withReviewFaults(project.database, () => inTransaction(reviews, work));
}
