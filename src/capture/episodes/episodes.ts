import { parseScope, type Scope } from "../../lesson/record/lesson.ts";
import type { OperatingSystem } from "../../lesson/record/operating-system.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { type Database, prepared, queryAll } from "../../platform/database/database.ts";
import { type Fact, factName, isOfMachine } from "../facts/fact.ts";
import type { Freed } from "../ledger/logs.ts";
import type { Episode, MeasuredEpisode, StoredEpisode, Story } from "./episode.ts";

/** Adds the episodes of a log. What is open comes again with the next part of it. */
export function insertEpisodes(
  database: Database,
  {
    log,
    agent,
    projectId,
    system,
    isOpen,
  }: LogPlace & {
    readonly log: number;
    readonly agent: string;
    readonly isOpen: boolean;
  },
  episodes: readonly Episode[],
): readonly ClusterPlace[] {
  const insert = prepared(
    database,
    `INSERT INTO episodes(log, line, lines, kind, verdict, seen_at, block, cluster, anchor_key, is_open, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return episodes.map(({ kind, verdict, line, lines, seenAt, anchor, story }) => {
    const place = clusterOf(story, projectId, system);
    insert.run(
      log,
      line,
      JSON.stringify(lines),
      kind,
      verdict,
      seenAt,
      place.block,
      place.cluster,
      shortHash(`${agent} ${kind} ${anchor}`),
      isOpen ? 1 : 0,
      JSON.stringify(story),
    );
    return place;
  });
}

/** Takes back the episodes that were still open when the log was last read. */
export function deleteOpenEpisodes(database: Database, log: number): Freed {
  const rows = queryAll<ClusterPlace & { anchorKey: number }>(
    database,
    "DELETE FROM episodes WHERE log = ? AND is_open = 1 RETURNING block, cluster, anchor_key AS anchorKey",
    log,
  );
  return {
    clusters: rows,
    anchorKeys: rows.map(({ anchorKey }) => anchorKey),
    callKeys: [],
  };
}

const columns = `episodes.number, episodes.log, episodes.line, episodes.lines, episodes.kind, episodes.verdict,
  episodes.seen_at AS seenAt, episodes.cluster, episodes.details, episodes.lesson,
  logs.agent, logs.session_id AS sessionId, logs.project_id AS projectId, logs.system, logs.path AS file`;

type Columns = Omit<StoredEpisode, "lines" | "story"> & {
  readonly lines: string;
  readonly details: string;
};

/** What was checked when it was written is not checked again. */
function parsed<Row extends Columns>({ lines, details, ...row }: Row) {
  return {
    ...row,
    lines: JSON.parse(lines) as StoredEpisode["lines"],
    story: JSON.parse(details) as StoredEpisode["story"],
  };
}

/** The episodes of a cluster, copies left out. */
export function episodesOfCluster(
  database: Database,
  { block, cluster }: ClusterPlace,
): readonly StoredEpisode[] {
  return queryAll<Columns>(
    database,
    `SELECT ${columns} FROM episodes JOIN logs ON logs.number = episodes.log
     WHERE episodes.block = ? AND episodes.cluster = ? AND episodes.is_copy = 0`,
    block,
    cluster,
  ).map(parsed);
}

/** An episode with the lesson that it led to. */
export interface ListedEpisode extends StoredEpisode {
  readonly pathKey: string;
  readonly isCopy: number;
  readonly slug: string | null;
  readonly confidence: number | null;
  /** Of the lesson, as JSON. */
  readonly flags: string | null;
}

/** All episodes with the lessons that they led to. A copy in a forked session leads where the original does. */
export function* eachEpisode(database: Database): Generator<ListedEpisode> {
  const statement = database.prepare(
    `SELECT ${columns}, logs.path_key AS pathKey, episodes.is_copy AS isCopy, lessons.slug, lessons.confidence,
       lessons.flags
     FROM episodes JOIN logs ON logs.number = episodes.log
     LEFT JOIN clusters ON clusters.cluster = episodes.cluster AND episodes.is_copy = 1
     LEFT JOIN lessons ON lessons.number = coalesce(episodes.lesson, clusters.lesson)
     WHERE episodes.kind <> 'cancel'
     ORDER BY logs.agent, logs.session_id, logs.path_key, episodes.line, episodes.kind`,
  );
  for (const row of statement.iterate())
    yield parsed(row as unknown as Columns & Omit<ListedEpisode, keyof StoredEpisode>);
}

/** What was found since then, the oldest first. Copies in forked sessions are left out. */
export function episodesSince(database: Database, since = ""): readonly MeasuredEpisode[] {
  return queryAll<Columns & Omit<MeasuredEpisode, keyof StoredEpisode>>(
    database,
    `SELECT ${columns}, lessons.slug, lessons.status
     FROM episodes JOIN logs ON logs.number = episodes.log
     LEFT JOIN clusters ON clusters.cluster = episodes.cluster
     LEFT JOIN lessons ON lessons.number = clusters.lesson
     WHERE episodes.is_copy = 0 AND episodes.kind <> 'cancel' AND episodes.seen_at >= ?
     ORDER BY episodes.seen_at, episodes.log, episodes.line, episodes.number`,
    since,
  ).map(parsed);
}

/** Every cluster in the store, with its block. */
export function clustersInStore(database: Database): readonly ClusterPlace[] {
  return queryAll(database, "SELECT DISTINCT block, cluster FROM episodes ORDER BY block, cluster");
}

/** A project or a system that is known late is that of all that was found in the log before: facts of it are others then. */
export function moveEpisodes(
  database: Database,
  log: number,
  { projectId, system }: LogPlace,
): readonly ClusterPlace[] {
  const before = clustersOfLog(database, log);
  const move = prepared(database, "UPDATE episodes SET block = ?, cluster = ? WHERE number = ?");
  const rows = queryAll<{ number: number; details: string }>(
    database,
    "SELECT number, details FROM episodes WHERE log = ?",
    log,
  );
  for (const { number, details } of rows) {
    const { block, cluster } = clusterOf(JSON.parse(details) as Story, projectId, system);
    move.run(block, cluster, number);
  }
  return [...before, ...clustersOfLog(database, log)];
}

/** The clusters that a log has a part in. */
function clustersOfLog(database: Database, log: number): readonly ClusterPlace[] {
  return queryAll(database, "SELECT DISTINCT block, cluster FROM episodes WHERE log = ?", log);
}

/** Where an episode belongs. Both are functions of the episode alone, so that no order matters. */
export interface ClusterPlace {
  /** Episodes of the same cluster are the same mistake. */
  readonly cluster: string;
  /** Clusters of the same block may turn out to say the same in other words. */
  readonly block: string;
}

/** Where a log was written. */
interface LogPlace {
  readonly projectId: string | null;
  /** Where the log tells. */
  readonly system?: OperatingSystem | null;
}

export function clusterOf(
  story: Story,
  projectId: LogPlace["projectId"],
  system: LogPlace["system"] = null,
): ClusterPlace {
  // What belongs to no project that a scope can name is the machine's.
  const project = projectScope(projectId) === machine ? machine : (projectId ?? machine);
  switch (story.is) {
    case "failure":
      return placeOfFact(story.fact, project, system);
    case "cause": {
      // A sentence may name several things, so causes of a project are compared with each other.
      const block = `cause|${project}`;
      return { block, cluster: `${block}|${story.terms[0] ?? ""}` };
    }
    case "saying":
      return { block: "saying", cluster: `saying|${digest(story.words)}` };
    case "report": {
      const { kind, body } = story.draft;
      const report = `report|${digest(JSON.stringify([kind, body]))}`;
      if (story.fact === undefined) return { block: `report|${kind}`, cluster: report };
      const { block } = placeOfFact(story.fact, project, system);
      return { block, cluster: `${block}|${report}` };
    }
    case "cancel":
      return { block: "cancel", cluster: `cancel|${story.slug}` };
  }
}

/** Where all that is known of a cluster holds: failures and causes of other places are other clusters. */
export function scopeOfCluster({
  story,
  cluster,
}: Pick<StoredEpisode, "story" | "cluster">): Scope {
  const [kind, name] =
    story.is === "failure"
      ? ["fact", factName(story.fact)]
      : ["cause", story.is === "cause" ? (story.terms[0] ?? "") : ""];
  const where = cluster.slice(`${kind}|`.length, -`|${name}`.length);
  return where === machine ? machine : projectScope(where);
}

/** The scope of a project; what nobody knows the project of is the machine's. */
export function projectScope(projectId: string | null): Scope {
  return (projectId === null ? undefined : parseScope(`project:${projectId}`)) ?? machine;
}

const machine = "machine";

/**
 * Facts are told apart by their names alone, so each is a block of its own, with the reports about it. On a system that
 * nobody knows, what holds on the machine may hold on another one only.
 */
function placeOfFact(fact: Fact, project: string, system: LogPlace["system"] = null): ClusterPlace {
  const where = isOfMachine(fact) && system !== null ? machine : project;
  const cluster = `fact|${where}|${factName(fact)}`;
  return { block: cluster, cluster };
}

function digest(text: string): string {
  return shortHash(text.toLowerCase().replaceAll(/\s+/g, " ").trim()).toString(36);
}
