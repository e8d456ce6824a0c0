import type { Status } from "../../core/lifecycle.ts";
import type { Note } from "./foreign-entry.ts";
import { asText, isBlank, quoted, type LooseObject } from "./loose-json.ts";

/** The state of a process node. Triads trusted nodes without one; a state that it never had is not trusted. */
export function readNodeStatus(
  node: LooseObject,
  note: Note,
): { readonly status: Status; readonly archiveReason?: string } {
  const given = isBlank(node["status"]) ? "active" : asText(node["status"])?.toLowerCase();
  if (given === "archived") return { status: "archived", archiveReason: "archived in Triads" };
  if (given === "deprecated" || !isBlank(node["deprecated"])) {
    const reason = asText(node["deprecated_reason"]);
    const because = reason === undefined ? "" : `: ${reason}`;
    return { status: "archived", archiveReason: `deprecated in Triads${because}` };
  }
  if (given === "draft") return { status: "candidate" };
  if (given !== "active") {
    note(
      `Its status ${quoted(node["status"])} is not one of Triads', so it comes in as a candidate.`,
    );
    return { status: "candidate" };
  }
  if (isBlank(node["needs_validation"])) return { status: "active" };
  note("Triads had marked it as not validated, so it comes in as reviewed and waits for you.");
  return { status: "reviewed" };
}
