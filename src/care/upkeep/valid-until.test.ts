import { expect, test } from "vitest";
import { parseValidUntil } from "./valid-until.ts";
import { parseVersion } from "./version.ts";

test("a day holds until it is over, a time until it comes", () => {
  expect(parseValidUntil("2027-01-31")).toEqual({ is: "time", end: "2027-02-01T00:00:00.000Z" });
  expect(parseValidUntil("2027-01-31T12:00:00Z")).toEqual({
    is: "time",
    end: "2027-01-31T12:00:00.000Z",
  });
});

test.each([
  ["v1.0.0", undefined, "1.0.0", true],
  ["1.4", undefined, "1.4", true],
  ["node>=22", "node", "22", false],
  ["node < 22", "node", "22", false],
  ["git<=2.40", "git", "2.40", true],
  ["git>2.40", "git", "2.40", true],
  ["react 18", "react", "18", true],
  ["react@18.2.0", "react", "18.2.0", true],
  ["@types/node = 20", "@types/node", "20", true],
  ["claude-code>=2.1.0", "claude-code", "2.1.0", false],
])("%s is understood", (text, name, number, isIncluded) => {
  expect(parseValidUntil(text)).toEqual({
    is: "version",
    ...(name === undefined ? {} : { name }),
    version: parseVersion(number),
    isIncluded,
  });
});

test.each(["", "next release", "2027", "2027-02-30", "node", "node>=lts", ">=22", "<b>1</b>"])(
  "%s says nothing that could be checked",
  (text) => {
    expect(parseValidUntil(text)).toBeUndefined();
  },
);
