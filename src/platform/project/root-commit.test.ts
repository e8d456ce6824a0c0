import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { freshFolder } from "../../../test/kit/store.ts";
import { rootCommit } from "./root-commit.ts";

/** A PATH without git: what is found then was read from files. */
function withoutGit<Result>(work: () => Result): Result {
  const before = process.env["PATH"];
  process.env["PATH"] = "/nowhere";
  try {
    return work();
  } finally {
    process.env["PATH"] = before;
  }
}

const read = (root: string) => withoutGit(() => rootCommit(root));
const asked = (root: string) =>
  git(root, "rev-list", "--max-parents=0", "HEAD").trim().split("\n").toSorted()[0];

test.each([
  ["loose objects", () => {}],
  ["one pack, in which commits are stored as differences", packed],
  [
    "a pack and a tag beside it",
    (root: string) => (git(root, "tag", "-a", "v1", "-m", "v1"), packed(root)),
  ],
  ["branches in one file", (root: string) => git(root, "pack-refs", "--all")],
  ["no branch, only a commit", (root: string) => git(root, "checkout", "-q", "--detach", "HEAD~2")],
  ["a history with two beginnings", twoBeginnings],
  ["some commits in a pack and some not", (root: string) => (packed(root), commits(root, 2))],
  [
    "a line of settings that means nothing to us",
    (root: string) => git(root, "config", "x.y", "z"),
  ],
])("the first commit is read without git: %s", (_, change) => {
  const root = repository(6);
  change(root);
  expect(read(root)).toBe(asked(root));
});

test("in names of 64 digits, in a worktree, in a shallow clone, in one that shares its objects", () => {
  const long = repository(3, "--object-format=sha256");
  expect([read(long), read(long)?.length]).toEqual([asked(long), 64]);
  const root = repository(5);
  const [tree, shallow, sharing] = [0, 0, 0].map(() => join(freshFolder(), "copy"));
  git(root, "worktree", "add", "-q", tree ?? "");
  git(root, "clone", "-q", "--depth=2", `file://${root}`, shallow ?? "");
  git(root, "clone", "-q", "--shared", root, sharing ?? "");
  for (const copy of [tree, shallow, sharing]) expect(read(copy ?? "")).toBe(asked(copy ?? ""));
  expect(read(shallow ?? "")).not.toBe(read(root));
});

test("a repository without a commit has none, nor has one whose history is cut off", () => {
  const [empty, cut] = [repository(0), repository(3)];
  const first = asked(cut) ?? "";
  rmSync(join(cut, ".git/objects", first.slice(0, 2), first.slice(2)));
  expect([read(empty), read(cut)]).toEqual([undefined, undefined]);
});

test.each([
  ["commits that stand for others", (root: string) => git(root, "replace", "--graft", "HEAD~1")],
  [
    "a branch that stands for another",
    (root: string) => git(root, "symbolic-ref", "refs/heads/main", "refs/heads/real"),
  ],
])("what only git can say it is asked for: %s", (_, change) => {
  const root = repository(4);
  git(root, "branch", "real");
  change(root);
  expect([read(root), rootCommit(root)]).toEqual([undefined, asked(root)]);
});

test("law: whatever stands in a repository's files, nothing is thrown and nothing hangs", () => {
  const root = repository(8);
  packed(root);
  const files = ["HEAD", "packed-refs", "config", "objects/info/alternates", "shallow"];
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.uint8Array({ maxLength: 200 }), (name, bytes) => {
      const copy = freshFolder();
      execFileSync("cp", ["-r", join(root, ".git"), copy]);
      mkdirSync(join(copy, ".git/objects/info"), { recursive: true });
      appendFileSync(join(copy, ".git", name), bytes);
      const found = read(copy);
      expect(found === undefined || /^[\da-f]{40}$/.test(found)).toBe(true);
    }),
    law({ quick: 20, deep: 300 }),
  );
});

test("law: a damaged pack gives no commit, or its parents", () => {
  const root = repository(12);
  packed(root);
  const pack = packIn(root);
  const whole = readFileSync(pack);
  fc.assert(
    fc.property(
      fc.nat({ max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        rmSync(pack, { force: true });
        writeFileSync(pack, bytes);
        const found = read(root);
        expect(found === undefined || /^[\da-f]{40}$/.test(found)).toBe(true);
      },
    ),
    law({ quick: 100, deep: 2000 }),
  );
});

function repository(count: number, ...options: readonly string[]): string {
  const root = freshFolder();
  git(root, "init", "-q", "-b", "main", ...options);
  commits(root, count);
  return root;
}

/** With messages that are alike, so that git stores what differs. */
function commits(root: string, count: number): void {
  for (let number = 0; number < count; number += 1)
    git(root, "commit", "-q", "--allow-empty", "-m", `${"The same words. ".repeat(60)}${number}`);
}

function packed(root: string): void {
  git(root, "repack", "-q", "-a", "-d", "-f", "--depth=20", "--window=20");
  expect(git(root, "verify-pack", "-v", packIn(root))).toMatch(
    /^[\da-f]{40} commit \d+ \d+ \d+ \d+ [\da-f]{40}$/m,
  );
}

function packIn(root: string): string {
  const folder = join(root, ".git/objects/pack");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".pack")) ?? "");
}

function twoBeginnings(root: string): void {
  git(root, "checkout", "-q", "--orphan", "other");
  commits(root, 2);
  git(root, "merge", "-q", "--allow-unrelated-histories", "-m", "both", "main");
}

/** Without the settings of this machine. */
function git(folder: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@invalid"];
  return execFileSync("git", [...who, "-C", folder, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
}
