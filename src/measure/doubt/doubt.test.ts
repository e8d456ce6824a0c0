import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { doubtIn, doubtOfAll, doubtWords, type Trial } from "./doubt.ts";

const trial = (day: number, session = `s${day}`): Trial => ({
  session,
  at: `2026-01-${String(day).padStart(2, "0")}T12:00:00.000Z`,
  shown: "jq .",
});

test("a fact whose call succeeds in a later session is doubtful", () => {
  expect(doubtIn([trial(1), trial(3)], [trial(5), trial(6), trial(6)])).toEqual({
    sessions: 2,
    calls: 3,
    example: "jq .",
    failedAt: trial(3).at,
  });
});

test("nothing says so while it has never failed, or when the success was before the last failure or in a session that failed", () => {
  expect(doubtIn([], [trial(5)])).toBeUndefined();
  expect(doubtIn([trial(4)], [trial(2)])).toBeUndefined();
  expect(doubtIn([trial(4)], [trial(5, "s4")])).toBeUndefined();
});

test("what came and went before is only doubtful once it has stayed away for longer", () => {
  const failures = [trial(1), trial(4)];
  const between = [trial(2), trial(3)];
  expect(doubtIn(failures, [...between, trial(5), trial(6)])).toBeUndefined();
  expect(doubtIn(failures, [...between, trial(5), trial(6), trial(7)])?.sessions).toBe(3);
});

test("a lesson about several facts is doubtful when each of them is", () => {
  const [one, other] = [doubtIn([trial(1)], [trial(2)]), doubtIn([trial(3)], [trial(4), trial(5)])];
  expect(doubtOfAll([one, undefined])).toBeUndefined();
  expect(doubtOfAll([one, other])).toEqual({ ...other, calls: 3 });
});

test("the words name the call, and no backtick of it breaks them", () => {
  const words = doubtWords({ sessions: 1, calls: 1, example: "jq `x`", failedAt: trial(1).at });
  expect(words).toBe(
    "Worked later: `jq 'x'` succeeded in 1 session since 2026-01-01; this may no longer be true",
  );
});

const trials = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom("a", "b", "c", "d")),
  { maxLength: 12 },
);
const made = (drafts: readonly (readonly [number, string])[]) =>
  drafts.map(([day, session]) => trial(day, session));

test("law: the order of the calls does not matter", () => {
  fc.assert(
    fc.property(trials, trials, (failed, worked) => {
      const straight = doubtIn(made(failed), made(worked));
      expect(doubtIn(made(failed.toReversed()), made(worked.toReversed()))).toEqual(straight);
    }),
    law(),
  );
});

test("law: a success before the last failure never makes a doubt", () => {
  fc.assert(
    fc.property(trials, trials, (failed, worked) => {
      const failures = made(failed);
      const last =
        failures
          .map(({ at }) => at)
          .toSorted()
          .at(-1) ?? "";
      const successes = made(worked);
      const later = successes.filter(({ at }) => at > last);
      const isMade =
        doubtIn(failures, later) === undefined && doubtIn(failures, successes) !== undefined;
      expect(isMade).toBe(false);
    }),
    law(),
  );
});

test("law: one more failure at the end takes every doubt away", () => {
  fc.assert(
    fc.property(trials, trials, (failed, worked) => {
      expect(doubtIn([...made(failed), trial(10, "z")], made(worked))).toBeUndefined();
    }),
    law(),
  );
});
