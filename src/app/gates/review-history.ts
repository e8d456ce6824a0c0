import {
  acceptanceHistory,
  type AcceptanceHistory,
} from "../../store/reviews/acceptance-history.ts";
import { gatePathOf, gatesOfProject } from "./find-gates.ts";
import { notePathOf } from "./note-path.ts";
import type { ReviewRoom } from "./review-room.ts";

export type { AcceptanceEvent, AcceptanceHistory } from "../../store/reviews/acceptance-history.ts";

/** Every acceptance there was, of all notes, of one note, or of one pair, the newest first. */
export function reviewHistory(
  room: ReviewRoom,
  query: { readonly note?: string; readonly gate?: string; readonly limit: number },
): AcceptanceHistory {
  const { note, gate, limit } = query;
  return acceptanceHistory(room.reviews, {
    limit,
    ...(note === undefined ? {} : { notePath: notePathOf(room, note) }),
    ...(gate === undefined ? {} : { gatePath: gatePathOf(gatesOfProject(room.project), gate) }),
  });
}
