import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey, type KnownMistake } from "../../capture/ledger/mistake.ts";
import type { StoredEpisode, MeasuredEpisode, Story } from "../../capture/episodes/episode.ts";
import { failureKey, isAmong } from "../replay/origins.ts";
import type { Firing } from "../replay/matcher.ts";
import { isFailed } from "../replay/tally.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { plainLine } from "../../redact/plain-text.ts";

/** Of the mistakes after a time, each number a part of the one before it. */
export interface RecurrenceCounts {
  readonly all: number;
  /** In another session before that time: in its own the agent still had it in front of it. */
  readonly seenBefore: number;
  /** Was a lesson by then. */
  readonly learned: number;
  /** That lesson names calls. What an editor refuses, for example, has no call that could be distinguished. */
  readonly aimed: number;
  /** That lesson fires at that call. */
  readonly warned: number;
}

interface LessonsInUse {
  readonly all: ReadonlySet<LessonId>;
  /** Those that can fire at calls. */
  readonly aimed: ReadonlySet<LessonId>;
}

/** Counts mistakes that come back while their calls are replayed, in any order. A mistake without a call is none. */
export class Recurrences {
  readonly #known: ReadonlyMap<string, KnownMistake>;
  readonly #lessons: LessonsInUse;
  readonly #places = new Map<string, MistakePlace>();

  constructor(
    mistakes: Iterable<Pick<StoredEpisode, "log" | "line" | "cluster">>,
    known: ReadonlyMap<string, KnownMistake>,
    lessons: LessonsInUse,
  ) {
    this.#known = known;
    this.#lessons = lessons;
    for (const { log, line, cluster } of mistakes) {
      const place = this.#places.get(`${log}:${line}`) ?? { clusters: [], reached: undefined };
      this.#places.set(`${log}:${line}`, place);
      place.clusters.push(cluster);
    }
  }

  /** A line can hold several calls, and a call can be of several clusters: the one that gets farthest counts. */
  add(call: LedgerCall, firing: readonly Firing[]): void {
    const place = this.#places.get(`${call.log.number}:${call.line}`);
    if (place === undefined || !isFailed(call.outcome)) return;
    for (const cluster of place.clusters)
      place.reached = Math.max(place.reached ?? 0, this.#stepsOf(cluster, call, firing));
  }

  #stepsOf(cluster: string, call: LedgerCall, firing: readonly Firing[]): number {
    const known = this.#known.get(cluster);
    const session = sessionKey(call.log);
    if (known === undefined || ![...known.sessions].some((other) => other !== session)) return 0;
    const { lesson } = known;
    if (lesson === undefined || !this.#lessons.all.has(lesson)) return 1;
    if (!this.#lessons.aimed.has(lesson)) return 2;
    return isAmong(firing, lesson) ? 4 : 3;
  }

  counts(): RecurrenceCounts {
    const reached = [...this.#places.values()].flatMap((place) => place.reached ?? []);
    const count = (steps: number) => reached.filter((each) => each >= steps).length;
    return {
      all: count(0),
      seenBefore: count(1),
      learned: count(2),
      aimed: count(3),
      warned: count(4),
    };
  }
}

interface MistakePlace {
  readonly clusters: string[];
  /** How many of the steps it got, once it had a call. */
  reached: number | undefined;
}

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
    const key = failureKey({ tool, head, signature });
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  count(keys: ReadonlySet<string>): number {
    let count = 0;
    for (const key of keys) count += this.#counts.get(key) ?? 0;
    return count;
  }
}

/** What cost most calls first. What agents reported themselves is distinguished by its words, and never twice the same. */
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
  const keys = found.flatMap(({ story }) => (story.is === "failure" ? [failureKey(story)] : []));
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
  return story.is === "saying" || story.is === "cause" ? story.words : "";
}

const longestAbout = 160;

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
