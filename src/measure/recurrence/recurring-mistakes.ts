import { firstPart } from "../../redact/excerpt.ts";
import type { LedgerCall, OwnFailure } from "../../capture/ledger/ledger-call.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { MeasuredEpisode, Story } from "../../capture/episodes/episode.ts";
import { isFailed } from "../replay/tally.ts";

/** A mistake that was made in at least two sessions. */
export interface RecurringMistake {
  /** What went wrong, redacted: `git push: rejected`. */
  readonly about: string;
  readonly episodes: number;
  readonly sessions: number;
  /** Calls that failed this way. */
  readonly failedCalls: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** The lesson that it became; null when it became none. */
  readonly lesson: { readonly slug: string; readonly status: string } | null;
}

/** How often calls have failed in which way. */
export class FailureTally {
  readonly #counts = new Map<string, number>();

  add({ tool, head, signature, outcome }: LedgerCall): void {
    if (signature === null || !isFailed(outcome)) return;
    const key = keyOf({ tool, head, signature });
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  count(keys: ReadonlySet<string>): number {
    let count = 0;
    for (const key of keys) count += this.#counts.get(key) ?? 0;
    return count;
  }
}

/** What cost most calls first. What agents reported themselves is told apart by its words, and never twice the same. */
export function recurringMistakes(
  episodes: readonly MeasuredEpisode[],
  failures: FailureTally,
): readonly RecurringMistake[] {
  const seen = episodes.filter(({ story }) => story.is !== "report");
  const clusters = [...Map.groupBy(seen, ({ cluster }) => cluster).values()];
  return clusters
    .map((found) => mistakeOf(found, failures))
    .filter(({ sessions }) => sessions >= 2)
    .toSorted(
      (one, other) =>
        other.failedCalls - one.failedCalls ||
        other.sessions - one.sessions ||
        (one.about < other.about ? -1 : 1),
    );
}

function mistakeOf(found: readonly MeasuredEpisode[], failures: FailureTally): RecurringMistake {
  const inOrder = found
    .map((episode) => ({ ...episode, about: aboutOf(episode) }))
    .toSorted((one, other) => compare(one.seenAt, other.seenAt) || compare(one.about, other.about));
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const keys = found.flatMap(({ story }) => (story.is === "failure" ? [keyOf(story)] : []));
  const { slug = null, status = null } = first ?? {};
  return {
    about: first?.about ?? "",
    episodes: found.length,
    sessions: new Set(found.map(sessionKey)).size,
    failedCalls: failures.count(new Set(keys)),
    firstAt: first?.seenAt ?? "",
    lastAt: last?.seenAt ?? "",
    lesson: slug === null || status === null ? null : { slug, status },
  };
}

function aboutOf({ story }: MeasuredEpisode): string {
  const head = story.is === "failure" ? story.head : undefined;
  const said = plainLine(story.is === "failure" ? story.headline : wordsOf(story));
  const text = head === undefined || said.startsWith(head) ? said : `${head}: ${said}`;
  return firstPart(text, longestAbout) || text.slice(0, longestAbout);
}

function wordsOf(story: Story): string {
  return story.is === "saying" ? story.words : "";
}

const longestAbout = 160;

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function keyOf({ tool, head, signature }: OwnFailure): string {
  return `${tool}\0${head}\0${signature}`;
}
