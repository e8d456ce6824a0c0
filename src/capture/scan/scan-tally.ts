import { formNames } from "../reports/report.ts";
import type { Adapter } from "../../agents/adapter.ts";
import type { LogPart } from "./read-log.ts";

/** What a scan did, for the person who asked for it. */
export interface ScanReport {
  readonly logs: { readonly found: number; readonly read: number; readonly unchanged: number };
  readonly bytes: number;
  readonly sessions: number;
  readonly calls: number;
  /** Of these, repetitions in forked and resumed sessions. */
  readonly copies: number;
  readonly failures: readonly { readonly kind: string; readonly count: number }[];
  readonly episodes: { readonly accepted: number; readonly nominated: number };
  readonly candidates: {
    readonly created: number;
    readonly grown: number;
    readonly skipped: number;
  };
  /** Records that could not be read: how many, and the first of them with their places. */
  readonly unreadable: { readonly count: number; readonly places: readonly UnreadablePlace[] };
  /** Tags and blocks of the agents that could not be kept, in the same way. */
  readonly badReports: { readonly count: number; readonly places: readonly UnreadablePlace[] };
  readonly notices: readonly string[];
  readonly durationMs: number;
}

export interface UnreadablePlace {
  readonly file: string;
  readonly line?: number;
  readonly problem: string;
}

/** Counts while a scan goes on. */
export class ScanTally {
  readonly #sessions = new Set<string>();
  readonly #read = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #agents = new Map<string, { records: number; odd: number; newest: string }>();
  readonly #places: UnreadablePlace[] = [];
  readonly #reportPlaces: UnreadablePlace[] = [];
  #badReports = 0;
  readonly #created = new Set<number>();
  readonly #grown = new Set<number>();
  readonly #skipped = new Set<number>();
  // Not `performance`, whose module takes a scan that finds nothing new a fortieth of its time to load.
  readonly #startedAt = process.uptime();
  #unreadable = 0;
  #calls = 0;
  #accepted = 0;
  #nominated = 0;
  found = 0;
  unchanged = 0;
  copies = 0;
  bytes = 0;

  addPart(
    log: { readonly agent: string; readonly path: string; readonly pathKey: string },
    part: LogPart,
  ): void {
    this.#read.add(log.pathKey);
    this.#sessions.add(`${log.agent}\0${part.session.sessionId ?? log.pathKey}`);
    this.#calls += part.rows.length;
    for (const name of part.failures) increase(this.#failures, name);
    // What is still open comes again with the next part.
    for (const { verdict } of [...part.episodes, ...(part.isLast ? part.open : [])]) {
      if (verdict === "accepted") this.#accepted += 1;
      if (verdict === "nominated") this.#nominated += 1;
    }
    for (const { line, problem } of part.unreadable)
      this.addUnreadable({ file: log.path, line, problem });
    for (const { line, form, problem } of part.badReports) {
      this.#badReports += 1;
      const place = { file: log.path, line, problem: `${formNames[form]}: ${problem}` };
      if (this.#reportPlaces.length < mostPlaces) this.#reportPlaces.push(place);
    }
    const seen = this.#agents.get(log.agent) ?? { records: 0, odd: 0, newest: "" };
    seen.records += part.records;
    seen.odd += part.unknown + part.unreadable.length;
    const version = part.session.agentVersion ?? "";
    if (isNewer(version, seen.newest)) seen.newest = version;
    this.#agents.set(log.agent, seen);
  }

  addUnreadable(place: UnreadablePlace): void {
    this.#unreadable += 1;
    if (this.#places.length < mostPlaces) this.#places.push(place);
  }

  lessonCreated(number: number): void {
    this.#created.add(number);
  }

  lessonGrown(number: number): void {
    if (!this.#created.has(number)) this.#grown.add(number);
  }

  /** Only what has more sightings than before the scan has grown. */
  keepGrown(hasGrown: (number: number) => boolean): void {
    for (const number of this.#grown) if (!hasGrown(number)) this.#grown.delete(number);
  }

  lessonSkipped(number: number): void {
    this.#skipped.add(number);
  }

  report(adapters: readonly Adapter[]): ScanReport {
    return {
      logs: { found: this.found, read: this.#read.size, unchanged: this.unchanged },
      bytes: this.bytes,
      sessions: this.#sessions.size,
      calls: this.#calls,
      copies: this.copies,
      failures: [...this.#failures]
        .map(([kind, count]) => ({ kind, count }))
        .toSorted((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1)),
      episodes: { accepted: this.#accepted, nominated: this.#nominated },
      candidates: {
        created: this.#created.size,
        grown: this.#grown.size,
        skipped: this.#skipped.size,
      },
      unreadable: { count: this.#unreadable, places: this.#places },
      badReports: { count: this.#badReports, places: this.#reportPlaces },
      notices: adapters.flatMap((adapter) => this.#noticesOn(adapter)),
      durationMs: Math.round((process.uptime() - this.#startedAt) * 1000),
    };
  }

  #noticesOn({ agent, title, testedUpTo }: Adapter): readonly string[] {
    const seen = this.#agents.get(agent);
    if (seen === undefined) return [];
    const notices: string[] = [];
    if (isNewer(seen.newest, testedUpTo)) {
      notices.push(
        `${title} ${seen.newest} is newer than the latest tested version (${testedUpTo})`,
      );
    }
    if (seen.odd > seen.records * oddShare) {
      const share = ((100 * seen.odd) / Math.max(seen.records, 1)).toFixed(1);
      notices.push(
        `${seen.odd} of ${seen.records} ${title} log records (${share} %) could not be read; the format may have changed`,
      );
    }
    return notices;
  }
}

const mostPlaces = 20;
const oddShare = 0.01;

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** By the numbers in it: 2.1.9 is older than 2.1.10. */
function isNewer(version: string, other: string): boolean {
  const [one, two] = [numbersIn(version), numbersIn(other)];
  for (let at = 0; at < Math.max(one.length, two.length); at += 1) {
    const difference = (one[at] ?? 0) - (two[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function numbersIn(version: string): readonly number[] {
  return (
    version
      .split("-")[0]
      ?.split(".")
      .map((part) => Number.parseInt(part, 10) || 0) ?? []
  );
}
