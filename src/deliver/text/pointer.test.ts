import { expect, test } from "vitest";
import { toolPointer } from "./pointer.ts";

test("a pointer says how many lessons there are and where", () => {
  expect(toolPointer("git", 7, "/home/me/.lessons/skills/cli-intel/git/SKILL.md")).toBe(
    "7 lessons about git may concern this call. They are together, most important first, in /home/me/.lessons/skills/cli-intel/git/SKILL.md",
  );
});

test("a pointer is one line, whatever the path", () => {
  expect(toolPointer("git", 7, "/a\n# b\u001B[31m/SKILL.md")).toBe(
    "7 lessons about git may concern this call. They are together, most important first, in /a # b/SKILL.md",
  );
});
