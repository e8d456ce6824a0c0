import { firstPart } from "../../core/excerpt.ts";
import { sessionKey } from "../../core/mistake.ts";
import { plainLine } from "../../core/plain-text.ts";
import type { MistakeSighting } from "../../evaluate/recurring-mistakes.ts";
import type { FoundEpisodeRow } from "../../store/found-episodes.ts";

/** Mistakes that the logs show. What agents reported themselves is told apart by its words, and never twice the same. */
export function mistakeSightings(episodes: readonly FoundEpisodeRow[]): readonly MistakeSighting[] {
  return episodes
    .filter(({ report }) => report === null)
    .map((episode) => {
      const { cluster, seenAt: at, slug, status, tool, head, signature } = episode;
      const isFailure = tool !== null && head !== null && signature !== null;
      return {
        cluster,
        about: aboutOf(episode),
        session: sessionKey(episode),
        at,
        failure: isFailure ? { tool, head, signature } : null,
        lesson: slug === null || status === null ? null : { slug, status },
      };
    });
}

function aboutOf({ head, headline, words }: FoundEpisodeRow): string {
  const said = plainLine(words ?? headline ?? "");
  const text = head === null || said.startsWith(head) ? said : `${head}: ${said}`;
  return firstPart(text, longestAbout) || text.slice(0, longestAbout);
}

const longestAbout = 160;
