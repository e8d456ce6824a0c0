import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { UpkeepAct } from "./upkeep-finding.ts";
import type { UpkeepSettings } from "../../platform/configuration/settings.ts";
import { historyOf } from "../../lesson/table/history.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";
import { configSchema } from "../../platform/configuration/schema.ts";
import { pitfall } from "../../../test/kit/lone-lesson.ts";
import { add, freshContext } from "../../../test/kit/store.ts";
import { editLesson } from "../../lesson/edit.ts";
import { requireLesson } from "../../lesson/find.ts";
import { moveLesson } from "../../lesson/move.ts";
import { reviewDeck } from "../../review/review-deck.ts";
import type { Context } from "../../platform/context.ts";
import { carryOut } from "./carry-out.ts";
import { planUpkeep } from "./plan-upkeep.ts";
import { upkeepAttention } from "../show-status.ts";
import { readMarks } from "../../lesson/upkeep-marks.ts";

interface Ground {
  readonly context: Context;
  readonly home: string;
  readonly run: (acts?: readonly UpkeepAct[]) => Promise<readonly string[]>;
}

function groundWith(upkeep: Partial<UpkeepSettings> = {}): Ground {
  const context = { ...freshContext(), config: configSchema.parse({ upkeep }) };
  const home = dirname(context.database.location() ?? "");
  const place = { home, userHome: home };
  return {
    context,
    home,
    run: async (acts = ["archive"]) => {
      const plan = await planUpkeep(context, place);
      return carryOut(context, place, plan, acts).archived.map(({ lesson }) => lesson.slug);
    },
  };
}

const expired = (slug: string, validUntil = "2025-06-01") =>
  pitfall({ slug, validUntil, triggers: { commandPatterns: ["^make\\b"] } });

test("what is switched on is archived with its reason, by upkeep", async () => {
  const { context, run } = groundWith({ expired: "archive" });
  const { id } = add(context, expired("old-0000"));
  expect(await run()).toEqual(["old-0000"]);
  const because = "valid until 2025-06-01, which has passed";
  expect(requireLesson(context.database, id).stage).toMatchObject({ status: "archived", because });
  const { transitions } = historyOf(context.database, lessonNumber(context.database, id));
  expect(transitions.slice(-1)).toEqual([
    { from: "active", to: "archived", at: expect.any(String), by: "upkeep", because },
  ]);
});

test("what is only proposed happens when somebody agrees", async () => {
  const { context, run } = groundWith();
  add(context, expired("old-0000"));
  expect(await run(["archive"])).toEqual([]);
  expect(await run(["archive", "propose-archive"])).toEqual(["old-0000"]);
});

test("a lesson that was brought back stays, for that reason and for no other", async () => {
  const { context, run } = groundWith({ expired: "archive" });
  const { id } = add(context, expired("old-0000"));
  await run();
  moveLesson(context, id, { verdict: "restore", by: "person" });
  moveLesson(context, id, { verdict: "approve", by: "person" });
  expect(await run()).toEqual([]);
  await editLesson(context, id, "validUntil", "2025-07-01");
  expect(await run()).toEqual(["old-0000"]);
});

test("a lesson with two reasons is archived once, for the first", async () => {
  const { context, run } = groundWith({ expired: "archive", superseded: "archive" });
  add(context, pitfall({ slug: "new-0000" }));
  const { id } = add(context, { ...expired("old-0000"), supersededBy: "new-0000" });
  expect(await run()).toEqual(["old-0000"]);
  expect(requireLesson(context.database, id).stage).toMatchObject({
    because: "valid until 2025-06-01, which has passed",
  });
});

test("a lesson that somebody changed after the look is left alone", async () => {
  const { context, home } = groundWith({ expired: "archive" });
  add(context, expired("changed-0000"));
  add(context, expired("gone-0000"));
  add(context, expired("same-0000"));
  const place = { home, userHome: home };
  const plan = await planUpkeep(context, place);
  await editLesson(context, "changed-0000", "validUntil", "2030-01-01");
  moveLesson(context, "gone-0000", { verdict: "archive", by: "person", because: "mine" });
  const { archived } = carryOut(context, place, plan, ["archive"]);
  expect(archived.map(({ lesson }) => lesson.slug)).toEqual(["same-0000"]);
});

test("what is left is kept as marks, that nobody else can read", async () => {
  const { context, home, run } = groundWith();
  const { id } = add(context, expired("old-0000"));
  for (const number of [1, 2, 3]) add(context, pitfall({ slug: `big-000${number}`, priority: 9 }));
  await run();
  const file = join(home, "upkeep.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    type: "lessons-upkeep-marks",
    version: 1,
    lookedAt: expect.any(String),
    marks: [
      { lesson: id, rule: "expired", because: "valid until 2025-06-01, which has passed" },
      {
        rule: "inflation",
        because: "3 of 4 active lessons are CRITICAL: too many to stand out",
      },
    ],
  });
  expect(upkeepAttention(context.database, home)).toMatchObject({
    lessons: 1,
    remarks: ["3 of 4 active lessons are CRITICAL: too many to stand out"],
  });
});

test("a mark is gone when its lesson is changed or archived", async () => {
  const { context, home, run } = groundWith();
  add(context, expired("one-0000"));
  add(context, expired("two-0000"));
  const attention = () => upkeepAttention(context.database, home)?.lessons;
  expect(attention()).toBeUndefined();
  await run();
  expect(attention()).toBe(2);
  await editLesson(context, "one-0000", "validUntil", "2030-01-01");
  expect(attention()).toBe(1);
  moveLesson(context, "two-0000", { verdict: "archive", by: "person", because: "old" });
  expect(attention()).toBe(0);
});

test("the card of a review says what upkeep found", async () => {
  const { context, run } = groundWith();
  add(context, { ...expired("old-0000"), status: "candidate" });
  const warnings = () => reviewDeck(context).cards.flatMap((card) => card.warnings);
  const because = "valid until 2025-06-01, which has passed";
  expect(warnings()).not.toContain(because);
  await run();
  expect(warnings()).toContain(because);
});

test.each(["", "{", "[]", '{"marks":3}', '{"lookedAt":"x","marks":[1,{"lesson":2}]}'])(
  "marks that cannot be read are none: %s",
  (text) => {
    const { context, home } = groundWith();
    writeFileSync(join(home, "upkeep.json"), text);
    expect(upkeepAttention(context.database, home)?.lessons ?? 0).toBe(0);
  },
);

test("of two looks at once the second says what the first has archived, and marks nothing of it", async () => {
  const { context, home } = groundWith();
  for (const name of ["one", "two", "three"]) add(context, expired(`${name}-0000`));
  const place = { home, userHome: home };
  const acts = ["archive", "propose-archive"] as const;
  const [first, second] = [await planUpkeep(context, place), await planUpkeep(context, place)];
  carryOut(context, place, { ...first, findings: first.findings.slice(0, 2) }, acts);
  await editLesson(context, "three-0000", "validUntil", "2030-01-01");
  expect(carryOut(context, place, second, acts)).toEqual({
    archived: [],
    archivedMeanwhile: 2,
    changedMeanwhile: 1,
  });
  expect(readMarks(home)?.marks).toEqual([]);
});
