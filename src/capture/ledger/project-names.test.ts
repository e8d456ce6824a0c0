import { expect, test } from "vitest";
import { namesOf, scopeProject } from "./project-names.ts";

test("a project is called as its repository, else as its folder", () => {
  const names = namesOf([
    { id: "github.com/acme/shop", folder: "/home/[user]/src/shop" },
    { id: "path-397e8b243079", folder: "/home/[user]/notes/.claude/worktrees/brave-fox" },
    { id: "path-41d597d6d772", folder: "D:\\work\\editor" },
  ]);
  expect([...names.values()]).toEqual(["shop", "notes", "editor"]);
});

test("two of one name get as much of their path as tells them apart", () => {
  const names = namesOf([
    { id: "path-000000000001", folder: "/home/[user]/work/cli" },
    { id: "path-000000000002", folder: "/home/[user]/play/cli" },
    { id: "github.com/acme/shop", folder: null },
  ]);
  expect([...names.values()]).toEqual(["work/cli", "play/cli", "shop"]);
});

test("the folder of most sessions names a project, and an unknown one keeps the end of its id", () => {
  const names = namesOf([
    { id: "path-000000000001", folder: "/home/[user]/shop" },
    { id: "path-000000000001", folder: "/home/[user]/elsewhere" },
  ]);
  expect([
    scopeProject("project:path-000000000001", names),
    scopeProject("project:github.com/acme/shop", names),
    scopeProject("machine", names),
  ]).toEqual(["shop", "shop", undefined]);
});
