import { expect, test } from "vitest";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import { loneLesson } from "../../../test/kit/lone-lesson.ts";
import { deadTools } from "./trigger-facts.ts";
import { archiveReason, type LessonFacts, type UpkeepFinding } from "./upkeep-finding.ts";
import { findUpkeep } from "./upkeep-rules.ts";
import {
  configDefaults,
  type Retirement,
  type UpkeepSettings,
} from "../../platform/configuration/settings.ts";
import { parseVersion } from "./valid-until.ts";

const winter = "2026-01-01T12:00:00.000Z";
const spring = "2026-04-15T12:00:00.000Z";

const nothingKnown: LessonFacts = {
  versionOf: () => undefined,
  missingFiles: [],
  triggerProblems: [],
  archivedFor: [],
  learning: [],
};

/** Untouched since winter. */
const lessonWith = (change: Parameters<typeof loneLesson>[0] = {}): Lesson =>
  loneLesson({ createdAt: winter, updatedAt: winter, ...change });

function found(
  lesson: Lesson,
  facts: Partial<LessonFacts> = {},
  settings: Partial<UpkeepSettings> = {},
  {
    now = spring,
    others = [],
  }: { readonly now?: string; readonly others?: readonly Lesson[] } = {},
): readonly Omit<UpkeepFinding, "lesson">[] {
  const view = {
    now,
    settings: { ...configDefaults.upkeep, ...settings },
    factsOf: () => ({ ...nothingKnown, ...facts }),
  };
  return findUpkeep([lesson, ...others], view)
    .filter((finding) => finding.lesson === lesson)
    .map(({ lesson: _, ...finding }) => finding);
}

test("a lesson in good order is not mentioned", () => {
  expect(found(lessonWith(), { matching: { calls: 500, fired: 1 } })).toEqual([]);
});

test("a CRITICAL lesson that nobody looked at for so many days is marked", () => {
  const critical = lessonWith({ priority: 9 });
  const finding = {
    rule: "unchecked-critical",
    does: "flag",
    because: `CRITICAL, but not checked for 90 days (to keep it: lessons good ${critical.slug})`,
    seen: "last 2026-01-01",
  };
  expect(found(critical)).toEqual([finding]);
  expect(found(critical, { lastCheckedAt: "2026-03-01T12:00:00.000Z" })).toEqual([]);
  expect(found(critical, {}, { uncheckedCriticalDays: 200 })).toEqual([]);
  expect(found(lessonWith({ priority: 8 }))).toEqual([]);
});

test.each([
  ["off", undefined],
  ["propose", "propose-archive"],
  ["archive", "archive"],
] as const)(
  "every rule that can archive goes as far as it may: %s",
  (retirement: Retirement, does) => {
    const settings = {
      drafts: retirement,
      expired: retirement,
      superseded: retirement,
      unhelpful: retirement,
      doubtful: retirement,
      outgrown: retirement,
    };
    const others = [lessonWith({ slug: "new-0000" })];
    const reception = { delivered: 4, overruled: 3, helpful: 0, notHelpful: 0 };
    const doubt = { sessions: 2, calls: 3, example: "jq .", failedAt: winter };
    const outgrown = { sessions: 12, before: { made: 3, all: 10 } };
    const draft = lessonWith({ status: "candidate" });
    const used = lessonWith({ validUntil: "2026-02-01", supersededBy: "new-0000" });
    const acts = [
      ...found(draft, {}, settings),
      ...found(used, { reception, doubt, outgrown }, settings, { others }),
    ].map((finding) => [finding.rule, finding.does]);
    expect(acts).toEqual(
      does === undefined
        ? []
        : [
            ["drafts", does],
            ["expired", does],
            ["superseded", does],
            ["unhelpful", does],
            ["doubtful", does],
            ["outgrown", does],
          ],
    );
  },
);

test("a draft is old when nobody touched it and nothing was seen of it for so many days", () => {
  const draft = lessonWith({ status: "candidate" });
  const drafts = { drafts: "archive", draftExpiryDays: 30 } as const;
  expect(found(draft, {}, drafts)).toEqual([
    {
      rule: "drafts",
      does: "archive",
      because: "a candidate without a decision",
      seen: "untouched since 2026-01-01",
    },
  ]);
  expect(found(draft, {}, drafts, { now: "2026-01-31T11:00:00.000Z" })).toEqual([]);
  expect(found(draft, {}, { ...drafts, draftExpiryDays: 200 })).toEqual([]);
  expect(found({ ...draft, updatedAt: "2026-04-01T00:00:00.000Z" }, {}, drafts)).toEqual([]);
  expect(found(draft, { lastSeenAt: "2026-04-01T00:00:00.000Z" }, drafts)).toEqual([]);
  expect(found(lessonWith(), {}, drafts)).toEqual([]);
});

