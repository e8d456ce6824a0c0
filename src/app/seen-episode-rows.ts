import { quoteOf } from "../ingest/derive/quote-of.ts";
import type { SeenEpisode } from "../ingest/derive/seen-episode.ts";
import type { Story } from "../ingest/episode.ts";
import type { StoredEpisodeRow } from "../store/episodes.ts";
import type { EpisodeSighting } from "../store/sightings.ts";

/** An episode as it was stored. What was checked when it was written is not checked again. */
export function seenEpisode(row: StoredEpisodeRow): SeenEpisode {
  return {
    number: row.number,
    kind: row.kind as SeenEpisode["kind"],
    verdict: row.verdict as SeenEpisode["verdict"],
    line: row.line,
    lines: JSON.parse(row.lines) as readonly number[],
    seenAt: row.seenAt,
    anchor: "",
    story: JSON.parse(row.details) as Story,
    cluster: row.cluster,
    agent: row.agent,
    sessionId: row.sessionId,
    ...(row.projectId === null ? {} : { projectId: row.projectId }),
    file: row.file,
    ...(row.lesson === null ? {} : { lesson: row.lesson }),
  };
}

/** An episode as the evidence of a lesson. */
export function sightingOf(episode: SeenEpisode): EpisodeSighting {
  return {
    episode: episode.number,
    agent: episode.agent,
    sessionId: episode.sessionId,
    projectId: episode.projectId ?? null,
    seenAt: episode.seenAt,
    file: episode.file,
    line: episode.line,
    quote: quoteOf(episode.story),
  };
}
