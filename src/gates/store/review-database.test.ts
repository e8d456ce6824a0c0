import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decisions } from "../../lesson/record/gate-finding.ts";
import { packings, pairStatuses, runners, runStatuses } from "../review-state.ts";
import { freshFolder, makeForeignDatabase, noon } from "../../../test/kit/store.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { missingSteps } from "../../platform/database/migrate.ts";
import { noReviews, openReviewDatabase } from "./review-database.ts";
import { reviewMigrations } from "./review-migrations.ts";
import { completePair, keepSnapshot } from "./runs.ts";

function withEvent() {
  const database = noReviews(noon);
  database.exec(`INSERT INTO acceptance_events(note_path, gate_path, model_partition, accepted_at)
    VALUES ('a', 'g', 'm', '${noon}'), ('a', 'g', 'm', '${noon}'), ('a', 'g', 'n', '${noon}')`);
  return database;
}

test.each([
  ["UPDATE acceptance_events SET model_partition = 'x'"],
  ["DELETE FROM acceptance_events"],
  [
    `INSERT OR REPLACE INTO acceptance_events(acceptance_event_id, note_path, gate_path, model_partition, accepted_at)
     VALUES (1, 'a', 'g', 'x', '')`,
  ],
  [
    `INSERT INTO acceptance_events(acceptance_event_id, note_path, gate_path, model_partition, accepted_at)
     VALUES (1, 'a', 'g', 'x', '') ON CONFLICT DO UPDATE SET note_path = 'b'`,
  ],
])("acceptance events are append-only, by the database itself: %s", (sql) => {
  const database = withEvent();
  const before = database.prepare("SELECT * FROM acceptance_events").all();
  expect(() => database.exec(sql)).toThrow(/never/);
  expect(database.prepare("SELECT * FROM acceptance_events").all()).toEqual(before);
});

test("a snapshot cannot be changed, replaced or deleted, and the same text of a file is there once", () => {
  const database = noReviews(noon);
  const text = { path: "a", hash: "h", text: "t" };
  expect([keepSnapshot(database, text), keepSnapshot(database, text)]).toEqual([1, 1]);
  const before = database.prepare("SELECT * FROM review_file_snapshots").all();
  for (const sql of [
    "UPDATE review_file_snapshots SET content_text = 'x'",
    "DELETE FROM review_file_snapshots",
    "INSERT OR REPLACE INTO review_file_snapshots VALUES (1, 'b', 'i', 'x')",
    "REPLACE INTO review_file_snapshots(path, content_sha256, content_text) VALUES ('a', 'h', 'x')",
  ])
    expect(() => database.exec(sql)).toThrow("never");
  expect(database.prepare("SELECT * FROM review_file_snapshots").all()).toEqual(before);
});

test("a completed review cannot be changed, replaced or deleted; one that is open can be completed", () => {
  const database = noReviews(noon);
  database.exec(`
    INSERT INTO review_runs(runner, model, status, packing, prompt_version, nonce, prompt_path, bundle_output_path, created_at)
    VALUES ('codex', 'm', 'running', 'note', 1, 'n', 'p', 'b', '${noon}');
    INSERT INTO review_pairs(review_run_id, number, note_path, gate_path, model_partition, pair_status, decision)
    VALUES (1, 1, 'a', 'g', 'm', 'pending', 'unknown')`);
  completePair(database, 1, { decision: "fail", resultPath: "r", at: noon });
  const before = database.prepare("SELECT * FROM review_pairs").all();
  const forged = "'a', 'g', 'm', 'completed', 'pass', 'r', NULL, NULL, ''";
  for (const sql of [
    "UPDATE review_pairs SET decision = 'pass'",
    "DELETE FROM review_pairs",
    `INSERT OR REPLACE INTO review_pairs VALUES (1, 1, 9, ${forged})`,
    `INSERT OR REPLACE INTO review_pairs VALUES (9, 1, 1, ${forged})`,
    `INSERT OR REPLACE INTO review_pairs VALUES (9, 1, 9, ${forged})`,
  ])
    expect(() => database.exec(sql)).toThrow("never");
  expect(database.prepare("SELECT * FROM review_pairs").all()).toEqual(before);
});

