import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { UpkeepAct } from "./upkeep-finding.ts";
import type { UpkeepSettings } from "../../platform/configuration/upkeep-settings.ts";
import { historyOf } from "../../lesson/table/history.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";
import { configSchema } from "../../platform/configuration/schema.ts";
import { pitfall } from "../../../test/kit/lone-lesson.ts";
import { add, freshWorkshop } from "../../../test/kit/store.ts";
import { editLesson } from "../../lesson/edit-lesson.ts";
import { requireLesson } from "../../lesson/find-lesson.ts";
import { moveLesson } from "../../lesson/move-lesson.ts";
import { reviewDeck } from "../../review/review-deck.ts";
import type { Workshop } from "../../platform/context.ts";
import { carryOut } from "./carry-out.ts";
import { planUpkeep } from "./plan-upkeep.ts";
import { upkeepAttention } from "./upkeep-attention.ts";
import { readMarks } from "../../lesson/upkeep-marks.ts";

interface Ground {
  readonly workshop: Workshop;
  readonly home: string;
  readonly run: (acts?: readonly UpkeepAct[]) => Promise<readonly string[]>;
}

function groundWith(upkeep: Partial<UpkeepSettings> = {}): Ground {
  const workshop = { ...freshWorkshop(), config: configSchema.parse({ upkeep }) };
  const home = dirname(workshop.database.location() ?? "");
  const place = { home, userHome: home };
  return {
    workshop,
    home,
    run: async (acts = ["archive"]) => {
      const plan = await planUpkeep(workshop, place);
      return carryOut(workshop, place, plan, acts).archived.map(({ lesson }) => lesson.slug);
    },
  };
}

const expired = (slug: string, validUntil = "2025-06-01") =>
  pitfall({ slug, validUntil, triggers: { commandPatterns: ["^make\\b"] } });

test("what is switched on is archived with its reason, by upkeep", async () => {
  const { workshop, run } = groundWith({ expired: "archive" });
  const { id } = add(workshop, expired("old-0000"));
  expect(await run()).toEqual(["old-0000"]);
  const because = "valid until 2025-06-01, and that has passed";
  expect(requireLesson(workshop.database, id).stage).toMatchObject({ status: "archived", because });
  const { transitions } = historyOf(workshop.database, lessonNumber(workshop.database, id));
  expect(transitions.slice(-1)).toEqual([
    { from: "active", to: "archived", at: expect.any(String), by: "upkeep", because },
  ]);
});

test("what is only proposed happens when somebody agrees", async () => {
  const { workshop, run } = groundWith();
  add(workshop, expired("old-0000"));
  expect(await run(["archive"])).toEqual([]);
  expect(await run(["archive", "propose-archive"])).toEqual(["old-0000"]);
});

test("a lesson that was brought back stays, for that reason and for no other", async () => {
  const { workshop, run } = groundWith({ expired: "archive" });
  const { id } = add(workshop, expired("old-0000"));
  await run();
  moveLesson(workshop, id, { verdict: "restore", by: "person" });
  moveLesson(workshop, id, { verdict: "approve", by: "person" });
  expect(await run()).toEqual([]);
  await editLesson(workshop, id, "validUntil", "2025-07-01");
  expect(await run()).toEqual(["old-0000"]);
});

test("a lesson with two reasons is archived once, for the first", async () => {
  const { workshop, run } = groundWith({ expired: "archive", superseded: "archive" });
  add(workshop, pitfall({ slug: "new-0000" }));
  const { id } = add(workshop, { ...expired("old-0000"), supersededBy: "new-0000" });
  expect(await run()).toEqual(["old-0000"]);
  expect(requireLesson(workshop.database, id).stage).toMatchObject({
    because: "valid until 2025-06-01, and that has passed",
  });
});

test("a lesson that somebody changed after the look is left alone", async () => {
  const { workshop, home } = groundWith({ expired: "archive" });
  add(workshop, expired("changed-0000"));
  add(workshop, expired("gone-0000"));
  add(workshop, expired("same-0000"));
  const place = { home, userHome: home };
  const plan = await planUpkeep(workshop, place);
  await editLesson(workshop, "changed-0000", "validUntil", "2030-01-01");
  moveLesson(workshop, "gone-0000", { verdict: "archive", by: "person", because: "mine" });
  const { archived } = carryOut(workshop, place, plan, ["archive"]);
  expect(archived.map(({ lesson }) => lesson.slug)).toEqual(["same-0000"]);
});

test("what is left is kept as marks, that nobody else can read", async () => {
  const { workshop, home, run } = groundWith();
  const { id } = add(workshop, expired("old-0000"));
  for (const number of [1, 2, 3]) add(workshop, pitfall({ slug: `big-000${number}`, priority: 9 }));
  await run();
  const file = join(home, "upkeep.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    type: "lessons-upkeep-marks",
    version: 1,
    lookedAt: expect.any(String),
    marks: [
      { lesson: id, because: "valid until 2025-06-01, and that has passed" },
      { because: "3 of 4 active lessons are CRITICAL, so the word says little" },
    ],
  });
  expect(upkeepAttention(workshop.database, home)).toMatchObject({
    lessons: 1,
    remarks: ["3 of 4 active lessons are CRITICAL, so the word says little"],
  });
});

test("a mark is gone when its lesson is changed or archived", async () => {
  const { workshop, home, run } = groundWith();
  add(workshop, expired("one-0000"));
  add(workshop, expired("two-0000"));
  const attention = () => upkeepAttention(workshop.database, home)?.lessons;
  expect(attention()).toBeUndefined();
  await run();
  expect(attention()).toBe(2);
  await editLesson(workshop, "one-0000", "validUntil", "2030-01-01");
  expect(attention()).toBe(1);
  moveLesson(workshop, "two-0000", { verdict: "archive", by: "person", because: "old" });
  expect(attention()).toBe(0);
});

test("the card of a review says what upkeep found", async () => {
  const { workshop, run } = groundWith();
  add(workshop, { ...expired("old-0000"), status: "candidate" });
  const warnings = () => reviewDeck(workshop).cards.flatMap((card) => card.warnings);
  const because = "valid until 2025-06-01, and that has passed";
  expect(warnings()).not.toContain(because);
  await run();
  expect(warnings()).toContain(because);
});

test.each(["", "{", "[]", '{"marks":3}', '{"lookedAt":"x","marks":[1,{"lesson":2}]}'])(
  "marks that cannot be read are none: %s",
  (text) => {
    const { workshop, home } = groundWith();
    writeFileSync(join(home, "upkeep.json"), text);
    expect(upkeepAttention(workshop.database, home)?.lessons ?? 0).toBe(0);
  },
);

test("of two looks at once the second says what the first has archived, and marks nothing of it", async () => {
  const { workshop, home } = groundWith();
  for (const name of ["one", "two", "three"]) add(workshop, expired(`${name}-0000`));
  const place = { home, userHome: home };
  const acts = ["archive", "propose-archive"] as const;
  const [first, second] = [await planUpkeep(workshop, place), await planUpkeep(workshop, place)];
  carryOut(workshop, place, { ...first, findings: first.findings.slice(0, 2) }, acts);
  await editLesson(workshop, "three-0000", "validUntil", "2030-01-01");
  expect(carryOut(workshop, place, second, acts)).toEqual({
    archived: [],
    archivedMeanwhile: 2,
    changedMeanwhile: 1,
  });
  expect(readMarks(home)?.marks).toEqual([]);
});
