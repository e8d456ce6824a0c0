import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { projectOf } from "./sessions.ts";

test("the project of a chat and of a subagent's chat stands beside the folder of the chats", () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "chats", "parent"), { recursive: true });
  expect(projectOf(join(folder, "chats", "session-1.jsonl"))).toBeUndefined();
  writeFileSync(join(folder, ".project_root"), "/home/dev/project\n");
  expect(projectOf(join(folder, "chats", "session-1.jsonl"))).toBe("/home/dev/project");
  expect(projectOf(join(folder, "chats", "parent", "child.jsonl"))).toBe("/home/dev/project");
  expect(projectOf(join(folder, "elsewhere.jsonl"))).toBeUndefined();
});
