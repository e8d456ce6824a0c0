import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { projectIdentity } from "./learning-place.ts";
import { remoteIdentity } from "./place.ts";

test.each([
  ["https://git.dev/Team/App.git", "git.dev/team/app"],
  ["https://git.dev/team/app", "git.dev/team/app"],
  ["https://git.dev/team/app/", "git.dev/team/app"],
  ["https://someone:secret@git.dev/team/app.git", "git.dev/team/app"],
  ["ssh://git@git.dev:2222/team/app.git", "git.dev/team/app"],
  ["git@git.dev:team/app.git", "git.dev/team/app"],
  ["git.dev:team/app", "git.dev/team/app"],
  ["git+ssh://git@git.dev/team/app", "git.dev/team/app"],
  ["https://git.dev/group/sub/app.git", "git.dev/group/sub/app"],
  ["  https://git.dev/team/app.git\n", "git.dev/team/app"],
  ["/srv/git/app.git", undefined],
  ["../app", undefined],
  ["file:///srv/git/app", undefined],
  ["", undefined],
  ["https://git.dev/", undefined],
])("the remote %j is %j", (remote, identity) => {
  expect(remoteIdentity(remote)).toBe(identity);
});

test("the remote that a log names holds, whatever is on this machine", () => {
  expect(projectIdentity("/nowhere", "git@git.dev:team/app.git")).toBe("git.dev/team/app");
});

test("a directory in a clone is what it was cloned from, however deep, and in a worktree too", () => {
  const root = freshFolder();
  git(root, "init", "-q");
  git(root, "remote", "add", "upstream", "https://git.dev/other/app");
  git(root, "remote", "add", "origin", "https://git.dev/team/app");
  const deep = join(root, "a", "b");
  mkdirSync(deep, { recursive: true });
  commit(root);
  const tree = join(freshFolder(), "tree");
  git(root, "worktree", "add", "-q", tree);
  expect([root, deep, join(root, "gone"), tree].map((place) => projectIdentity(place))).toEqual(
    Array.from({ length: 4 }, () => "git.dev/team/app"),
  );
});

test("a repository without a remote is known by its first commit, which every copy has", () => {
  const [root, copy] = [freshFolder(), freshFolder()];
  git(root, "init", "-q");
  commit(root);
  git(copy, "clone", "-q", root, ".");
  git(copy, "remote", "remove", "origin");
  commit(copy);
  expect(projectIdentity(root)).toMatch(/^root-[\da-f]{16}$/);
  expect(projectIdentity(copy)).toBe(projectIdentity(root));
});

test("a repository without a commit, and a directory without one, are known by their paths", () => {
  const [root, plain] = [freshFolder(), freshFolder()];
  git(root, "init", "-q");
  expect(projectIdentity(root)).toMatch(/^path-[\da-f]{12}$/);
  expect(projectIdentity(join(root, "x"))).toBe(projectIdentity(root));
  expect(projectIdentity(plain)).toMatch(/^path-[\da-f]{12}$/);
  expect(projectIdentity(plain)).not.toBe(projectIdentity(root));
  expect(projectIdentity("not/absolute")).toMatch(/^path-[\da-f]{12}$/);
});

test("what only looks like a repository ends nothing", () => {
  const folder = freshFolder();
  writeFileSync(join(folder, ".git"), "gitdir: /nowhere/at/all\n");
  expect(projectIdentity(folder)).toMatch(/^path-[\da-f]{12}$/);
  const other = freshFolder();
  mkdirSync(join(other, ".git"));
  writeFileSync(join(other, ".git", "config"), '[remote "origin"]\n\turl = \n');
  expect(projectIdentity(other)).toMatch(/^path-[\da-f]{12}$/);
});

function commit(folder: string): void {
  const who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@invalid"];
  git(folder, ...who, "commit", "-q", "--allow-empty", "-m", "something");
}

/** Without the settings of this machine. */
function git(folder: string, ...args: readonly string[]): void {
  execFileSync("git", ["-C", folder, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
}
