import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey, type KnownMistake } from "../../capture/ledger/mistake.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import { isAmong } from "../replay/origins.ts";
import type { Firing } from "../replay/matcher.ts";
import { isFailed } from "../replay/tally.ts";

/** Of the mistakes after a time, each number a part of the one before it. */
export interface RecurrenceCounts {
  readonly all: number;
  /** In another session before that time: in its own the agent still had it in front of it. */
  readonly seenBefore: number;
  /** Was a lesson by then. */
  readonly learned: number;
  /** That lesson names calls. What an editor refuses, for example, has no call that could be told apart. */
  readonly aimed: number;
  /** That lesson fires at that call. */
  readonly warned: number;
}

export interface LessonsInUse {
  readonly all: ReadonlySet<LessonId>;
  /** Those that can fire at calls. */
  readonly aimed: ReadonlySet<LessonId>;
}

/** Counts mistakes that come back while their calls are replayed, in any order. A mistake without a call is none. */
export class Recurrences {
  readonly #known: ReadonlyMap<string, KnownMistake>;
  readonly #lessons: LessonsInUse;
  readonly #placesByLog = new Map<number, Map<number, Place>>();

  constructor(
    mistakes: Iterable<Pick<StoredEpisode, "log" | "line" | "cluster">>,
    known: ReadonlyMap<string, KnownMistake>,
    lessons: LessonsInUse,
  ) {
    this.#known = known;
    this.#lessons = lessons;
    for (const { log, line, cluster } of mistakes) {
      const places = this.#placesByLog.get(log) ?? new Map<number, Place>();
      this.#placesByLog.set(log, places);
      const place = places.get(line) ?? { clusters: [], reached: undefined };
      places.set(line, place);
      place.clusters.push(cluster);
    }
  }

  /** A line can hold several calls, and a call can be of several clusters: the one that gets farthest counts. */
  add(call: LedgerCall, firing: readonly Firing[]): void {
    const place = this.#placesByLog.get(call.log.number)?.get(call.line);
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
    const reached = [...this.#placesByLog.values()]
      .flatMap((places) => [...places.values()])
      .flatMap((place) => place.reached ?? []);
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

interface Place {
  readonly clusters: string[];
  /** How many of the steps it got, once it had a call. */
  reached: number | undefined;
}
