import { appendFileSync, mkdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeSpool, type SpoolTaken } from "../../src/deliver/spool/take-spool.ts";
import { queryAll, type Database } from "../../src/platform/database/database.ts";
import { freshFolder, noon } from "./store.ts";

type Note = Readonly<Record<string, unknown>>;
export type SpoolName = "deliveries.jsonl" | "results.jsonl" | "sessions.jsonl" | "trial.jsonl";

/** A folder that hooks put their notes into. */
export class SpoolGround {
  readonly home = freshFolder();
  readonly folder = join(this.home, "spool");
  readonly spool = { folder: this.folder, owner: { home: "/home/ada", userName: "ada" } };

  constructor() {
    mkdirSync(this.folder);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  append(name: SpoolName, text: string | Uint8Array): void {
    appendFileSync(this.at(name), text);
  }

  write(name: string, text: string): void {
    writeFileSync(this.at(name), text);
  }

  cut(name: SpoolName, bytes = 0): void {
    truncateSync(this.at(name), bytes);
  }

  /** What a hook does with a file that is full. */
  turnOver(name: SpoolName): void {
    renameSync(this.at(name), this.at(`${name}.1`));
  }

  take(database: Database): Promise<SpoolTaken> {
    return takeSpool(database, this.spool);
  }
}

/** A note as the hook writes it, but for what the test is about. */
export function deliveryNote(change: Note = {}): string {
  return line({
    version: 1,
    at: noon,
    lesson: "01AAAAAAAAAAAAAAAAAAAAAAAA",
    slug: "git-stash-0000",
    agent: "claude-code",
    session: "s1",
    subagent: null,
    call: "toolu_01",
    tool: "Bash",
    mode: "advise",
    form: "full",
    score: 1200,
    matched: ["tool", "command", "target"],
    tookMs: 41,
    ...change,
  });
}

export function startNote(change: Note = {}): string {
  return line({
    version: 1,
    at: noon,
    agent: "claude-code",
    session: "s1",
    subagent: null,
    source: "startup",
    protocol: "full",
    lessons: 0,
    tookMs: 52,
    ...change,
  });
}

function line(note: Note): string {
  return `${JSON.stringify(note)}\n`;
}

/** What was taken over, without numbers, in an order of its own. */
export function takenRows(database: Database): readonly object[] {
  return [
    ...queryAll<object>(
      database,
      `SELECT note_key, lessons.slug, agent, session_id, subagent, id_key, at, tool, mode, form, score, matched, took_ms
       FROM deliveries JOIN lessons ON lessons.number = deliveries.lesson ORDER BY note_key`,
    ),
    ...queryAll<object>(
      database,
      `SELECT note_key, agent, session_id, subagent, at, protocol, lessons, took_ms
       FROM session_starts ORDER BY note_key`,
    ),
  ];
}
