import { queryAll } from "../../platform/database/database.ts";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyDraft, anyEvidence, anyScores } from "../../../test/kit/arbitrary-lesson.ts";
import { freshFolder, freshContext, noon } from "../../../test/kit/store.ts";
import { type History, countEvidence } from "../../lesson/record/history.ts";
import { fromRecord, toFullRecord } from "../../lesson/record/record.ts";
import { countsOf, historyOf } from "../../lesson/table/history.ts";
import { findLesson, lessonNumber } from "../../lesson/table/lessons.ts";
import { searchLessons } from "../../lesson/table/list.ts";
import { lessonRecordSchema } from "../../lesson/schema.ts";
import { exportLessons } from "../export-lessons.ts";
import { importText } from "./import-lessons.ts";
import { keepLesson } from "../../lesson/change.ts";
import { makeLesson } from "../../lesson/add.ts";
import { readDraft } from "../../lesson/draft.ts";
import type { Context } from "../../platform/context.ts";
import { law } from "../../../test/kit/law.ts";

/** What a generated lesson comes with. */
const anyCompany = fc.record({
  evidence: fc.array(anyEvidence, { maxLength: 4 }),
  scores: anyScores,
  note: fc.option(fc.constantFrom("saved me", "not here"), { nil: undefined }),
});
type Company = typeof anyCompany extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores a generated lesson with its company; undefined when the draft asks for something that is refused. */
function keep(context: Context, value: object, company: Company) {
  const reading = readDraft(value);
  if ("problems" in reading) {
    // A hold without a pattern is the one thing that the generator makes and the rules refuse.
    expect(reading.problems).toEqual(["delivery hold needs a command or content pattern"]);
    return undefined;
  }
  const defaults = {
    status: "active",
    by: "person",
    priority: 7,
    confidence: 1,
    source: "manual",
  } as const;
  const lesson = makeLesson(reading.draft, defaults, context.system);
  const { scores } = company;
  const scored = scores === undefined ? lesson : { ...lesson, scores };
  return keepLesson(context.database, context.system, scored, historyFrom(company));
}

function historyFrom({ evidence, note }: Company): History {
  return {
    evidence,
    transitions: [{ from: "none", to: "candidate", at: noon, by: "import", because: "test" }],
    edits: [{ field: "summary", before: '"a"', after: '"b"', at: noon, by: "person" }],
    feedback: [
      { verdict: "helpful", at: noon, by: "person", ...(note === undefined ? {} : { note }) },
    ],
  };
}

const alone: Company = { evidence: [], scores: undefined, note: undefined };

const exportOf = (context: Context) => [...exportLessons(context, {}, "jsonl")].join("");

test("law: what is stored comes back, and its record can be read back", () => {
  const context = freshContext();
  fc.assert(
    fc.property(anyDraft, anyCompany, (draft, company) => {
      const lesson = keep(context, draft, company);
      if (lesson === undefined) return;
      expect(findLesson(context.database, lesson.id)).toEqual(lesson);
      const number = lessonNumber(context.database, lesson.id);
      const history = historyOf(context.database, number);
      const { evidence: sightings, ...given } = historyFrom(company);
      expect(history).toMatchObject(given);
      expect(sightings).toEqual(expect.arrayContaining([...history.evidence]));
      const record = toFullRecord(lesson, history);
      expect(fromRecord(record)).toEqual(lesson);
      expect(lessonRecordSchema.parse({ type: "lesson", version: 1, ...record })).toEqual({
        type: "lesson",
        version: 1,
        ...record,
      });
      expect(countsOf(context.database, number)).toEqual(countEvidence(history.evidence));
    }),
    law({ quick: 100, deep: 200 }),
  );
});

test("law: export, import into an empty store, export again: not a byte is different", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyDraft, anyCompany, fc.boolean()), { maxLength: 5 }),
      async (drafts) => {
        const source = freshContext();
        for (const [draft, company, hasTwin] of drafts) {
          keep(source, draft, company);
          // A scan finds the same mistake in two projects: two lessons, with the same words.
          if (hasTwin) keep(source, { ...draft, id: undefined, slug: undefined }, company);
        }
        const text = exportOf(source);
        fc.pre(text !== "");
        const lessons = text.trimEnd().split("\n").length;

        const target = freshContext();
        const options = { from: "auto", isDryRun: false, areStatesKept: true } as const;
        const [report] = await importText(target, text, options);
        expect(report).toMatchObject({ found: lessons, already: 0, bad: [], remarks: [] });
        expect(exportOf(target)).toBe(text);

        const [again] = await importText(target, text, options);
        expect(again).toMatchObject({ added: [], already: lessons, bad: [], remarks: [] });
        expect(exportOf(target)).toBe(text);
        source.database.close();
        target.database.close();
      },
    ),
    law({ quick: 8, deep: 30 }),
  );
});

test("law: the search index is in step with the table, whichever text is added and changed", () => {
  const change = fc.record({
    draft: anyDraft,
    column: fc.constantFrom("summary", "body_text", "tags"),
    word: fc.constantFrom("alpha", "beta"),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const context = freshContext();
      const { database } = context;
      const withAlpha: string[] = [];
      for (const { draft, column, word } of changes) {
        const lesson = keep(context, { ...draft, summary: "before" }, alone);
        if (lesson === undefined) continue;
        const texts = {
          summary: "x",
          body_text: "x",
          tags: "[]",
          [column]: column === "tags" ? `["topic:${word}"]` : word,
        };
        database
          .prepare("UPDATE lessons SET summary = ?, body_text = ?, tags = ? WHERE id = ?")
          .run(texts.summary, texts.body_text, texts.tags, lesson.id);
        if (word === "alpha") withAlpha.push(lesson.slug);
      }
      database.exec("INSERT INTO lessons_fts(lessons_fts, rank) VALUES ('integrity-check', 1)");
      const { hits, total } = searchLessons(database, { words: "alpha", limit: 100 });
      expect(hits.map(({ lesson }) => lesson.slug).toSorted()).toEqual(withAlpha.toSorted());
      expect(total).toBe(withAlpha.length);
      const tagged = queryAll<{ lesson: number; tag: string }>(
        database,
        "SELECT lesson, tag FROM lesson_tags ORDER BY lesson",
      );
      const wanted = queryAll(
        database,
        "SELECT number AS lesson, value AS tag FROM lessons, json_each(tags) ORDER BY number",
      );
      expect(tagged).toEqual(wanted);
      database.close();
    }),
    law({ quick: 20, deep: 40 }),
  );
});

test("a file with one bad line: the line is reported with its place, the rest goes in", async () => {
  const source = freshContext();
  keep(source, { kind: "decision", summary: "a", body: { context: "c", decision: "d" } }, alone);
  keep(source, { kind: "decision", summary: "b", body: { context: "c2", decision: "d" } }, alone);
  const lines = exportOf(source).trim().split("\n");
  const broken = [
    lines[0],
    '{"type":"lesson","version":1,"kind":"decision"',
    lines[1],
    '{"type":"lesson","kind":"riddle"}',
  ].join("\n");
  const file = join(freshFolder(), "export.jsonl");
  writeFileSync(file, broken);
  const { importLessons } = await import("./import-lessons.ts");
  const [report] = await importLessons(freshContext(), file, { from: "auto", isDryRun: false });
  expect(report).toMatchObject({ found: 4, already: 0, renamedTo: null });
  expect(report?.added).toHaveLength(2);
  expect(report?.bad).toEqual([
    { place: "export.jsonl:2", problem: "is not JSON" },
    { place: "export.jsonl:4", problem: expect.stringContaining("kind must be one of pitfall") },
  ]);
});
