import fc from "fast-check";
import { expect, test } from "vitest";
import { frameDelivery, frameOverheadBytes } from "./frame.ts";
import { law } from "../../../test/kit/law.ts";

test("lessons stand under one heading", () => {
  expect(frameDelivery(["one", "two"])).toBe("## Lessons from your history\n\none\n\ntwo");
});

test("no lessons are no heading, whatever was left out", () => {
  expect(frameDelivery([], { injected: [], dropped: ["c"] })).toBe("");
});

test("the debug comment names what was delivered and what was left out", () => {
  const debug = { injected: ["a-1", "b-2"], dropped: ["c-3"] };
  expect(frameDelivery(["one"], debug)).toBe(
    "## Lessons from your history\n\none\n\n<!-- lessons: injected=a-1,b-2 dropped=c-3 -->",
  );
});

test("what is no slug cannot end the debug comment", () => {
  const debug = { injected: ["a --> b", "a--b"], dropped: ["c"] };
  expect(frameDelivery(["one"], debug)).toContain("<!-- lessons: injected= dropped=c -->");
});

test("the overhead is what the frame adds to its pieces and the blank lines between them", () => {
  const slugs = fc.array(fc.stringMatching(/^[a-z]{1,5}(?:-[a-z]{1,5})?$/u), { maxLength: 3 });
  const debug = fc.option(fc.record({ injected: slugs, dropped: slugs }), { nil: undefined });
  const pieces = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 });
  fc.assert(
    fc.property(pieces, debug, (texts, given) => {
      expect(byteLength(frameDelivery(texts, given))).toBe(
        byteLength(texts.join("\n\n")) + frameOverheadBytes(given),
      );
    }),
    law(),
  );
});

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
