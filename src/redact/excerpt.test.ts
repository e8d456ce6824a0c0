import fc from "fast-check";
import { expect, test } from "vitest";
import { canaries } from "../../test/kit/canaries.ts";
import { firstPart, lastPart } from "./excerpt.ts";
import { makeRedact } from "./redact.ts";
import { law } from "../../test/kit/law.ts";

test.each([
  ["short", 10, "short", "short"],
  ["one two three", 8, "one two ", " three"],
  ["one two three", 7, "one ", " three"],
  ["onewordonly", 5, "", ""],
  ["two  spaces", 5, "two  ", ""],
  ["line\nby line", 6, "line\n", " line"],
])("the first and the last part of %j, %d characters long", (text, length, first, last) => {
  expect([firstPart(text, length), lastPart(text, length)]).toEqual([first, last]);
});

test("a key block that is cut is left out altogether", () => {
  const [begin, end] = ["-----BEGIN A KEY-----", "-----END A KEY-----"];
  const text = `see ${begin} abc ${end} or ${begin} def ${end} there`;
  expect(firstPart(text, text.indexOf("def"))).toBe(`see ${begin} abc ${end} or `);
  expect(lastPart(text, text.length - text.indexOf("abc"))).toBe(" A KEY----- there");
});

const redact = makeRedact({ home: "/home/dev", userName: "dev" });
const all = canaries(200);

test("a key block that was cut shows none of its lines", () => {
  for (const { text, secret } of all.filter(({ rule }) => rule === "private-key")) {
    const around = `see this: ${text} and many more words behind it`;
    const hasEnd = text.includes("-----END");
    for (let length = 0; length < around.length; length += 1) {
      expect(redact(firstPart(around, length))).not.toContain(secret);
      if (hasEnd) expect(redact(lastPart(around, length))).not.toContain(secret);
    }
  }
});

const words = fc.array(fc.stringMatching(/^[a-zé🎉]{1,9}[ \n]{1,2}$/u), { maxLength: 30 });

test("law: a part is no longer than asked for, stands in the text, and is whole words", () => {
  fc.assert(
    fc.property(words, fc.nat({ max: 120 }), (parts, length) => {
      const text = parts.join("");
      const whole = new Set(text.split(/\s+/u));
      const [first, last] = [firstPart(text, length), lastPart(text, length)];
      expect(text.startsWith(first) && text.endsWith(last)).toBe(true);
      for (const part of [first, last]) {
        expect(part.length).toBeLessThanOrEqual(length);
        expect(part.split(/\s+/u).filter((word) => !whole.has(word) && word !== "")).toEqual([]);
      }
    }),
    law(),
  );
});

test("law: wherever a text ends, redacting what is left of it shows no secret", () => {
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.nat({ max: 300 }), ({ text, secret }, length) => {
      const around = `some words before, ${text} and many more behind it`;
      expect(redact(firstPart(around, length))).not.toContain(secret);
    }),
    law({ quick: 2000 }),
  );
});