test("a date has passed when its day is over", () => {
  const lesson = lessonWith({ validUntil: "2026-04-15" });
  expect(found(lesson, {}, {}, { now: "2026-04-15T23:59:59.999Z" })).toEqual([]);
  expect(found(lesson, {}, {}, { now: "2026-04-16T00:00:00.000Z" })).toEqual([
    {
      rule: "expired",
      does: "propose-archive",
      because: "valid until 2026-04-15, which has passed",
    },
  ]);
});

test("a version has passed by what is known where the lesson holds, and the reason says by what", () => {
  const lesson = lessonWith({ validUntil: "node>=22" });
  const with22 = (text: string): Partial<LessonFacts> => ({
    versionOf: (name) => {
      const version = name === "node" ? parseVersion(text) : undefined;
      return version && { version, words: `the project asks for node ${text}` };
    },
  });
  expect(found(lesson, with22("20.9"))).toEqual([]);
  expect(found(lesson, with22("22.0"))).toEqual([
    {
      rule: "expired",
      does: "propose-archive",
      because: "valid until node>=22, which has passed",
      seen: "the project asks for node 22.0",
    },
  ]);
  expect(found({ ...lesson, validUntil: "node<=22" }, with22("22.9"))).toEqual([]);
  expect(found({ ...lesson, validUntil: "node<=22" }, with22("23"))).toHaveLength(1);
});

test("a version that nobody knows, and an end that nobody can check, are said and do nothing", () => {
  expect(found(lessonWith({ validUntil: "git<2.40" }), {}, { expired: "archive" })).toEqual([
    {
      rule: "expired",
      does: "nothing",
      because: "valid until git<2.40, but the version of git is unknown here",
    },
  ]);
  expect(found(lessonWith({ validUntil: "v1.0.0" }))).toMatchObject([{ does: "nothing" }]);
  expect(found(lessonWith({ validUntil: "the next release" }))).toEqual([
    {
      rule: "expired",
      does: "nothing",
      because: 'valid until "the next release", which is neither a date nor a version',
    },
  ]);
});

test("only a lesson that is in use replaces another", () => {
  const lesson = lessonWith({ supersededBy: "new-0000" });
  const replacedBy = (status: Status) =>
    found(lesson, {}, {}, { others: [lessonWith({ slug: "new-0000", status })] });
  expect(replacedBy("active")).toEqual([
    { rule: "superseded", does: "propose-archive", because: "replaced by new-0000" },
  ]);
  for (const status of ["candidate", "reviewed", "archived"] as const)
    expect(replacedBy(status)).toEqual([]);
  expect(found(lesson)).toEqual([]);
});

test("of lessons that replace each other both stay", () => {
  const one = lessonWith({ slug: "one-0000", supersededBy: "two-0000" });
  const others = [lessonWith({ slug: "two-0000", supersededBy: "one-0000" })];
  expect(found(one, {}, { superseded: "archive" }, { others })).toEqual([
    {
      rule: "superseded",
      does: "nothing",
      because: "replaced by two-0000, but that lesson names this one as its replacement",
    },
  ]);
  const own = lessonWith({ slug: "own-0000", supersededBy: "own-0000" });
  expect(found(own, {}, { superseded: "archive" })).toMatchObject([{ does: "nothing" }]);
});

test("a lesson is unhelpful above the share, and not by chance", () => {
  const acts = (
    reception: LessonFacts["reception"],
    settings: Partial<UpkeepSettings> = {},
  ): readonly string[] =>
    found(lessonWith(), reception === undefined ? {} : { reception }, settings).map(
      ({ because }) => because,
    );
  const reason = "shown 6 times: 3 times overruled, 1 times rated not helpful";
  const often = { delivered: 6, overruled: 3, helpful: 0, notHelpful: 1 };
  expect(acts(often)).toEqual([reason]);
  expect(acts({ ...often, delivered: 8 })).toEqual([]);
  expect(acts({ ...often, delivered: 8 }, { unhelpfulShare: 0.4 })).toHaveLength(1);
  expect(acts(often, { unhelpfulLeast: 5 })).toEqual([]);
  // What people said is counted also where nobody noted the delivery.
  expect(acts({ delivered: 0, overruled: 0, helpful: 4, notHelpful: 3 })).toEqual([]);
  expect(acts({ delivered: 0, overruled: 0, helpful: 1, notHelpful: 3 })).toHaveLength(1);
});

