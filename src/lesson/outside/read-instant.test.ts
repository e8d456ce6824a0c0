import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInstant } from "../../platform/instant.ts";
import { readInstant } from "./entry.ts";
import { law } from "../../../test/kit/law.ts";

const noon = "2026-05-01T12:00:00.000Z";

test("a time without a zone is UTC, and every time has milliseconds", () => {
  expect(parseInstant("2025-10-17T12:14:08.181948")).toBe("2025-10-17T12:14:08.181Z");
  expect(parseInstant("2025-10-17 12:14")).toBe("2025-10-17T12:14:00.000Z");
  expect(parseInstant("2025-10-17")).toBe("2025-10-17T00:00:00.000Z");
  expect(parseInstant("2025-10-17T12:14:08+0200")).toBe("2025-10-17T10:14:08.000Z");
});

test("what is not on the calendar or not a date is none", () => {
  for (const text of [
    "",
    "soon",
    "2025",
    "2025-02-30",
    "2025-13-01",
    "2025-01-01T25:00",
    "9999-12-31T23:00-02:00",
  ]) {
    expect(parseInstant(text)).toBeUndefined();
  }
});

test("a field that cannot be read becomes now, with a remark; an empty one stays empty", () => {
  const remarks: string[] = [];
  const read = (value: unknown) =>
    readInstant({ at: value }, "at", noon, (remark) => void remarks.push(remark));

  expect(read(undefined)).toBeUndefined();
  expect(read("")).toBeUndefined();
  expect(remarks).toEqual([]);
  expect(read(17)).toBe(noon);
  expect(remarks).toEqual(["Its at 17 is not a date; it gets today's date."]);
});

test("law: an instant is read as itself, with its zone or without", () => {
  const bounds = { min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-01-01T00:00:00Z") };
  const dates = fc.date({ ...bounds, noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const instant = date.toISOString();
      expect(parseInstant(instant)).toBe(instant);
      expect(parseInstant(instant.slice(0, -1))).toBe(instant);
    }),
    law(),
  );
});
