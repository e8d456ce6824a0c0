import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { boundedOutput } from "./recorded-text.ts";

test("an output that is not long stays as it is", () => {
  const text = "x".repeat(8000);
  expect(boundedOutput(text)).toBe(text);
});

test("of a long output the beginning and the end are kept, whole lines of both", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
  const bounded = boundedOutput(lines.join("\n"));
  const [head = "", tail = ""] = bounded.split("\n…\n");
  const [first, last] = [head.split("\n"), tail.split("\n")];
  expect(first).toEqual(lines.slice(0, first.length));
  expect(last).toEqual(lines.slice(-last.length));
  expect([head.length > 5900, tail.length > 1900, bounded.length <= 8100]).toEqual([
    true,
    true,
    true,
  ]);
});

test("of one long line only the beginning is kept: its end may begin in the middle of a secret", () => {
  expect(boundedOutput("x".repeat(10_000))).toBe(`${"x".repeat(6000)}\n…\n`);
});

const anyOutput = fc
  .array(
    fc.tuple(fc.constantFrom("a", "word ", "\n", "é\n", "}"), fc.integer({ min: 1, max: 4000 })),
  )
  .map((parts) =>
    parts
      .map(([text, count]) => text.repeat(count))
      .join("")
      .slice(0, 30_000),
  );

test("law: it is never longer than its bound, and begins and ends as the output does", () => {
  fc.assert(
    fc.property(anyOutput, (text) => {
      const bounded = boundedOutput(text);
      expect(bounded.length).toBeLessThanOrEqual(8003);
      if (bounded === text) return;
      const at = bounded.indexOf("\n…\n");
      expect(text.startsWith(bounded.slice(0, at))).toBe(true);
      expect(text.endsWith(bounded.slice(at + 3))).toBe(true);
    }),
    law(),
  );
});

test("law: bounding twice is bounding once", () => {
  fc.assert(
    fc.property(anyOutput, (text) => {
      const once = boundedOutput(text);
      expect(boundedOutput(once).length).toBeLessThanOrEqual(Math.max(once.length, 8003));
      if (once.length <= 8000) expect(boundedOutput(once)).toBe(once);
    }),
    law(),
  );
});
