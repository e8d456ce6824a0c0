import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { plot } from "./plot.ts";

const points = (...values: readonly (number | undefined)[]) =>
  values.map((value, index) => ({ name: `w${index + 1}`, value }));

test("bars rise by what they stand for, and what is missing is a gap", () => {
  expect(plot(points(1, 4, 8, undefined, 2, 0), { width: 27, height: 4 })).toEqual([
    "8 ┤        ████",
    "  ┤        ████",
    "  ┤    ████████",
    "0 ┤▄▄▄▄████████    ████",
    "   w1                    w6",
  ]);
});

test("law: no line is wider than there is room, and there are as many as asked for and the names", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(1_000_000), { nil: undefined }), { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 30, max: 200 }),
      fc.integer({ min: 1, max: 8 }),
      (values, width, height) => {
        const lines = plot(points(...values), { width, height });
        expect(lines).toHaveLength(height + 1);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      },
    ),
    law(),
  );
});
