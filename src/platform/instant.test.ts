import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInstant, recordInstant } from "./instant.ts";
import { law } from "../../test/kit/law.ts";

const noon = "2026-02-28T12:00:00.000Z";

test.each([
  ["2026-02-28T12:00:00.000Z", noon],
  ["2026-02-28T12:00:00Z", noon],
  ["2026-02-28 12:00", noon],
  ["2026-02-28t12:00:00z", noon],
  ["2026-02-28T14:00:00+02:00", noon],
  ["2026-02-28T07:00:00-0500", noon],
  ["2026-02-28T12:00:00.1234567", "2026-02-28T12:00:00.123Z"],
  ["2026-02-28T12:00:00.1", "2026-02-28T12:00:00.100Z"],
  ["2026-02-28", "2026-02-28T00:00:00.000Z"],
  ["2026-02-30", undefined],
  ["2026-13-01", undefined],
  ["2026-02-28T25:00:00Z", undefined],
  ["2026-02-29T12:00:00.000Z", undefined],
  ["2028-02-29T12:00:00.000Z", "2028-02-29T12:00:00.000Z"],
  ["9999-12-31T23:59:59-23:00", undefined],
  ["yesterday", undefined],
  ["", undefined],
])("%j is the instant %j, for drafts and for records", (text, instant) => {
  expect([parseInstant(text), recordInstant(text)]).toEqual([instant, instant]);
});

test("a record without a time has none", () => {
  expect(recordInstant(undefined)).toBeUndefined();
});

test("law: the short way for records says what the long way says", () => {
  const near = fc
    .date({ min: new Date("1999-01-01"), max: new Date("2101-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const changed = fc
    .tuple(near, fc.nat({ max: 23 }), fc.constantFrom(..."0123456789:-TZ. ".split("")))
    .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(near, changed, fc.string()), (text) => {
      expect(recordInstant(text)).toBe(parseInstant(text));
    }),
    law({ quick: 2000 }),
  );
});

test("law: instants sort as text as they do in time", () => {
  const instants = fc.date({
    min: new Date("0001-01-01"),
    max: new Date("9999-12-31"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [first, second] = [one, other].map((date) => parseInstant(date.toISOString()) ?? "");
      expect(first !== undefined && second !== undefined && first < second).toBe(one < other);
    }),
    law(),
  );
});
