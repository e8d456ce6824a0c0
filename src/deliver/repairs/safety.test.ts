import { chmodSync, chownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { safetyProblem } from "./safety.ts";

function ground() {
  const home = realpathSync(freshFolder());
  const bin = join(home, "bin");
  mkdirSync(bin, { mode: 0o755 });
  const problem = (value: string, projects: readonly string[] = []) =>
    safetyProblem({ name: "path", value }, { userHome: home, projects });
  return { home, bin, problem };
}

test("a folder of the person that nobody else can write to is safe", () => {
  const { bin, problem } = ground();
  expect(problem(bin)).toBeUndefined();
});

test.each([
  ["is gone", "does not exist", (_: string, bin: string) => `${bin}/x`],
  [
    "is a file",
    "is not a folder",
    (_: string, bin: string) => {
      writeFileSync(join(bin, "x"), "");
      return join(bin, "x");
    },
  ],
  [
    "is a link",
    "is a link",
    (home: string, bin: string) => {
      symlinkSync(bin, join(home, "link"));
      return join(home, "link");
    },
  ],
  [
    "lets the group write",
    "other users can write",
    (_: string, bin: string) => {
      chmodSync(bin, 0o775);
      return bin;
    },
  ],
  [
    "stands in one that lets everybody write",
    "other users can write",
    (home: string, bin: string) => {
      chmodSync(home, 0o777);
      return bin;
    },
  ],
  [
    "stands in a repository",
    "inside the project",
    (home: string) => {
      mkdirSync(join(home, "p/.git"), { recursive: true, mode: 0o755 });
      mkdirSync(join(home, "p/bin"), { mode: 0o755 });
      return join(home, "p/bin");
    },
  ],
])("a folder that %s is not", (_, words, make) => {
  const { home, bin, problem } = ground();
  expect(problem(make(home, bin))).toContain(words);
});

test("a folder in a project that only we know is not, and a repository of the whole home does not count", () => {
  const { home, bin, problem } = ground();
  mkdirSync(join(home, ".git"));
  expect(problem(bin)).toBeUndefined();
  expect(problem(bin, [bin])).toContain("inside the project");
});

test("a folder of another user is not", () => {
  const { bin, problem } = ground();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(bin, 1, 1);
  // To everybody else the system's own is another user's.
  expect(problem(isRoot ? bin : "/usr/share")).toContain("belongs to another user");
});

test("the other repairs bring nothing that could be unsafe", () => {
  const place = { userHome: "/", projects: [] };
  expect(safetyProblem({ name: "zsh-globs", value: "" }, place)).toBeUndefined();
});
