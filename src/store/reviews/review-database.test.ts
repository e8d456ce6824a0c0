import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  decisions,
  packings,
  pairStatuses,
  runners,
  runStatuses,
} from "../../core/gates/review-state.ts";
import { freshFolder, makeForeignDatabase, noon } from "../../../test/kit/store.ts";
import { noReviews, openReviewDatabase } from "./review-database.ts";

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

test("a snapshot cannot be changed, and the same text of a file is there once", () => {
  const database = noReviews(noon);
  const insert = `INSERT INTO review_file_snapshots(path, content_sha256, content_text) VALUES ('a', 'h', 't')`;
  database.exec(insert);
  expect(() => database.exec(insert)).toThrow("UNIQUE");
  expect(() => database.exec("UPDATE review_file_snapshots SET content_text = 'x'")).toThrow(
    "never",
  );
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
  expect(() => openReviewDatabase(damaged, noon)).toThrow(
    expect.objectContaining({
      code: "store-damaged",
      hint: expect.stringContaining("LESSONS_REVIEW_DB"),
    }),
  );
  const foreign = join(freshFolder(), "photos.db");
  makeForeignDatabase(foreign);
  expect(() => openReviewDatabase(foreign, noon)).toThrow("migrations has no column");
});
