import type { StoredEpisode } from "../episode.ts";

/** By when it was seen, then by where: a total order, so that the first is the same on every machine. */
export function bySighting(one: StoredEpisode, other: StoredEpisode): number {
  return (
    compare(one.seenAt, other.seenAt) ||
    compare(one.agent, other.agent) ||
    compare(one.sessionId, other.sessionId) ||
    compare(one.file, other.file) ||
    one.line - other.line ||
    compare(one.kind, other.kind)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
