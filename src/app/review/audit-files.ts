import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../store/database.ts";
import { listReviewSessions, type ReviewSession } from "../../store/review-sessions.ts";
import { writeFileAtomically } from "../../system/atomic-file.ts";
import { ensurePrivateDirectory } from "../../system/paths.ts";

/**
 * Writes the audit file of each review that has none, and of `fresh` in any case. So one that a crash or a full
 * disk has kept from being written comes with the next review. The store has them all.
 */
export function writeAuditFiles(
  database: Database,
  home: string,
  { fresh }: { readonly fresh: string },
): void {
  ensurePrivateDirectory(join(home, folder));
  for (const session of listReviewSessions(database)) {
    const file = auditFile(home, session.id);
    if (session.id !== fresh && existsSync(file)) continue;
    writeFileAtomically(file, [auditText(session)]);
  }
}

/** A review as `--json` and the audit file show it. */
export function auditRecord({ id, ...session }: ReviewSession): AuditRecord {
  return { sessionId: id, ...session };
}

export type AuditRecord = Omit<ReviewSession, "id"> & { readonly sessionId: string };

function auditText(session: ReviewSession): string {
  return `${JSON.stringify(auditRecord(session), null, 2)}\n`;
}

/** `review-sessions/<ulid>.json` of a review (PRD-002 §8.3). */
function auditFile(home: string, id: string): string {
  return join(home, folder, `${id}.json`);
}

const folder = "review-sessions";
