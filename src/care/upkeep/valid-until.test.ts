import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import {
  compareVersions,
  isAfter,
  lowestAllowed,
  parseValidUntil,
  parseVersion,
  type Version,
} from "./valid-until.ts";

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

const version = (text: string): Version => {
  const parsed = parseVersion(text);
  if (parsed === undefined) throw new Error(`${text} is no version`);
  return parsed;
};

test.each([
  ["v1.2.3", { numbers: [1, 2, 3], isPrerelease: false }],
  ["22", { numbers: [22], isPrerelease: false }],
  ["2.40.1-rc.1", { numbers: [2, 40, 1], isPrerelease: true }],
  ["1.0.0+build.5", { numbers: [1, 0, 0], isPrerelease: false }],
  ["", undefined],
  ["latest", undefined],
  ["1.2.3.4.5", undefined],
  ["1..2", undefined],
])("%s is read as the version that it is", (text, expected) => {
  expect(parseVersion(text)).toEqual(expected);
});

test.each([
  ["1.9", "1.10"],
  ["22", "22.0.1"],
  ["2.0.0-rc.1", "2.0.0"],
  ["0.9.9", "1"],
])("%s is older than %s", (older, newer) => {
  expect(compareVersions(version(older), version(newer))).toBeLessThan(0);
  expect(compareVersions(version(newer), version(older))).toBeGreaterThan(0);
});

test("what is not said of a version is 0", () => {
  expect(compareVersions(version("22"), version("v22.0.0"))).toBe(0);
});

test("a version is after another only when it no longer begins like it", () => {
  expect(["21.9", "22.9.1", "23"].map((text) => isAfter(version(text), version("22")))).toEqual([
    false,
    false,
    true,
  ]);
});

test.each([
  [">=22.16", "22.16"],
  ["^18.2.0 || ^20.1 || >= 22", "18.2.0"],
  ["~4.1", "4.1"],
  ["1.2.3", "1.2.3"],
  ["20.x", "20"],
  [">=18 <21", "18"],
  ["1.2 - 2.3", "1.2"],
  ["<3", undefined],
  ["^18 || <3", undefined],
  ["*", undefined],
  ["latest", undefined],
  ["workspace:^1.0.0", undefined],
  ["github:owner/name#v1", undefined],
])("the lowest version of the range %s is %s", (range, lowest) => {
  expect(lowestAllowed(range)).toEqual(lowest === undefined ? undefined : version(lowest));
});

const anyVersion = fc
  .record({
    numbers: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom("", "-rc.1"),
  })
  .map(({ numbers, end }) => version(numbers.join(".") + end));

test("law: versions have one order", () => {
  fc.assert(
    fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
    law(),
  );
});
