import fc from "fast-check";
import { expect, test } from "vitest";
import type { Act, DecisionTarget, DecisionTargets, PlannedAct, ReviewItem } from "./act.ts";
import { parseDecision } from "./parse-decision.ts";
import { resolveDecision } from "./resolve-decision.ts";
import { law } from "../../../test/kit/law.ts";

const list: readonly ReviewItem[] = [
  { number: 1, id: "id-1", slug: "git-stash-drops-ab12", isArchived: false },
  { number: 2, id: "id-2", slug: "ts-node-esm-cd34", isArchived: false },
  { number: 3, id: "id-3", slug: "git-push-force-ef56", isArchived: false },
  { id: "id-4", slug: "biome-config-gh78", isArchived: true },
  { number: 5, id: "id-5", slug: "git-restore-ij90", isArchived: true },
];

test("what was said about a lesson is one planned act", () => {
  expect(
    resolve(
      'edit 2 summary "X", edit 2 priority 8 then approve hold, show 2, archive 1 old, skip rest',
    ),
  ).toEqual({
    plan: [
      {
        id: "id-2",
        slug: "ts-node-esm-cd34",
        number: 2,
        verdict: "approve",
        delivery: "hold",
        edits: [
          { field: "summary", value: "X" },
          { field: "priority", value: "8" },
        ],
        show: true,
      },
      { ...planned(1), verdict: "archive", reason: "old" },
      { ...planned(3), verdict: "skip" },
    ],
  });
});

test.each<[string, readonly PlannedAct[]]>([
  ["approve all", [approved(1), approved(2), approved(3)]],
  ["approve 1-3", [approved(1), approved(2), approved(3)]],
  ["approve ts", [approved(2)]],
  ["approve TS-Node and id-1", [approved(2), approved(1)]],
  ["approve 1 1-2 git-stash", [approved(1), approved(2)]],
  ["unarchive biome", [{ ...planned(4), verdict: "unarchive" }]],
  // Three begin like that, but only one of them is archived.
  ["unarchive git", [{ ...planned(5), verdict: "unarchive" }]],
  [
    "unarchive all",
    [
      { ...planned(4), verdict: "unarchive" },
      { ...planned(5), verdict: "unarchive" },
    ],
  ],
  [
    "show 5 and biome",
    [
      { ...planned(5), show: true },
      { ...planned(4), show: true },
    ],
  ],
  ["show 2, approve rest", [{ ...planned(2), show: true }, approved(1), approved(3)]],
  ["approve all except 3", [approved(1), approved(2), { ...planned(3), verdict: "skip" }]],
  [
    "approve all except 3, archive 3 old",
    [approved(1), approved(2), { ...planned(3), verdict: "archive", reason: "old" }],
  ],
  ["approve all except 3, approve rest", [approved(1), approved(2), approved(3)]],
  ["approve 1 hold, approve 1", [{ ...approved(1), delivery: "hold" }]],
  [
    "edit 1 delivery hold, approve 1 hold",
    [{ ...approved(1), delivery: "hold", edits: [{ field: "delivery", value: "hold" }] }],
  ],
  ["edit 1 priority 8", [{ ...planned(1), edits: [{ field: "priority", value: "8" }] }]],
  [
    'edit 1 tags "+a", edit 1 tags "+b", edit 1 tags "+b"',
    [
      {
        ...planned(1),
        edits: [
          { field: "tags", value: "+a" },
          { field: "tags", value: "+b" },
        ],
      },
    ],
  ],
  ["expand 1 into other-one", [{ ...planned(1), verdict: "expand", into: "other-one" }]],
  ["skip 1, 2, 3, approve rest", [skipped(1), skipped(2), skipped(3)]],
])("%j gives its plan", (typed, plan) => {
  expect(resolve(typed)).toEqual({ plan });
});

