import {
  type ClusterPlace,
  deleteOpenEpisodes,
  insertEpisodes,
  moveEpisodes,
} from "../episodes/episodes.ts";
import type { LogPart } from "./read-log.ts";
import { insertCalls } from "../ledger/calls.ts";
import { insertCitations } from "../citations/citations.ts";
import { countCopies, settleCopies } from "../ledger/copies.ts";
import { beginWriting } from "../../platform/database/database.ts";
import { forgetLog, logMark, putLog, type LogFile, type LogMark } from "../ledger/logs.ts";
import { insertBadReports } from "../reports/report-problems.ts";
import { evidenceCounts } from "../episodes/clusters.ts";
import { longestPauseMs, pause } from "../../platform/database/wait-for-turn.ts";
import type { ScanTally } from "./scan-tally.ts";
import { settleClusters } from "../derive/settle-clusters.ts";
import type { Context } from "../../platform/context.ts";

/** A log that is being written to the store, part by part. */
export interface WrittenLog extends LogFile {
  readonly isFresh: boolean;
  /** What the store said when reading began, and what it says after each part. */
  expected: LogMark | undefined;
  /** Another scan was faster: what we read of it is dropped. */
  isLost: boolean;
  isBegun: boolean;
}

/**
 * Writes parts of logs in groups. Cursor, calls, episodes and the lessons derived from them are one
 * transaction: whatever happens, the store never knows one without the others. Parts are written as they
 * come, so that none waits in memory; the lessons are settled once, before the group is committed.
 */
export class ScanWriter {
  readonly #context: Context;
  readonly #tally: ScanTally;
  readonly #changed = new Map<string, ClusterPlace>();
  readonly #groupBytes: number;
  /** What lessons were based on before: a log that is read again gives them nothing new. */
  readonly #before: ReadonlyMap<number, number>;
  readonly #copiesBefore: number;
  #bytes = 0;
  #begunAt = 0;
  /** Until then others may have the store; what was read meanwhile waits. */
  #freeUntil = 0;
  #waiting: (() => void)[] = [];

  constructor(context: Context, tally: ScanTally, { groupBytes = 2 ** 29 } = {}) {
    this.#context = context;
    this.#tally = tally;
    this.#groupBytes = groupBytes;
    this.#before = evidenceCounts(context.database);
    this.#copiesBefore = countCopies(context.database);
  }

  add(log: WrittenLog, part: LogPart, { bytes }: { readonly bytes: number }): void {
    const freeMs = this.#freeUntil - performance.now();
    if (freeMs > 0) {
      // Only what is read to its end stands still; more of the others would change it.
      if (part.isLast) {
        this.#waiting.push(() => this.#addNow(log, part, bytes));
        return;
      }
      pause(freeMs);
    }
    this.#addWaiting();
    this.#addNow(log, part, bytes);
  }

  #addWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const write of waiting) write();
  }

  #addNow(log: WrittenLog, part: LogPart, bytes: number): void {
    const { database } = this.#context;
    if (!database.isTransaction) {
      beginWriting(database);
      this.#begunAt = performance.now();
    }
    this.#write(log, part);
    this.#bytes += bytes;
    const isLong = performance.now() - this.#begunAt >= longestGroupMs;
    if (isLong || this.#bytes >= this.#groupBytes) this.#commitGroup();
    // The next group would begin before anybody who waits has looked again.
    if (isLong) this.#freeUntil = performance.now() + 2 * longestPauseMs;
  }

  /** Writes all that was added. */
  commit(): void {
    this.#addWaiting();
    this.#commitGroup();
  }

  #commitGroup(): void {
    const { database } = this.#context;
    if (!database.isTransaction) return;
    settleClusters(this.#context, this.#changed.values(), this.#tally);
    database.exec("COMMIT");
    this.#tally.copies = Math.max(countCopies(database) - this.#copiesBefore, 0);
    const after = evidenceCounts(database);
    this.#tally.keepGrown((lesson) => (after.get(lesson) ?? 0) > (this.#before.get(lesson) ?? 0));
    this.#changed.clear();
    this.#bytes = 0;
  }

  /** Leaves the store as the last commit made it. */
  abandon(): void {
    const { database } = this.#context;
    if (database.isTransaction) database.exec("ROLLBACK");
  }

  #write(log: WrittenLog, part: LogPart): void {
    const { database } = this.#context;
    const mark = logMark(database, log.pathKey);
    if (log.isLost || !isSameMark(mark, log.expected)) {
      log.isLost = true;
      return;
    }
    const isAnew = log.isFresh && !log.isBegun;
    const freed = isAnew && mark !== undefined ? [forgetLog(database, mark.number)] : [];
    const before = isAnew ? undefined : mark;
    const number = putLog(database, log, part, before);
    const { agent } = log;
    const { project, system = null } = part.session;
    const place = { log: number, agent, projectId: project?.id ?? null, system };
    freed.push(deleteOpenEpisodes(database, number));
    insertCalls(database, { log: number, agent }, part.rows);
    const found = [
      ...insertEpisodes(database, { ...place, isOpen: false }, part.episodes),
      ...insertEpisodes(database, { ...place, isOpen: true }, part.open),
    ];
    insertBadReports(database, number, part.badReports);
    insertCitations(database, number, part.citations);
    const isElsewhere =
      before !== undefined && (before.projectId !== place.projectId || before.system !== system);
    const changed = [
      ...found,
      ...freed.flatMap(({ clusters }) => clusters),
      ...settleCopies(database, number, freed),
      ...(isElsewhere ? moveEpisodes(database, number, place) : []),
    ];
    for (const { block, cluster } of changed) this.#changed.set(cluster, { block, cluster });
    log.expected = logMark(database, log.pathKey);
    log.isBegun = true;
    this.#tally.addPart(log, part);
  }
}

/** How long others may have to wait for the store. */
const longestGroupMs = 3500;

function isSameMark(one: LogMark | undefined, other: LogMark | undefined): boolean {
  return (
    one?.number === other?.number &&
    one?.byte === other?.byte &&
    one?.line === other?.line &&
    one?.identity === other?.identity &&
    one?.size === other?.size &&
    one?.modifiedMs === other?.modifiedMs
  );
}
