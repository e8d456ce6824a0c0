import type { Status } from "../../core/lifecycle.ts";
import type { Note } from "./foreign-entry.ts";
import { asText, isBlank, quoted, type LooseObject } from "./loose-json.ts";

/** The source's state. What nobody confirmed never comes in as active, whatever else the entry says. */
export function readLessonStatus(
  entry: LooseObject,
  isCandidate: boolean,
  note: Note,
): { readonly status: Status; readonly archiveReason?: string } {
  const given = isBlank(entry["status"]) ? "active" : asText(entry["status"])?.toLowerCase();
  if (given === "archived" || given === "disabled" || entry["disabled"] === true) {
    const reason = `${given === "archived" ? given : "disabled"} in lessons-learned`;
    return { status: "archived", archiveReason: asText(entry["archiveReason"]) ?? reason };
  }
  if (isCandidate || given === "candidate") return { status: "candidate" };
  if (given === "reviewed" || !isBlank(entry["needsReview"])) return { status: "reviewed" };
  if (given === "active") return { status: "active" };
  note(`Its status ${quoted(entry["status"])} is not one of ours, so it comes in as reviewed.`);
  return { status: "reviewed" };
}
