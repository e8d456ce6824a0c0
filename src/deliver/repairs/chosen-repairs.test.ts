import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import {
  chosenRepairs,
  repairsFile,
  repairsHere,
  repairsText,
  withRepair,
} from "./chosen-repairs.ts";
import type { ChosenRepair } from "./catalogue.ts";

const globs: ChosenRepair = { name: "zsh-globs", value: "", scope: "machine" };
const repository: ChosenRepair = { name: "gh-repo", value: "a/b", scope: "project:x" };
const folder = (value: string): ChosenRepair => ({ name: "path", value, scope: "machine" });

function homeWith(text: string, mode = 0o600): string {
  const home = freshFolder();
  writeFileSync(join(home, repairsFile), text);
  chmodSync(join(home, repairsFile), mode);
  return home;
}

test("what is written is read again, and without a file nothing is on", () => {
  const chosen = [globs, repository, folder("/opt/x")];
  expect(chosenRepairs(homeWith(repairsText(chosen)))).toEqual({ chosen, problems: [] });
  expect(chosenRepairs(freshFolder())).toEqual({ chosen: [], problems: [] });
});

test.each([
  ["broken", "{", 0o600],
  ["from another version", '{"version":2,"repairs":[]}', 0o600],
  ["writable by others", repairsText([globs]), 0o622],
  ["too long", `${repairsText([globs])}${" ".repeat(70_000)}`, 0o600],
])("a file that is %s is not used, and says so", (_, text, mode) => {
  const { chosen, problems } = chosenRepairs(homeWith(text, mode));
  expect([chosen, problems.length]).toEqual([[], 1]);
});

test.each([
  { name: "rm", scope: "machine" },
  { name: "zsh-globs" },
  { name: "zsh-globs", scope: "machine\nx" },
  { name: "zsh-globs", scope: "machine", value: "x" },
  { name: "path", scope: "machine", value: "/a'; rm -rf ~; '" },
  { name: "path", scope: "machine", value: 3 },
  { name: "gh-repo", scope: "project:x", value: "$(id)/x" },
  { name: "gh-repo", scope: "machine", value: "a/b" },
  "zsh-globs",
  null,
])("an entry such as %j is passed over, and the others hold", (entry) => {
  const text = JSON.stringify({ version: 1, repairs: [entry, globs] });
  const { chosen, problems } = chosenRepairs(homeWith(text));
  expect([chosen, problems.length]).toEqual([[globs], 1]);
});

test("a project has what holds on the machine, and its own", () => {
  const all = [globs, repository];
  expect(repairsHere(all, "project:x")).toEqual(all);
  expect(repairsHere(all, "project:y")).toEqual([globs]);
  expect(repairsHere(all, undefined)).toEqual([globs]);
});

test("a second value takes the place of the first, but for folders", () => {
  const other = { ...repository, value: "c/d" };
  expect(withRepair([globs, repository], other)).toEqual([globs, other]);
  expect(withRepair([folder("/a")], folder("/b"))).toEqual([folder("/a"), folder("/b")]);
  expect(withRepair([folder("/a")], folder("/a"))).toEqual([folder("/a")]);
});
