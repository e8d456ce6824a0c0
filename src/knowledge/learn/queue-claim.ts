import { join } from "node:path";
import type { QueueDisk } from "./queue-disk.ts";
import {
  entryName,
  entryText,
  readEntry,
  type QueueEntry,
  type SessionName,
} from "./queue-entry.ts";

interface ClaimPlaces {
  readonly claimed: string;
  readonly free: string;
  readonly waiting: string;
  readonly aside: string;
}

/** The right to look at the sessions of a queue, and the sessions that were taken with it. */
export class QueueClaim {
  readonly #disk: QueueDisk;
  readonly #places: ClaimPlaces;

  constructor(disk: QueueDisk, places: ClaimPlaces) {
    this.#disk = disk;
    this.#places = places;
  }

  /** Whether it is still ours: a machine that slept for long may find that somebody else has taken over. */
  get isHeld(): boolean {
    return this.#disk.has(this.#places.claimed);
  }

  /**
   * Takes the sessions that ended first, and before them the one that is wanted. Files that cannot be read stay
   * where they are.
   */
  take(limit: number, wanted?: SessionName): readonly QueueEntry[] {
    const { waiting, claimed } = this.#places;
    const first = wanted === undefined ? undefined : entryName(wanted);
    const entries = this.#disk
      .list(waiting)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => readEntry(this.#disk.read(join(waiting, name)) ?? "") ?? [])
      .toSorted((one, other) => (one.endedAt < other.endedAt ? -1 : 1));
    const isFirst = (entry: QueueEntry) => entryName(entry) === first;
    return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))]
      .slice(0, limit)
      .filter((entry) =>
        this.#disk.move(join(waiting, entryName(entry)), join(claimed, entryName(entry))),
      );
  }

  /** These were looked at. One that was put aside before is settled with it. */
  finish(entries: readonly QueueEntry[]): void {
    for (const name of entries.map(entryName)) {
      this.#disk.remove(join(this.#places.claimed, name));
      this.#disk.remove(join(this.#places.aside, name));
    }
  }

  /** Puts one back with what was wrong, or aside when it has gone wrong too often. */
  fail(entry: QueueEntry, problem: string): "waiting" | "aside" {
    const { waiting, aside, claimed } = this.#places;
    const failed = { ...entry, attempts: entry.attempts + 1, problem };
    const name = entryName(entry);
    const isGivenUp = failed.attempts >= mostAttempts;
    this.#disk.write(join(isGivenUp ? aside : waiting, name), entryText(failed));
    this.#disk.remove(join(claimed, name));
    return isGivenUp ? "aside" : "waiting";
  }

  /** What is left goes back as it was. One that was queued again meanwhile waits already. */
  putAllBack(): void {
    const { waiting, claimed } = this.#places;
    for (const name of this.#disk.list(claimed).filter((each) => each.endsWith(".json"))) {
      if (this.#disk.has(join(waiting, name))) this.#disk.remove(join(claimed, name));
      else this.#disk.move(join(claimed, name), join(waiting, name));
    }
  }

  /** Gives the right back, and whatever was not finished with it. */
  release(): void {
    this.putAllBack();
    this.#disk.move(this.#places.claimed, this.#places.free);
  }
}

const mostAttempts = 3;