test.each([
  ["approve 4", "there is no 4: the list has 1 to 5", undefined],
  ["approve 1-999999999", "there is no 4: the list has 1 to 5", undefined],
  ["skip 0", "there is no 0: the list has 1 to 5", undefined],
  ["approve all except 7", "there is no 7: the list has 1 to 5", undefined],
  [
    "approve git",
    "several lessons start with git: git-stash-drops-ab12, git-push-force-ef56",
    "git-stash-drops-ab12",
  ],
  ["approve ts-ndoe", "the list has no lesson ts-ndoe", "ts-node-esm-cd34"],
  ["approve push", "the list has no lesson push", "git-push-force-ef56"],
  ["approve zzz", "the list has no lesson zzz", undefined],
  ['approve ""', "the list has no lesson ", undefined],
  [
    "approve 1, archive 1 old",
    "1 (git-stash-drops-ab12) cannot get both: approve, and archive",
    undefined,
  ],
  [
    "approve all, skip 3",
    "3 (git-push-force-ef56) cannot get both: approve, and skip",
    "approve rest",
  ],
  [
    "archive 1 old, archive 1 wrong",
    "1 (git-stash-drops-ab12) cannot get both: archive: old, and archive: wrong",
    undefined,
  ],
  [
    "approve 1 hold, edit 1 delivery advise",
    "1 (git-stash-drops-ab12) cannot get both: approve hold, and delivery advise",
    undefined,
  ],
  [
    "edit 1 delivery advise, approve 1 hold",
    "1 (git-stash-drops-ab12) cannot get both: delivery advise, and approve hold",
    undefined,
  ],
  [
    "approve 1 hold, approve 1 advise",
    "1 (git-stash-drops-ab12) cannot get both: approve hold, and approve advise",
    undefined,
  ],
  [
    "edit 1 summary a\nedit 1 summary b",
    "1 (git-stash-drops-ab12) cannot get both: summary “a”, and summary “b”",
    undefined,
  ],
  [
    "expand 1 into a-1, expand 1 into b-1",
    "1 (git-stash-drops-ab12) cannot get both: expand into a-1, and expand into b-1",
    undefined,
  ],
  [
    "approve biome",
    "biome-config-gh78 is archived: you can only unarchive or show it",
    "unarchive biome-config-gh78",
  ],
  [
    "edit 5 priority 8",
    "5 (git-restore-ij90) is archived: you can only unarchive or show it",
    "unarchive git-restore-ij90",
  ],
  ["unarchive 1", "1 (git-stash-drops-ab12) is not archived", undefined],
])("%j cannot be done", (typed, message, suggestion) => {
  expect(resolve(typed)).toEqual({
    problem: { message, suggestion },
  });
});

const size = 12;
const long: readonly ReviewItem[] = Array.from({ length: size }, (_, index) => ({
  number: index + 1,
  id: `id-${index + 1}`,
  slug: `slug-${index + 1}-x`,
  isArchived: false,
}));
const number = fc.integer({ min: 1, max: size });
const someName: fc.Arbitrary<DecisionTarget> = fc.oneof(
  fc.tuple(number, number).map(([one, other]) => ({
    from: Math.min(one, other),
    to: Math.max(one, other),
  })),
  number.map((value) => ({ slug: `slug-${value}-` })),
);
const someTargets: fc.Arbitrary<DecisionTargets> = fc.record({
  by: fc.constant("name" as const),
  names: fc.array(someName, { minLength: 1, maxLength: 3 }),
});
const someAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constantFrom("approve" as const, "show" as const), targets: someTargets }),
  fc.record({
    act: fc.constant("edit" as const),
    targets: someTargets,
    field: fc.constant("priority"),
    value: fc.constant("8"),
  }),
);

test("every lesson that is named is in the plan exactly once, and the rest is all the others", () => {
  fc.assert(
    fc.property(fc.array(someAct, { maxLength: 4 }), fc.nat(4), (acts, place) => {
      const rest: Act = { act: "skip", targets: { by: "rest", except: [] } };
      const resolved = resolveDecision(acts.toSpliced(place, 0, rest), long);
      const named = new Set(acts.flatMap((act) => numbersOf(act.targets)));
      const plan = "plan" in resolved ? resolved.plan : [];
      const all = long.map((item) => item.number);
      expect(plan.map((act) => act.number).toSorted(byValue)).toEqual(all);
      expect(
        plan
          .filter((act) => act.verdict === "skip")
          .map((act) => act.number)
          .toSorted(byValue),
      ).toEqual(all.filter((value) => value !== undefined && !named.has(value)));
    }),
    law(),
  );
});

function numbersOf(targets: DecisionTargets): readonly number[] {
  const names = targets.by === "name" ? targets.names : [];
  return names.flatMap((name) =>
    "slug" in name
      ? [Number(name.slug.split("-")[1])]
      : Array.from({ length: name.to - name.from + 1 }, (_, index) => name.from + index),
  );
}

function byValue(one: number | undefined, other: number | undefined): number {
  return (one ?? 0) - (other ?? 0);
}

function resolve(typed: string) {
  const parsed = parseDecision(typed);
  return "acts" in parsed ? resolveDecision(parsed.acts, list) : parsed;
}

function planned(place: number): PlannedAct {
  const item: ReviewItem | undefined = list[place - 1];
  const { isArchived, ...named } = item ?? { id: "", slug: "", isArchived: false };
  return { ...named, verdict: "none", edits: [], show: false };
}

function approved(place: number): PlannedAct {
  return { ...planned(place), verdict: "approve" };
}

function skipped(place: number): PlannedAct {
  return { ...planned(place), verdict: "skip" };
}
