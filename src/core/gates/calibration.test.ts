import fc from "fast-check";
import { expect, test } from "vitest";
import { firingOf, isRight, type SampleResult } from "./calibration.ts";

const result = (worth: "good" | "bad", verdict: SampleResult["verdict"]): SampleResult => ({
  name: worth,
  worth,
  verdict,
});

test("a good sample passes, a bad one warns or fails, and no answer is never right", () => {
  const right = (["pass", "warn", "fail", null] as const).map((verdict) => [
    isRight(result("good", verdict)),
    isRight(result("bad", verdict)),
  ]);
  expect(right).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ]);
});

test("a gate that passes all never fires, one that passes none always does", () => {
  expect(firingOf([result("good", "pass"), result("bad", "pass")])).toBe("never");
  expect(firingOf([result("good", "warn"), result("bad", "fail")])).toBe("always");
  expect(firingOf([result("good", "pass"), result("bad", "warn")])).toBe("sometimes");
});

test("nothing is said about firing without an answer about a good and a bad sample", () => {
  expect(firingOf([])).toBe("unknown");
  expect(firingOf([result("bad", "pass"), result("good", null)])).toBe("unknown");
});

test("a gate whose reviewer is right about a good and a bad sample fires sometimes", () => {
  const sample = fc.record({
    name: fc.string(),
    worth: fc.constantFrom("good" as const, "bad" as const),
    verdict: fc.constantFrom("pass" as const, "warn" as const, "fail" as const, null),
  });
  fc.assert(
    fc.property(fc.array(sample), (results) => {
      const right = new Set(results.filter(isRight).map(({ worth }) => worth));
      fc.pre(right.size === 2);
      expect(firingOf(results)).toBe("sometimes");
    }),
  );
});
