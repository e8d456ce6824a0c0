import fc from "fast-check";
import { expect, test } from "vitest";
import { makeLesson } from "../../src/lesson/add.ts";
import { countingSystem, gitStash, versionBump } from "../kit/store.ts";
import { bodyText } from "../../src/lesson/record/body.ts";
import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import { sentencesOf } from "../../src/platform/text-diff.ts";
import { expandLesson } from "../../src/review/expansion.ts";
import { law } from "../kit/law.ts";

function lesson(draft: LessonDraft): Lesson {
  const defaults = { priority: 5, confidence: 0.5, source: "manual", by: "person" } as const;
  return makeLesson(draft, { status: "active", ...defaults }, countingSystem());
}

test("of another kind, what is said first goes first and the rest to the end", () => {
  const decision = lesson({
    kind: "decision",
    summary: "stash",
    body: { context: "Stashes get lost.", decision: "Commit instead.", area: "git" },
  });
  expect(expandLesson(lesson(gitStash), decision).body).toEqual({
    mistake: "git stash only saves tracked files. Stashes get lost.",
    remediation: "use git stash -u. Commit instead.",
  });
  expect(expandLesson(lesson(versionBump), decision).body).toMatchObject({
    title: "Version bump",
    items: ["package.json", "CHANGELOG.md", "Commit instead."],
  });
});

test("a lesson that words alone call for gets no pattern, because it would fire less often", () => {
  const byWords = lesson({ ...gitStash, triggers: { actionKeywords: ["stash"] } });
  expect(expandLesson(byWords, lesson(gitStash)).triggers).toEqual(byWords.triggers);
});

const anyPitfall = fc
  .record({
    mistake: fc.array(fc.constantFrom("One.", "Two!", "three", "Four words are here."), {
      minLength: 1,
      maxLength: 4,
    }),
    remediation: fc.array(fc.constantFrom("Do a.", "Do b", "do c!"), {
      minLength: 1,
      maxLength: 3,
    }),
    area: fc.constantFrom("git", "npm"),
    tools: fc.subarray(["Bash", "Edit"]),
    commands: fc.subarray(["^a\\b", "^b\\b", "^c\\b"]),
    paths: fc.subarray(["**/*.ts", "**/*.md"]),
    scope: fc.constantFrom("global" as const, "project:one" as const, "project:two" as const),
  })
  .map(({ mistake, remediation, area, tools, commands, paths, scope }) =>
    lesson({
      kind: "pitfall",
      summary: "x",
      body: { mistake: mistake.join("\n"), remediation: remediation.join("\n"), area },
      triggers: { toolNames: tools, commandPatterns: commands, pathPatterns: paths },
      scope,
    }),
  );

test("nothing of the target is lost, and taking the same in again changes nothing", () => {
  fc.assert(
    fc.property(anyPitfall, anyPitfall, (target, subcase) => {
      const expanded = expandLesson(target, subcase);
      const said = sentencesOf(bodyText(expanded.kind, expanded.body)).map(plain);
      for (const sentence of sentencesOf(bodyText(target.kind, target.body)))
        expect(said).toContain(plain(sentence));
      for (const name of ["commandPatterns", "pathPatterns"] as const)
        expect(new Set(expanded.triggers[name])).toEqual(
          new Set([...target.triggers[name], ...subcase.triggers[name]]),
        );
      expect(expanded.triggers.toolNames.length === 0).toBe(target.triggers.toolNames.length === 0);
      expect(expandLesson(expanded, subcase)).toEqual(expanded);
    }),
    law(),
  );
});

function plain(sentence: string): string {
  return sentence.toLowerCase().replace(/[.!?]$/, "");
}
