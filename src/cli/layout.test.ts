import fc from "fast-check";
import { wrapAnsi } from "fast-wrap-ansi";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { wrap } from "./layout.ts";

const words = fc.array(
  fc.oneof(fc.stringMatching(/^[ -~]{0,12}$/), fc.constantFrom("", " ", "  ", "ä", "日本", "\t")),
  { maxLength: 12 },
);

test("law: a plain text is wrapped as any other is", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 10, max: 40 }), (parts, width) => {
      const text = `x${parts.join(" ")}`;
      const lines = wrapAnsi(text, width, { hard: false, trim: true }).split("\n");
      expect(wrap(text, width)).toEqual(lines);
    }),
    law({ quick: 500, deep: 20_000 }),
  );
});
