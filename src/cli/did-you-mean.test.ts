import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { atTop, commandNamed } from "./command-table.ts";
import { meantCommand } from "./did-you-mean.ts";

test.each([
  ["reveiw", "review"],
  ["lst", "list"],
  ["shwo", "show"],
  ["instal", "init"],
  ["expotr", "export"],
  ["uninstal", "uninstall"],
  ["archvie", "archive"],
])("%s means %s", (typed, meant) => expect(meantCommand(typed)).toBe(meant));

test.each(["xyzzy", "frobnicate", "a", "port", "stall"])("%s means nothing", (typed) =>
  expect(meantCommand(typed)).toBeUndefined(),
);

test("habits are names of their own, and no typo", () => {
  const names = ["install", "setup", "rm", "ls", "unarchive", "resume"].map(
    (typed) => commandNamed([typed])?.entry.name,
  );
  expect(names).toEqual(["init", "init", "archive", "list", "restore", "resume"]);
});

test("no name means two commands", () => {
  const names = atTop.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const removing = atTop.filter(({ removes }) => removes === true).map(({ name }) => name);

test("law: one slip in the opposite's name never leads to what takes something away", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("install", "init", "restore", "connect", "setup"),
      fc.nat({ max: 6 }),
      (name, at) => {
        const typed = name.slice(0, at) + name.slice(at + 1);
        expect(removing).not.toContain(meantCommand(typed));
      },
    ),
    law({ quick: 60, deep: 200 }),
  );
});
