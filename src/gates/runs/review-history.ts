import { acceptanceHistory, type AcceptanceHistory } from "../store/acceptance-history.ts";
import { findGate, gatePathOf, gatesOfProject } from "./find-gates.ts";
import { requireNote } from "./find-notes.ts";
import { notePathOf } from "./note-path.ts";
import type { GateContext } from "./gate-context.ts";

export type { AcceptanceEvent, AcceptanceHistory } from "../store/acceptance-history.ts";

/** Every acceptance there was, of all notes, of one note, or of one pair, the newest first. */
export function reviewHistory(
  room: GateContext,
  query: { readonly note?: string; readonly gate?: string; readonly limit: number },
): AcceptanceHistory {
  const { note, gate, limit } = query;
  const catalogue = gatesOfProject(room.project);
  const history = acceptanceHistory(room.reviews, {
    limit,
    ...(note === undefined ? {} : { notePath: notePathOf(room, note) }),
    ...(gate === undefined ? {} : { gatePath: gatePathOf(catalogue, gate) }),
  });
  // What is there no more has a history; a name that nobody ever had is a slip.
  if (history.total === 0 && gate !== undefined) findGate(catalogue, gate);
  if (history.total === 0 && note !== undefined) requireNote(room, note);
  return history;
}
