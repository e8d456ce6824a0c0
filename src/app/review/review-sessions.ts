import { listReviewSessions } from "../../store/review-sessions.ts";
import type { Workshop } from "../workshop.ts";
import { auditRecord, type AuditRecord } from "./audit-files.ts";

/** One review as its audit file has it. */
export type ReviewSession = AuditRecord;

/** All reviews, the newest first. */
export function reviewSessions({ database }: Pick<Workshop, "database">): readonly ReviewSession[] {
  return listReviewSessions(database).map(auditRecord);
}