test("an active lesson that fired at none of enough calls for long enough is marked", () => {
  const lesson = lessonWith();
  expect(found(lesson, { matching: { calls: 120, fired: 0 } })).toEqual([
    {
      rule: "never-matched",
      does: "flag",
      because: "did not fire in the last 90 days (0 of 120 possible calls)",
    },
  ]);
  expect(found(lesson, { matching: { calls: 19, fired: 0 } })).toEqual([]);
  expect(found(lesson, { matching: { calls: 120, fired: 0 } }, { neverMatched: false })).toEqual(
    [],
  );
  expect(found(lesson, { matching: { calls: 120, fired: 0 } }, { neverMatchedDays: 180 })).toEqual(
    [],
  );
});

test("files that are gone are named, the first few of them", () => {
  const missingFiles = ["a/1.ts", "a/2.ts", "a/3.ts", "a/4.ts", "a/5.ts"];
  expect(found(lessonWith(), { missingFiles })).toEqual([
    {
      rule: "missing-files",
      does: "flag",
      because: "names missing paths: a/1.ts, a/2.ts, a/3.ts and 2 more",
    },
  ]);
  expect(found(lessonWith(), { missingFiles: ["a/1.ts"] })).toMatchObject([
    { because: "names a missing path: a/1.ts" },
  ]);
  expect(found(lessonWith(), { missingFiles }, { missingFiles: false })).toEqual([]);
});

test("a trigger that cannot fire any more is marked with what keeps it", () => {
  const facts = { triggerProblems: ['"(" is not a regular expression', "asks for X"] };
  const because = '"(" is not a regular expression; asks for X';
  expect(found(lessonWith(), facts)).toEqual([{ rule: "dead-trigger", does: "flag", because }]);
  expect(found(lessonWith(), facts, { deadTriggers: false })).toEqual([]);
  expect(found(lessonWith({ status: "candidate" }), facts)).toEqual([]);
});

test("tools are dead when no agent has any of them, and those of servers never are", () => {
  const known = new Set(["Bash", "Edit"]);
  expect(deadTools(["LS", "MultiEdit"], known)).toEqual(["LS", "MultiEdit"]);
  for (const alive of [["LS", "Bash"], ["Ed*"], ["mcp__github__x"], ["mcp*"], ["*"], []])
    expect(deadTools(alive, known)).toEqual([]);
  expect(deadTools(["Note*"], known)).toEqual(["Note*"]);
});

test("more than half of the active lessons CRITICAL is one finding about all of them", () => {
  const lessons = [9, 10, 7].map((priority) => lessonWith({ priority }));
  const view = { now: winter, settings: configDefaults.upkeep, factsOf: () => nothingKnown };
  expect(findUpkeep(lessons, view)).toEqual([
    {
      rule: "inflation",
      does: "flag",
      because: "2 of 3 active lessons are CRITICAL: too many to stand out",
    },
  ]);
  expect(findUpkeep([...lessons, lessonWith()], view)).toEqual([]);
  expect(findUpkeep(lessons.slice(0, 2), view)).toEqual([]);
  const settings = { ...configDefaults.upkeep, inflation: false };
  expect(findUpkeep(lessons, { ...view, settings })).toEqual([]);
});

test("what upkeep archived for a reason and somebody brought back is left alone for that reason", () => {
  const lesson = lessonWith({ validUntil: "2026-02-01" });
  const settings = { expired: "archive" } as const;
  const [first] = found(lesson, {}, settings);
  if (first === undefined) throw new Error("nothing was found");
  const again = found(lesson, { archivedFor: [archiveReason(first)] }, settings);
  expect(again).toEqual([
    {
      rule: "expired",
      does: "nothing",
      because: "valid until 2026-02-01, which has passed; it was restored before",
    },
  ]);
  const later = { ...lesson, validUntil: "2026-03-01" };
  expect(found(later, { archivedFor: [archiveReason(first)] }, settings)).toMatchObject([
    { does: "archive" },
  ]);
});

test("a reason with what was seen is the same reason when something else is seen", () => {
  const draft = lessonWith({ status: "candidate" });
  const archivedFor = ["a candidate without a decision (untouched since 2025-06-01)"];
  expect(found(draft, { archivedFor }, { drafts: "archive" })).toMatchObject([
    { rule: "drafts", does: "nothing" },
  ]);
});

test("archived lessons are not looked at", () => {
  const lesson = lessonWith({ status: "archived", validUntil: "2020-01-01" });
  expect(found(lesson, { missingFiles: ["a/b.ts"] })).toEqual([]);
});
