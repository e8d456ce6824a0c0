import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unpackedCorpus } from "../bench/corpus.ts";
import { runNode } from "./homes.ts";

/**
 * A digest of all that a first scan of each home stores, table by table: whoever makes the scan faster compares what this
 * prints before and after, because what is found stays the same to the byte. The rows are compared without their numbers and
 * in no order: these depend on when a group of logs was written, and on the threads (`-- --threads 2`).
 * `LESSONS_PROGRAM` names another build than `dist/`.
 */
const program = process.env["LESSONS_PROGRAM"] ?? join(import.meta.dirname, "../dist/lessons.js");
const flags = process.argv.slice(2);

const tables = [
  "logs",
  "log_memories",
  "calls",
  "episodes",
  "clusters",
  "cluster_words",
  "cluster_links",
  "lessons",
  "lesson_tags",
  "evidence",
  "transitions",
  "report_problems",
  "citations",
] as const;

/** The same rows, which name others by what they are and not by the number that they happened to get. */
const nameless: Readonly<Partial<Record<(typeof tables)[number], string>>> = {
  logs: "SELECT path_key, path, agent, size, byte, line, session_id, project_id, model, started_at, ended_at, input_tokens, output_tokens, records, unknown_records, unreadable_records, system, shell FROM logs",
  log_memories:
    "SELECT path_key, memory FROM log_memories JOIN logs ON logs.number = log_memories.log",
  calls:
    "SELECT path_key, ordinal, c.line, thread, at, tool, program, subcommand, flags, command, c.path, outcome, exit_status, failure_class, signature, error_head, duration_ms, call_key, is_copy, id_key, result_line, fact, treatment, c.model, working_directory FROM calls c JOIN logs ON logs.number = c.log",
  episodes:
    "SELECT path_key, e.line, lines, e.kind, verdict, seen_at, block, cluster, anchor_key, is_copy, is_open, details, content_hash FROM episodes e JOIN logs ON logs.number = e.log LEFT JOIN lessons ON lessons.number = e.lesson",
  clusters:
    "SELECT cluster, block, content_hash FROM clusters JOIN lessons ON lessons.number = clusters.lesson",
  lessons:
    "SELECT kind, status, summary, body, triggers, priority, confidence, scores, tags, scope, delivery, source, content_hash, about, fix, flags FROM lessons",
  lesson_tags: "SELECT tag, content_hash FROM lesson_tags JOIN lessons ON lessons.number = lesson",
  evidence:
    "SELECT content_hash, form, agent, session_id, project_id, occurrences, sessions, projects, first_seen_at, seen_at, file, line, quote FROM evidence JOIN lessons ON lessons.number = lesson",
  transitions:
    "SELECT content_hash, to_status, because FROM transitions JOIN lessons ON lessons.number = lesson",
};

const scratch = mkdtempSync(join(tmpdir(), "lessons-digest-"));
try {
  const corpus = unpackedCorpus(scratch);
  if (corpus === undefined) {
    process.stderr.write("There is no corpus: set LESSONS_CORPUS to a folder with homes.\n");
    process.exit(1);
  }
  for (const home of readdirSync(corpus, { withFileTypes: true })) {
    if (home.isDirectory() && !home.name.startsWith(".")) digestHome(corpus, home.name);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function digestHome(corpus: string, name: string): void {
  const store = join(scratch, "stores", name);
  const begun = new Date().toISOString();
  runNode(program, ["scan", "--auto", "--json", ...flags, "--path", join(corpus, name)], store);
  const database = new DatabaseSync(join(store, ".lessons", "lessons.db"), { readOnly: true });
  try {
    for (const table of tables) {
      const rows = rowsOf(database, nameless[table] ?? `SELECT * FROM ${table}`, begun);
      process.stdout.write(`${name} ${table} ${rows.length} ${digest(rows.toSorted())}\n`);
    }
  } finally {
    database.close();
  }
}

/** Times of this run and the ids that were made in it are no finding. */
function rowsOf(database: DatabaseSync, query: string, begun: string): readonly string[] {
  return database
    .prepare(query)
    .all()
    .map((row) =>
      JSON.stringify(row)
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]{8,12}Z/g, (time) => (time >= begun ? "now" : time))
        .replaceAll(/"[0-9A-HJKMNP-TV-Z]{26}"/g, '"id"'),
    );
}

function digest(rows: readonly string[]): string {
  return createHash("sha256").update(rows.join("\n")).digest("hex").slice(0, 12);
}
