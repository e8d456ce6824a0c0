import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { sampleLesson } from "../../../test/kit/delivery-samples.ts";
import { renderLesson } from "../text/lesson-text.ts";
import { parseTag, type Tag } from "../../lesson/record/tag.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import {
  renderToolSkill,
  toolFolder,
  toolSkills,
  toolsWithSkill,
  writeToolSkills,
} from "./tool-skills.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import { law } from "../../../test/kit/law.ts";
import { freshFolder } from "../../../test/kit/store.ts";

const golden = join(import.meta.dirname, "../../../test/golden/delivery");

test("the skill of a tool reads like this, most important first", async () => {
  const lessons = [
    ready("checklist", { priority: 5 }),
    ready("pitfall", { priority: 9 }),
    ready("pattern", { priority: 5, confidence: 1 }),
  ];
  await expect(renderToolSkill("git", lessons)).toMatchFileSnapshot(join(golden, "tool-skill.md"));
});

test("a tool has a skill when enough lessons are about it", () => {
  const [one, two, three] = [tagged("tool:git"), tagged("tool:git", "tool:npm"), tagged("lang:go")];
  expect([...toolsWithSkill([one, two, three], 2)]).toEqual([["git", [one, two]]]);
  expect([...toolsWithSkill([one, two, three], 1).keys()]).toEqual(["git", "npm"]);
  expect([...toolsWithSkill([one, two, three], 0)]).toEqual([]);
});

test("skills count the project's own lessons, in a skill of that project", () => {
  const folder = join(freshFolder(), "cli-intel");
  const own: ReadyLesson = {
    ...tagged("tool:git"),
    slug: "own",
    scope: "project:ours",
    text: "own",
  };
  const lessons = [
    { ...tagged("tool:git"), text: "everywhere" },
    own,
    { ...own, slug: "other", scope: "project:theirs" as const, text: "theirs" },
    { ...own, slug: "third", scope: "project:theirs" as const, tags: ["tool:npm" as const] },
  ];
  const { skills, projectSkills } = toolSkills(folder, lessons, 2);
  expect(skills).toEqual({});
  expect(Object.keys(projectSkills)).toEqual(["project:ours", "project:theirs"]);
  expect(Object.keys(projectSkills["project:theirs"] ?? {})).toEqual(["git"]);
  const ours = projectSkills["project:ours"]?.["git"];
  expect(ours?.lessons).toBe(2);
  writeToolSkills(folder, lessons, 2);
  const page = readFileSync(ours?.path ?? "", "utf8");
  expect([page.includes("everywhere"), page.includes("own"), page.includes("theirs")]).toEqual([
    true,
    true,
    false,
  ]);
  // What no longer is one goes.
  writeToolSkills(folder, lessons.slice(0, 1), 2);
  expect(existsSync(ours?.path ?? "")).toBe(false);
});

test("more lessons than an agent would read are counted", () => {
  const lessons = Array.from({ length: 53 }, () => ready("pitfall", {}));
  expect(renderToolSkill("git", lessons)).toMatch(
    /\n\nand 3 more: lessons list --tag tool:git\n$/u,
  );
});

test("the folders of tools are names that every system takes, and no two are the same", () => {
  const folders = [
    "git",
    "docker-compose",
    "c",
    "c++",
    "c#",
    "a/../../b",
    "漢",
    "a".repeat(60),
  ].map(toolFolder);
  expect(folders.slice(0, 3)).toEqual(["git", "docker-compose", "c"]);
  expect(new Set(folders).size).toBe(folders.length);
});

const anyTool = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom("a", "b", "1", ".", "_", "+", "#", "@", "/", "-", "---"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 64,
  })
  .map((value) => parseTag(`tool:${value}`))
  .filter((tag): tag is Tag => tag !== undefined)
  .map((tag) => tag.slice("tool:".length));

test("text of a lesson is not run and attaches nothing when the skill is loaded", () => {
  const text = "### HIGH pitfall: x\n\nso !`rm y`, ```!rm y``` and @secret.txt";
  const skill = renderToolSkill("@git", [{ ...ready("pitfall", {}), text }]);
  expect(skill).toContain("# \\@git: lessons from your history\n");
  expect(skill).toContain("## HIGH pitfall: x\n\nso \\!`rm y`, ``` !rm y``` and \\@secret.txt\n");
});

test("whatever the tool is called, the frontmatter says so and its pattern finds the tool", () => {
  fc.assert(
    fc.property(anyTool, (tool) => {
      const skill = renderToolSkill(tool, [ready("pitfall", { priority: 8 })]);
      // As Claude Code finds the end of it: anywhere.
      const [, frontmatter = "", below] = /^---\n([^]*?)---([^]*)$/.exec(skill) ?? [];
      expect(below).toMatch(/^\n\n# /);
      const { name, metadata } = parse(frontmatter);
      expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/u);
      expect(metadata).toEqual({
        commandPatterns: [expect.any(String)],
        priority: 8,
        summary: `1 lesson about ${tool.replaceAll(/-{3,}/g, "—")}`,
      });
      expect(new RegExp(metadata.commandPatterns[0], "i").test(`run ${tool} now`)).toBe(true);
    }),
    law({ quick: 200, deep: 300 }),
  );
});

function tagged(...tags: readonly Tag[]): ReadyLesson {
  return { ...readyLesson({}), tags };
}

function ready(
  kind: "pitfall" | "checklist" | "pattern",
  changes: { readonly priority?: number; readonly confidence?: number },
) {
  const lesson = sampleLesson(kind, changes);
  const { text } = renderLesson(lesson, { sessions: 2, lastSeenAt: "2026-11-02T09:30:00.000Z" });
  const { slug, priority, confidence, tags } = lesson;
  return { slug, priority, confidence, tags, text };
}
