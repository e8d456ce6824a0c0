import type { Episode } from "../episode.ts";

/** An episode with where it was seen and the lesson that it led to before, if any. */
export interface SeenEpisode extends Episode {
  /** Its number in the store. */
  readonly number: number;
  readonly cluster: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId?: string;
  /** The log, redacted. */
  readonly file: string;
  readonly lesson?: number;
}

/** The places where a mistake was seen: a failing call and the loop that begins with it are one sighting. */
export function sightingsIn(episodes: readonly SeenEpisode[]): readonly SeenEpisode[] {
  const places = new Map<string, SeenEpisode>();
  for (const episode of episodes) {
    const place = `${episode.agent}\0${episode.sessionId}\0${episode.file}\0${episode.line}`;
    if (!places.has(place)) places.set(place, episode);
  }
  return [...places.values()];
}
