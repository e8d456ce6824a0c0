import { join } from "node:path";
import type { Instant } from "../../lesson/record/lesson.ts";
import {
  entryName,
  entryText,
  readEntry,
  realDisk,
  type QueueDisk,
  type QueueEntry,
  type SessionName,
} from "./queue-disk.ts";

/** A file of the queue with what is in it; undefined when that cannot be read. */
export interface QueuedFile {
  readonly name: string;
  readonly entry: QueueEntry | undefined;
}

/** Whose turn it is, when it is not ours. */
export interface Busy {
  readonly busySince: Instant;
}

/**
 * The sessions of a project that have ended and were not looked at yet, one file each. The right to look at them is a
 * folder: whoever renames it has it, and takes sessions into it. So there is one run at a time, and a session is
 * always in one of two places, whenever a run is killed.
 */
export class SessionQueue {
  readonly #disk: QueueDisk;
  readonly #folder: string;
  readonly #places: QueuePlaces;

  constructor(folder: string, disk: QueueDisk = realDisk) {
    this.#folder = folder;
    this.#places = placesIn(folder);
    this.#disk = disk;
  }

  /** Queued twice is queued once; the later end holds. */
  add(entry: QueueEntry, scratch: string): void {
    this.#ensure(scratch);
    this.#disk.write(join(this.#places.waiting, entryName(entry)), entryText(entry));
  }

  /**
   * Takes over what waits in another queue, unless somebody is at work there. What is here already is the
   * later end of the same session.
   */
  takeOver(other: SessionQueue, now: Instant, id: string): void {
    const isEmpty = wheres.every((where) => other.files(where).length === 0);
    const claim = isEmpty ? undefined : other.claim(now, id);
    if (claim === undefined || "busySince" in claim) return;
    this.#ensure(id);
    for (const where of ["waiting", "aside"] as const) {
      for (const { name } of filesIn(this.#disk, other.#places[where])) {
        const target = join(this.#places[where], name);
        if (this.#disk.has(target)) this.#disk.remove(join(other.#places[where], name));
        else other.moveOut(where, name, target);
      }
    }
    claim.release();
  }

  /** Those that wait, those that are being looked at, and those that nobody will look at any more. */
  files(where: Where): readonly QueuedFile[] {
    if (where !== "claimed") return filesIn(this.#disk, this.#places[where]);
    return this.#claims().flatMap((claim) => filesIn(this.#disk, join(this.#folder, claim)));
  }

  /** The right to look at sessions; when somebody else has it, since when. A claim that is too old is taken over. */
  claim(now: Instant, id: string): QueueClaim | Busy {
    this.#ensure(id);
    const mine = `${claimBeginning}${Date.parse(now)}-${id}`;
    const claimed = join(this.#folder, mine);
    for (let look = 0; look < looks; look += 1) {
      if (this.#disk.move(this.#places.free, claimed)) return this.#open(claimed);
      const [other] = this.#claims();
      if (other === undefined) continue;
      const since = sinceOf(other);
      // A clock that was set back must not stop learning for good.
      const isStale = !(Math.abs(Date.parse(now) - since) < staleMs);
      if (isStale && this.#disk.move(join(this.#folder, other), claimed))
        return this.#open(claimed);
      return { busySince: Number.isNaN(since) ? now : new Date(since).toISOString() };
    }
    // Somebody has cleaned up too much.
    this.#disk.makeFolder(this.#places.free);
    return this.#disk.move(this.#places.free, claimed) ? this.#open(claimed) : { busySince: now };
  }

  /** Since when somebody looks at sessions; undefined when nobody does. */
  busySince(): Instant | undefined {
    const [claim] = this.#claims();
    const since = claim === undefined ? Number.NaN : sinceOf(claim);
    return Number.isNaN(since) ? undefined : new Date(since).toISOString();
  }

  /** Moves a file out of the queue, to a place of the caller's. */
  moveOut(where: "waiting" | "aside", name: string, target: string): boolean {
    return this.#disk.move(join(this.#places[where], name), target);
  }

  #open(claimed: string): QueueClaim {
    const opened = new QueueClaim(this.#disk, { ...this.#places, claimed });
    opened.putAllBack();
    return opened;
  }

  #claims(): readonly string[] {
    return this.#disk.list(this.#folder).filter((name) => name.startsWith(claimBeginning));
  }

  /** The right is made with the folder, in one step: made later, two could make it. */
  #ensure(scratch: string): void {
    if (this.#disk.has(this.#places.waiting)) return;
    const made = `${this.#folder}.${scratch}.new`;
    for (const place of Object.values(placesIn(made))) this.#disk.makeFolder(place);
    this.#disk.move(made, this.#folder);
  }
}

/** Longer than any run takes: a model has ten minutes to answer. */
const staleMs = 900_000;

const wheres = ["waiting", "claimed", "aside"] as const;
type Where = (typeof wheres)[number];

type QueuePlaces = Readonly<Record<"free" | "waiting" | "aside", string>>;

function placesIn(folder: string): QueuePlaces {
  return {
    free: join(folder, "free"),
    waiting: join(folder, "queue"),
    aside: join(folder, "aside"),
  };
}

const claimBeginning = "running-";
/** The right may be given back between a look for it and a look for who has it. */
const looks = 2;

/** The time in the name of a claim; NaN when it is none. */
function sinceOf(claim: string): number {
  return new Date(Number(claim.slice(claimBeginning.length).split("-")[0])).getTime();
}

function filesIn(disk: QueueDisk, folder: string): readonly QueuedFile[] {
  return disk
    .list(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name, entry: readEntry(disk.read(join(folder, name)) ?? "") }));
}

type ClaimPlaces = QueuePlaces & { readonly claimed: string };

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
    const entries = filesIn(this.#disk, waiting)
      .flatMap(({ entry }) => entry ?? [])
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
