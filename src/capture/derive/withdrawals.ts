import type { Lesson } from "../../lesson/record/lesson.ts";
import { findLesson, slugsStartingWith } from "../../lesson/table/lessons.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";

/** `#lesson:cancel <name>`: a slug or the beginning of one, and when it was last written. */
interface Withdrawal {
  readonly name: string;
  readonly at: string;
}

/** What agents took back by name. */
export class Withdrawals {
  readonly #database: Database;
  readonly #all: readonly Withdrawal[];

  constructor(database: Database) {
    this.#database = database;
    this.#all = queryAll<Withdrawal>(
      database,
      `SELECT details ->> 'slug' AS name, max(seen_at) AS at FROM episodes
       WHERE block = ? AND is_copy = 0 GROUP BY name ORDER BY name`,
      cancelBlock,
    );
  }

  /** The lessons that are meant, whatever has become of them. */
  lessons(): readonly Lesson[] {
    return this.#all.flatMap((withdrawal) => this.#lessonOf(withdrawal) ?? []);
  }

  /**
   * Whether it was taken back. A beginning that fits a newer lesson too names neither from then on, but what
   * it has taken back stays away.
   */
  has({ slug, stage }: Lesson): boolean {
    const isTaken = stage.status === "archived" && stage.because === withdrawnByAgent;
    return this.#all.some(({ name }) => name === slug || (isTaken && slug.startsWith(name)));
  }

  #lessonOf({ name, at }: Withdrawal): Lesson | undefined {
    const exact = findLesson(this.#database, name);
    if (exact !== undefined || name.length < shortestBeginning) return exact;
    const [slug, other] = slugsStartingWith(this.#database, name, 2);
    if (slug === undefined || other !== undefined) return undefined;
    // A few letters would otherwise take back whatever is found in years to come.
    return this.#isSeenBefore(slug, at) ? findLesson(this.#database, slug) : undefined;
  }

  #isSeenBefore(slug: string, at: string): boolean {
    const sighting = queryOne(
      this.#database,
      `SELECT 1 FROM evidence JOIN lessons ON lessons.number = evidence.lesson
       WHERE slug = ? AND coalesce(first_seen_at, seen_at) <= ?`,
      slug,
      at,
    );
    return sighting !== undefined;
  }
}

export const withdrawnByAgent = "withdrawn by the agent";

/** Withdrawals by name are episodes too, so that the log that holds them may be read in any order. */
export const cancelBlock = "cancel";

const shortestBeginning = 4;
