import fc from "fast-check";
import { expect, test } from "vitest";
import { firingOf, isConfused, isRight, type SampleResult } from "./calibration.ts";
import { law } from "../../test/kit/law.ts";

const result = (worth: SampleResult["worth"], verdict: SampleResult["verdict"]): SampleResult => ({
  name: worth,
  worth,
  verdict,
});

const verdicts = ["pass", "warn", "fail", null] as const;
const worths = ["good", "warn", "bad"] as const;

test("a good sample passes, another one warns or fails, and no answer is never right", () => {
  expect(verdicts.map((verdict) => worths.map((worth) => isRight(result(worth, verdict))))).toEqual(
    [
      [true, false, false],
      [false, true, true],
      [false, true, true],
      [false, false, false],
    ],
  );
});

test("a warning for a failure and a failure for a warning are seen, and taken for something else", () => {
  expect(
    verdicts.map((verdict) => worths.map((worth) => isConfused(result(worth, verdict)))),
  ).toEqual([
    [false, false, false],
    [false, false, true],
    [false, true, false],
    [false, false, false],
  ]);
});

test("a gate that fires at no bad sample never fires, also when there are no good ones", () => {
  expect(firingOf([result("bad", "pass")])).toBe("never");
  expect(firingOf([result("warn", "pass"), result("good", null)])).toBe("never");
  expect(firingOf([result("bad", "pass"), result("good", "fail")])).toBe("never");
});

test("a gate that fires at every good sample always fires, also when there are no bad ones", () => {
  expect(firingOf([result("good", "warn")])).toBe("always");
});

test("a gate that passes all never fires, one that passes none always does", () => {
  expect(firingOf([result("good", "pass"), result("bad", "pass")])).toBe("never");
  expect(firingOf([result("good", "warn"), result("bad", "fail")])).toBe("always");
  expect(firingOf([result("good", "pass"), result("bad", "warn")])).toBe("sometimes");
});

test("whether it tells good from bad cannot be said from one kind that it gets right", () => {
  expect(firingOf([])).toBe("unknown");
  expect(firingOf([result("bad", "fail"), result("good", null)])).toBe("unknown");
  expect(firingOf([result("good", "pass")])).toBe("unknown");
});

test("a gate whose reviewer is right about a good and a bad sample fires sometimes", () => {
  const sample = fc.record({
    name: fc.string(),
    worth: fc.constantFrom(...worths),
    verdict: fc.constantFrom("pass" as const, "warn" as const, "fail" as const, null),
  });
  fc.assert(
    fc.property(fc.array(sample), (results) => {
      const right = new Set(results.filter(isRight).map(({ worth }) => worth === "good"));
      fc.pre(right.size === 2);
      expect(firingOf(results)).toBe("sometimes");
    }),
    law(),
  );
});
