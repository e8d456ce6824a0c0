import { join } from "node:path";
import type { ClusterPlace } from "../src/capture/episodes/episodes.ts";
import { copyEpisodes } from "../src/capture/episodes/known-mistakes.ts";
import { settleClusters } from "../src/capture/derive/settle-clusters.ts";
import type { Context } from "../src/platform/context.ts";
import {
  inTransaction,
  openDatabase,
  queryAll,
  type Database,
} from "../src/platform/database/database.ts";
import type { LessonId } from "../src/lesson/record/lesson.ts";
import { type FireFigures, HomeFires, sameFacts } from "./home-fires.ts";
import type { FailedResults } from "./home-results.ts";
import { HomeCards, type AtStart, type CardFigures } from "./home-card.ts";
import type { Share } from "./home-table.ts";
import { episodesAt, type ReferenceRow } from "./homes.ts";

/** Facts that failed again, each once a session, and how many of them were known when that session began. */
export interface RecurrenceCounts {
  readonly all: number;
  /** The fact had failed in two earlier sessions or more: no program could know more of them after two. */
  readonly twoBefore: number;
  readonly known: Sightings;
  /** In the first list, too. */
  readonly listed: Sightings;
  /** In context before the call: on the card of the session, or with its text at the start. */
  readonly inContext: number;
  readonly onCard: number;
  readonly prevented: Prevented;
  readonly card: CardFigures;
  readonly fires: FireFigures;
}

/** By how many earlier sessions had shown the fact to the lesson. */
interface Sightings {
  readonly afterOne: number;
  readonly afterTwo: number;
}

/**
 * Goes through the sessions of a scanned store in the order of their start. Before each it asks what lessons there
 * are, made from earlier sessions alone, and then learns from that session. Which failures are the same fact is
 * for the rows to say: a lesson knows a fact after as many sessions as it has rows of that fact from, whatever else it was
 * seen in, and counts only where the failure of this session belongs to it as well.
 */
export function countRecurrences(
  context: Context,
  rows: readonly ReferenceRow[],
  { scratch, printed }: { readonly scratch: string; readonly printed: FailedResults },
): RecurrenceCounts {
  const database = openDatabase(join(scratch, "learned.db"), context.system.now());
  try {
    const store = new LearningStore({ ...context, database }, context.database);
    const failuresAt = episodesAt(failuresIn(context.database));
    const cards = new HomeCards(context.database);
    const fires = new HomeFires(context.database, printed, sameFacts(context.database, rows));
    const tally = newTally();
    const seen = new Map<string, ReadonlySet<string>[]>();
    const rowsOf = Map.groupBy(rows, ({ session }) => session);
    for (const session of sessionsInOrder(context.database)) {
      const atStart = cards.begin(database, session);
      fires.begin(database, session);
      const facts = Map.groupBy(rowsOf.get(session) ?? [], ({ fact }) => fact);
      const lessonOf = facts.size === 0 ? () => undefined : store.lessons();
      for (const [fact, failed] of facts) {
        const found = failed.flatMap(failuresAt);
        const clusters = new Set(found.map(({ cluster }) => cluster));
        const commands = found.map(({ command }) => command ?? "");
        const classes = found.map(({ factClass }) => factClass ?? "");
        const earlier = seen.get(fact) ?? [];
        if (earlier.length > 0)
          tally.add({ clusters, commands, classes }, earlier, lessonOf, atStart);
        seen.set(fact, [...earlier, clusters]);
      }
      store.learnFrom(session);
    }
    return { ...tally.counts(), card: cards.figures(), fires: fires.figures() };
  } finally {
    database.close();
  }
}

/** The lesson that a cluster has become. */
type LessonOf = (
  cluster: string,
) => { readonly number: number; readonly id: LessonId; readonly isFirst: boolean } | undefined;

function newTally() {
  const counts = { all: 0, twoBefore: 0, onCard: 0, inContext: 0 };
  const prevented = { names: { part: 0, whole: 0 }, habits: { part: 0, whole: 0 } };
  const known = { afterOne: 0, afterTwo: 0 };
  const listed = { afterOne: 0, afterTwo: 0 };
  const note = (sightings: typeof known, sessions: number) => {
    if (sessions >= 1) sightings.afterOne += 1;
    if (sessions >= 2) sightings.afterTwo += 1;
  };
  return {
    add(
      { clusters: now, commands, classes }: FailedAgain,
      earlier: readonly ReadonlySet<string>[],
      lessonOf: LessonOf,
      { onCard, withText }: AtStart,
    ) {
      counts.all += 1;
      if (earlier.length >= 2) counts.twoBefore += 1;
      // What is not enough for a lesson yet is known by its cluster.
      const keyOf = (cluster: string) => lessonOf(cluster)?.number ?? cluster;
      const sessionsOf = (cluster: string) =>
        earlier.filter((before) => [...before].some((each) => keyOf(each) === keyOf(cluster)))
          .length;
      const most = (clusters: readonly string[]) => Math.max(0, ...clusters.map(sessionsOf));
      note(known, most([...now]));
      const isSaid = (given: (id: LessonId) => boolean) =>
        [...now].some((cluster) => {
          const id = lessonOf(cluster)?.id;
          return id !== undefined && given(id) && sessionsOf(cluster) > 0;
        });
      const isOnCard = isSaid((id) => isAbout(onCard.get(id), commands));
      if (isOnCard) counts.onCard += 1;
      const heeded = heedings.find(({ classes: own }) =>
        classes.some((name) => own.includes(name)),
      );
      if (heeded !== undefined) {
        prevented[heeded.are].whole += 1;
        if (isOnCard) prevented[heeded.are].part += 1 - heeded.repeated / heeded.sessions;
      }
      if (isOnCard || isSaid((id) => withText.has(id))) counts.inContext += 1;
      note(listed, most([...now].filter((cluster) => lessonOf(cluster)?.isFirst === true)));
    },
    counts: () => ({ ...counts, prevented, known, listed }),
  };
}

