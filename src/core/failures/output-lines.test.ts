import fc from "fast-check";
import { expect, test } from "vitest";
import { outputLines } from "./output-lines.ts";
import { law } from "../../../test/kit/law.ts";

test("lines come without colours, returns, blanks at the end and the runner's prefix", () => {
  expect(outputLines("[lint:go] a \r\n\n\u001B[31;1mb\u001B[0m\n  c")).toEqual(["a", "b", "  c"]);
});

test("a bracket that is not a task stays", () => {
  expect(outputLines("[remote rejected] x\n[1;2] y")).toEqual(["[remote rejected] x", "[1;2] y"]);
});

test("law: lines are whole, not empty, and bounded in number and length", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom("a\n", "ab ")),
      fc.nat(1500),
      (text, times) => {
        const lines = outputLines(text.repeat(times));
        expect(lines.length).toBeLessThanOrEqual(600);
        expect(
          lines.every((line) => line !== "" && line.length <= 600 && !line.includes("\n")),
        ).toBe(true);
      },
    ),
    law(),
  );
});
