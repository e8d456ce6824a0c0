import { dirname } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { retirements, type UpkeepSettings } from "../../platform/configuration/settings.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { configSchema } from "../../platform/configuration/schema.ts";
import { pitfall } from "../../../test/kit/lone-lesson.ts";
import { add, freshContext } from "../../../test/kit/store.ts";
import { addHistory } from "../../lesson/table/history.ts";
import { moveLesson } from "../../lesson/move.ts";
import type { Context } from "../../platform/context.ts";
import { carryOut } from "./carry-out.ts";
import { planUpkeep } from "./plan-upkeep.ts";
import { readMarks } from "../../lesson/upkeep-marks.ts";
import { law } from "../../../test/kit/law.ts";

const slugs = ["a-0000", "b-0000", "c-0000", "d-0000", "e-0000"] as const;
const slug = fc.constantFrom(...slugs);
const retirement = fc.constantFrom(...retirements);

const anySettings: fc.Arbitrary<Partial<UpkeepSettings>> = fc.record({
  drafts: retirement,
  draftExpiryDays: fc.constantFrom(1, 400),
  expired: retirement,
  superseded: retirement,
  unhelpful: retirement,
  unhelpfulLeast: fc.constantFrom(1, 3),
  inflation: fc.boolean(),
  deadTriggers: fc.boolean(),
});

const anyLesson = fc.record(
  {
    status: fc.constantFrom("candidate", "reviewed", "active", "archived"),
    priority: fc.constantFrom(5, 9),
    validUntil: fc.constantFrom("2025-01-01", "2030-01-01", "v1.0.0", "sometime"),
    supersededBy: slug,
    createdAt: fc.constantFrom("2024-01-01T00:00:00.000Z", "2025-12-31T00:00:00.000Z"),
    triggers: fc.constantFrom({ commandPatterns: ["("] }, { toolNames: ["LS"] }, {}),
  },
  { requiredKeys: ["status"] },
);

const anyStore = fc.record({
  settings: anySettings,
  lessons: fc.array(anyLesson, { minLength: 1, maxLength: slugs.length }),
  disliked: fc.array(slug, { maxLength: 8 }),
  /** Whether upkeep has run before, and what of it somebody has brought back. */
  isUsed: fc.boolean(),
  restored: fc.array(slug, { maxLength: 3 }),
  acts: fc.constantFrom(["archive"] as const, ["archive", "propose-archive"] as const, [] as const),
});

async function storeOf({
  settings,
  lessons,
  disliked,
  isUsed,
  restored,
  acts,
}: typeof anyStore extends fc.Arbitrary<infer Value> ? Value : never): Promise<{
  readonly context: Context;
  readonly home: string;
  readonly run: () => Promise<number>;
}> {
  const context = { ...freshContext(), config: configSchema.parse({ upkeep: settings }) };
  const { database } = context;
  const added = lessons.map((lesson, index) => {
    const reason = lesson.status === "archived" ? { archiveReason: "old" } : {};
    return add(context, pitfall({ ...lesson, ...reason, slug: slugs[index] ?? "" }));
  });
  const at = "2026-06-01T00:00:00.000Z";
  for (const name of disliked) {
    const id = added.find((lesson) => lesson.slug === name)?.id;
    const feedback = [{ verdict: "not-helpful", at, by: "person" } as const];
    if (id !== undefined) addHistory(database, id, { feedback });
  }
  const home = dirname(database.location() ?? "");
  const place = { home, userHome: home };
  const run = async () =>
    carryOut(context, place, await planUpkeep(context, place), acts).archived.length;
  if (isUsed) await run();
  for (const name of isUsed ? new Set(restored) : []) {
    if (statusOf(database, name) === "archived")
      moveLesson(context, name, { verdict: "restore", by: "person" });
  }
  return { context, home, run };
}

function statusOf(database: Database, name: string): string | undefined {
  return queryAll<{ status: string }>(
    database,
    "SELECT status FROM lessons WHERE slug = ?",
    name,
  )[0]?.status;
}

function rowsOf(database: Database): Readonly<Record<string, readonly string[]>> {
  const tables = ["lessons", "evidence", "transitions", "edits", "feedback"];
  return Object.fromEntries(
    tables.map((table) => [
      table,
      queryAll<object>(database, `SELECT * FROM ${table} ORDER BY 1`).map((row) =>
        JSON.stringify(row),
      ),
    ]),
  );
}

test("law: upkeep twice is upkeep once", async () => {
  await fc.assert(
    fc.asyncProperty(anyStore, async (content) => {
      const { context, home, run } = await storeOf(content);
      const { database } = context;
      await run();
      const [once, marks] = [rowsOf(database), readMarks(home)?.marks];
      expect(await run()).toBe(0);
      expect(rowsOf(database)).toEqual(once);
      expect(readMarks(home)?.marks).toEqual(marks);
      database.close();
    }),
    law({ quick: 10, deep: 40 }),
  );
});

test("law: upkeep deletes nothing, and adds nothing but the record of what it archived", async () => {
  await fc.assert(
    fc.asyncProperty(anyStore, async (content) => {
      const { context, run } = await storeOf(content);
      const { database } = context;
      const before = rowsOf(database);
      const archived = await run();
      const after = rowsOf(database);
      for (const table of ["evidence", "edits", "feedback"])
        expect(after[table]).toEqual(before[table]);
      expect(after["lessons"]).toHaveLength(before["lessons"]?.length ?? 0);
      const kept = before["transitions"]?.length ?? 0;
      expect(after["transitions"]?.slice(0, kept)).toEqual(before["transitions"]);
      expect(after["transitions"]).toHaveLength(kept + archived);
      database.close();
    }),
    law({ quick: 20, deep: 40 }),
  );
});

test("law: upkeep archives no lesson twice for the same reason", async () => {
  await fc.assert(
    fc.asyncProperty(anyStore, async (content) => {
      const { context, run } = await storeOf(content);
      const { database } = context;
      await run();
      for (const name of slugs) {
        const reasons = reasonsOf(database, name);
        expect(reasons).toEqual([...new Set(reasons)]);
      }
      database.close();
    }),
    law({ quick: 20, deep: 40 }),
  );
});

/** Without what was seen, which may differ. */
function reasonsOf(database: Database, name: string): readonly string[] {
  return queryAll<{ because: string }>(
    database,
    `SELECT because FROM transitions JOIN lessons ON lessons.number = transitions.lesson
     WHERE slug = ? AND actor = 'upkeep'`,
    name,
  ).map(({ because }) => because.replace(/ \(.*$/, ""));
}