/** A fact that fails again in a session. */
interface FailedAgain {
  readonly clusters: ReadonlySet<string>;
  readonly commands: readonly string[];
  /** The classes of its failures. */
  readonly classes: readonly string[];
}

/** Recurrences that a line on the card would have prevented, were it heeded as often as such facts are. */
export interface Prevented {
  readonly names: Share;
  readonly habits: Share;
}

/**
 * How often agents repeated a mistake in sessions that had its fact in context, counted by a study over 21 homes. Names are heeded,
 * habits are not, so that the two are never added up. What the study did not count has no rate.
 */
const heedings: readonly {
  readonly are: keyof Prevented;
  readonly classes: readonly string[];
  readonly repeated: number;
  readonly sessions: number;
}[] = [
  { are: "names", classes: ["no-command"], repeated: 2, sessions: 68 },
  { are: "names", classes: ["no-option"], repeated: 1, sessions: 60 },
  { are: "names", classes: ["not-installed"], repeated: 3, sessions: 53 },
  { are: "habits", classes: ["zsh-glob"], repeated: 28, sessions: 66 },
  { are: "habits", classes: ["wrong-directory"], repeated: 14, sessions: 33 },
];

/** A line about the folder of one program says nothing about the calls of another. */
function isAbout(line: string | undefined, commands: readonly string[]): boolean {
  const [, program] = /^run (\S+) commands from /u.exec(line ?? "") ?? [];
  if (line === undefined || program === undefined) return line !== undefined;
  return commands.some((command) => command.split(/[\s;&|()]+/u).includes(program));
}

/** Sessions as the logs name them, by when the first of their logs begins. */
function sessionsInOrder(database: Database): readonly string[] {
  return queryAll<{ session: string }>(
    database,
    `SELECT session_id AS session FROM logs GROUP BY session_id
     ORDER BY min(coalesce(started_at, '')), session_id`,
  ).map(({ session }) => session);
}

interface FailureRow {
  readonly session: string;
  readonly line: number;
  /** JSON. */
  readonly lines: string;
  readonly cluster: string;
  readonly command: string | null;
  readonly factClass: string | null;
}

/** The failures in a store, copies in forked sessions too, with what tells which of them are the same mistake. */
function failuresIn(database: Database) {
  const rows = queryAll<FailureRow>(
    database,
    `SELECT logs.session_id AS session, episodes.line, episodes.lines, cluster, details ->> 'command' AS command,
            details -> 'fact' ->> 'class' AS factClass
     FROM episodes JOIN logs ON logs.number = episodes.log WHERE details ->> 'is' = 'failure'`,
  );
  return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) as readonly number[] }));
}

/** A store that learns the sessions of another, one after the other. */
class LearningStore {
  readonly #context: Context;

  /** The learning store has to be empty. */
  constructor(context: Context, from: Database) {
    this.#context = context;
    copyEpisodes(from, context.database, {});
    context.database.prepare("ATTACH DATABASE ? AS scanned").run(from.location() ?? "");
    context.database.exec(
      "CREATE TEMP TABLE later AS SELECT * FROM episodes; DELETE FROM episodes",
    );
  }

  learnFrom(session: string): void {
    const { database } = this.#context;
    inTransaction(database, () => {
      const statement = `INSERT INTO episodes SELECT * FROM later
        WHERE log IN (SELECT number FROM logs WHERE session_id = ?) RETURNING block, cluster`;
      database
        .prepare(
          `INSERT INTO calls SELECT * FROM scanned.calls
           WHERE log IN (SELECT number FROM logs WHERE session_id = ?)`,
        )
        .run(session);
      const touched = queryAll<ClusterPlace>(database, statement, session);
      settleClusters(this.#context, touched, unheard);
    });
  }

  lessons(): LessonOf {
    const rows = queryAll<{ cluster: string; number: number; id: LessonId; isFirst: number }>(
      this.#context.database,
      `SELECT cluster, lessons.number, lessons.id, NOT EXISTS (
         SELECT 1 FROM json_each(lessons.flags) WHERE value = 'maybe') AS isFirst
       FROM clusters JOIN lessons ON lessons.number = clusters.lesson WHERE status <> 'archived'`,
    );
    const known = new Map(
      rows.map(({ cluster, isFirst, ...row }) => [cluster, { ...row, isFirst: isFirst === 1 }]),
    );
    return (cluster) => known.get(cluster);
  }
}

const unheard = { lessonCreated() {}, lessonGrown() {}, lessonSkipped() {} };
