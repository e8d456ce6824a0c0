import { join } from "node:path";
import { expect, test } from "vitest";
import { moveLesson } from "../../src/lesson/move.ts";
import { countTags, listLessons, searchLessons } from "../../src/lesson/table/list.ts";
import { noTriggers } from "../../src/lesson/record/triggers.ts";
import { openDatabase, queryOne } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { migrations } from "../../src/platform/database/migrations.ts";
import { freshContext, freshFolder, noon } from "../kit/store.ts";
import { Home } from "./home.ts";
import { missingPython, session } from "./one-session.ts";

test("a store from before facts is brought up to date by its logs, and a person's decisions stay", () => {
  const home = new Home();
  for (const number of [1, 2]) home.write(session(number, missingPython(`toolu_${number}`)));
  const context = freshContext();
  const { database } = context;
  home.scan(context);
  const [found] = listLessons(database, { sort: "priority", limit: 10 }).lessons;
  moveLesson(context, found?.slug ?? "", { verdict: "approve", by: "person", because: "" });

  // As the version before left it: failures by their messages, without facts.
  database.exec(`
    UPDATE episodes SET details = json_remove(details, '$.fact'), block = 'Bash|python',
      cluster = 'Bash|python|command-not-found|python: command not found' WHERE details ->> 'is' = 'failure';
    UPDATE clusters SET block = 'Bash|python', cluster = 'Bash|python|command-not-found|python: command not found';
    UPDATE lessons SET content_hash = 'in other words';
    DELETE FROM migrations WHERE name = '010-facts'`);
  migrate(database, noon, migrations);
  home.scan(context);

  expect(listLessons(database, { sort: "priority", limit: 10 }).lessons).toMatchObject([
    { slug: found?.slug, status: "active", sessionCount: 2 },
  ]);
});

/** A store as the version before `about` made it: its lessons, what they were found by, and one of a person's hand. */
function storeOfFacts(): string {
  const file = join(freshFolder(), "lessons.db");
  const steps = migrations.filter(({ name }) => name < "011");
  const database = openDatabase(file, noon, { steps });
  const lesson = (number: number, slug: string, scope: string, status = "candidate") =>
    database.exec(`INSERT INTO lessons(number, id, slug, kind, status, status_since, status_by, summary, body, body_text,
        triggers, priority, confidence, tags, scope, delivery, source, content_hash, flags, created_at, updated_at)
      VALUES (${number}, '${String(number).padStart(26, "0")}', '${slug}', 'pitfall', '${status}', '${noon}',
        ${status === "active" ? "'person'" : "NULL"}, 'about ${slug}', '{"mistake":"m","remediation":"r"}', 'm r',
        '${JSON.stringify(noTriggers)}', 5, 0.5, '["tool:${slug}"]', '${scope}', 'advise', 'heuristic', 'hash ${number}', '[]',
        '${noon}', '${noon}')`);
  const cluster = (name: string, number: number) =>
    database.exec(`INSERT INTO clusters VALUES ('${name}', '${name}', ${number})`);
  lesson(1, "jq", "global");
  lesson(2, "jq-again", "global", "active");
  lesson(3, "task", "project:p");
  lesson(4, "stale", "project:p");
  lesson(5, "by-hand", "global", "active");
  cluster("fact|machine|not-installed jq", 1);
  cluster("fact|p|not-installed jq", 2);
  cluster("fact|p|no-task npm a || b", 3);
  cluster("cause|p|tmp/clones", 4);
  database.exec(
    `INSERT INTO evidence(lesson, form, agent, session_id, seen_at) VALUES (2, 'sighting', 'claude-code', 's', '${noon}')`,
  );
  database.close();
  return file;
}

test("lessons of an older store are about what they were found by, and those that collide say so", () => {
  const database = openDatabase(storeOfFacts(), noon);
  const { lessons } = listLessons(database, { sort: "slug", limit: 10 });
  expect(lessons.map(({ slug, about, fix, flags }) => ({ slug, about, fix, flags }))).toEqual([
    { slug: "by-hand", about: null, fix: null, flags: [] },
    { slug: "jq", about: null, fix: null, flags: ["duplicates:jq-again"] },
    { slug: "jq-again", about: "not-installed jq", fix: null, flags: [] },
    { slug: "stale", about: "cause tmp/clones", fix: null, flags: [] },
    { slug: "task", about: "no-task npm a || b", fix: null, flags: [] },
  ]);
  expect(lessons.find(({ slug }) => slug === "jq-again")?.occurrenceCount).toBe(1);
});

test("a store whose table was made anew finds, tags and guards as before", () => {
  const database = openDatabase(storeOfFacts(), noon);
  const search = (words: string) =>
    searchLessons(database, { words, limit: 9 }).hits.map(({ lesson }) => lesson.slug);
  expect(search("about")).toContain("stale");
  database.exec("UPDATE lessons SET summary = 'clones', scope = 'machine' WHERE slug = 'stale'");
  expect(search("about")).not.toContain("stale");
  expect(search("clones")).toEqual(["stale"]);
  expect(countTags(database, {}).map(({ tag }) => tag)).toEqual([
    "tool:by-hand",
    "tool:jq",
    "tool:jq-again",
    "tool:stale",
    "tool:task",
  ]);
  expect(queryOne(database, "PRAGMA foreign_keys")).toEqual({ foreign_keys: 1 });
  expect(() => database.exec("DELETE FROM lessons WHERE slug = 'jq-again'")).toThrow("FOREIGN KEY");
  expect(() =>
    database.exec(
      "UPDATE lessons SET about = 'cause tmp/clones', scope = 'machine' WHERE number < 3",
    ),
  ).toThrow("UNIQUE");
});