test("the current acceptance of a key is the one with the highest event id", () => {
  const rows = withEvent()
    .prepare(
      "SELECT acceptance_event_id AS id, model_partition AS model FROM current_gate_acceptances",
    )
    .all()
    .map((row) => ({ ...row }));
  expect(rows).toEqual([
    { id: 2, model: "m" },
    { id: 3, model: "n" },
  ]);
});

test("the enums of the domain are those of the database", () => {
  const sql = noReviews(noon).prepare("SELECT group_concat(sql) AS sql FROM sqlite_schema").get()?.[
    "sql"
  ];
  const list = (names: readonly string[]) => `IN (${names.map((name) => `'${name}'`).join(", ")})`;
  for (const [column, names] of [
    ["decision", decisions],
    ["pair_status", pairStatuses],
    ["status", runStatuses],
    ["packing", packings],
    ["runner", runners],
  ] as const) {
    expect(sql).toContain(`CHECK (${column} ${list(names)})`);
  }
});

test("a file that is no database of ours is left as it is, and the hint names the way out", () => {
  const damaged = join(freshFolder(), "reviews.db");
  writeFileSync(
    damaged,
    "this is no database, and it is long enough to be looked at as one".repeat(20),
  );
  expect(() => openReviewDatabase(at(damaged), noon)).toThrow(
    expect.objectContaining({
      code: "store-damaged",
      hint: expect.stringContaining("LESSONS_REVIEW_DB"),
    }),
  );
  const foreign = join(freshFolder(), "photos.db");
  makeForeignDatabase(foreign);
  expect(() => openReviewDatabase(at(foreign), noon)).toThrow("its table migrations differs");
});

/** A database of ours that somebody has changed. */
function changed(sql: string): string {
  const file = join(freshFolder(), "reviews.db");
  const database = openReviewDatabase(at(file), noon);
  database.exec(sql);
  database.close();
  return file;
}

const endless =
  "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS note_path FROM n";

test.each([
  [
    "a view that never ends",
    `DROP VIEW current_gate_acceptances; CREATE VIEW current_gate_acceptances AS ${endless}`,
    "view current_gate_acceptances",
  ],
  [
    "a view in the place of a table",
    `PRAGMA foreign_keys = OFF; DROP VIEW current_gate_acceptances; DROP TABLE acceptance_events;
     CREATE VIEW acceptance_events AS ${endless}`,
    "acceptance_events",
  ],
  ["a trigger that is gone", "DROP TRIGGER acceptance_events_stay", "acceptance_events_stay"],
  [
    "a trigger of its own",
    "CREATE TRIGGER mine AFTER INSERT ON review_runs BEGIN SELECT 1; END",
    "trigger mine",
  ],
])("a database with %s is refused, and left as it is", (_, sql, name) => {
  const file = changed(sql);
  expect(() => openReviewDatabase(at(file), noon)).toThrow(
    expect.objectContaining({
      code: "store-damaged",
      message: expect.stringContaining(name),
      hint: expect.stringContaining("LESSONS_REVIEW_DB"),
    }),
  );
});

test("a database of the first version is taken and brought to the newest form", () => {
  const file = join(freshFolder(), "reviews.db");
  openDatabase(file, noon, { steps: reviewMigrations.slice(0, 1) }).close();
  const database = openReviewDatabase(at(file), noon);
  expect(missingSteps(database, reviewMigrations)).toEqual([]);
});

function at(database: string) {
  return { root: dirname(database), database };
}

test.each(["", "-wal", "-shm", "-journal"])(
  "a pipe in the place of reviews.db%s ends nothing",
  (end) => {
    const file = join(freshFolder(), "reviews.db");
    execFileSync("mkfifo", [file + end]);
    expect(() => openReviewDatabase(at(file), noon)).toThrow(`${file}${end} is not a file`);
  },
);

test("a pipe in the place that the person named ends nothing, either", () => {
  const file = join(freshFolder(), "reviews.db");
  execFileSync("mkfifo", [file]);
  expect(() => openReviewDatabase({ root: freshFolder(), database: file }, noon)).toThrow("a pipe");
});
