import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../platform/database/database.ts";
import { listReviewSessions, type ReviewSession } from "./review-sessions-table.ts";
import { writeFileAtomically } from "../platform/files/atomic-file.ts";
import { Fault } from "../platform/fault.ts";
import { ensurePrivateDirectory } from "../platform/paths.ts";
import type { Context } from "../platform/context.ts";

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
    // PRD-002 §8.3 has the name and the form.
    const file = join(home, folder, `${session.id}.json`);
    if (session.id !== fresh && existsSync(file)) continue;
    writeFileAtomically(file, [`${JSON.stringify(auditRecord(session), null, 2)}\n`]);
  }
}

/** As a warning: the review is written and stays so, whatever becomes of its file. */
export function auditTrouble(...wanted: Parameters<typeof writeAuditFiles>): readonly string[] {
  try {
    writeAuditFiles(...wanted);
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [`the audit file is not written: ${error.message}; lessons reviews has it`];
  }
}

/** All reviews as `--json` and their audit files show them, the newest first. */
export function reviewSessions({ database }: Pick<Context, "database">): readonly AuditRecord[] {
  return listReviewSessions(database).map(auditRecord);
}

export type AuditRecord = Omit<ReviewSession, "id"> & { readonly sessionId: string };

function auditRecord({ id, ...session }: ReviewSession): AuditRecord {
  return { sessionId: id, ...session };
}

const folder = "review-sessions";
