import fc from "fast-check";
import { expect, test } from "vitest";
import { makeLesson } from "../../src/lesson/add.ts";
import { countingSystem, gitStash, versionBump } from "../kit/store.ts";
import { bodyText } from "../../src/lesson/record/body.ts";
import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import { sentencesOf } from "../../src/platform/text-diff.ts";
import { expandLesson } from "../../src/review/expansion.ts";
import { makeReady } from "../../src/deliver/compile/make-ready.ts";
import { judgeLesson } from "../../src/match/match.ts";
import { law } from "../kit/law.ts";
import { atCommand } from "../kit/ready-lesson.ts";

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

const broad = "^git\\s+stash\\b";
const narrow = "^git\\s+stash\\b(?!.*\\s-u\\b)";

test("of two patterns for the same call the narrower stays, whichever comes in", () => {
  const about = (pattern: string) =>
    lesson({ ...gitStash, triggers: { toolNames: ["Bash"], commandPatterns: [pattern] } });
  for (const [one, other] of [
    [narrow, broad],
    [broad, narrow],
  ] as const)
    expect(expandLesson(about(one), about(other)).triggers.commandPatterns).toEqual([narrow]);
});

test("text is merged without repeating it, whatever marks and order it has", () => {
  const body = (remediation: string) =>
    lesson({
      kind: "pitfall",
      summary: "stash",
      body: { mistake: "It loses files.", remediation },
    });
  const merged = (one: string, other: string) => {
    const { body: said } = expandLesson(body(one), body(other));
    return "remediation" in said ? said.remediation : "";
  };
  const known = "Use `git stash -u` instead of `git stash`. (Worked 3 times.)";
  expect(merged(known, "use git stash -u instead of git stash. (Worked 2 times.)")).toBe(known);
  expect(merged(known, "Use git stash -u.")).toBe(known);
  expect(merged("Use git stash -u.", "Never use git stash -u.")).toBe(
    "Use git stash -u. Never use git stash -u.",
  );
  expect(merged("Use it.", "Commit first. Commit first!")).toBe("Use it. Commit first.");
});

test("a path and a content that belong together are not mixed with others", () => {
  const about = (triggers: LessonDraft["triggers"]) => lesson({ ...gitStash, triggers });
  const both = about({ pathPatterns: ["a/**"], contentPatterns: ["one"] });
  const path = about({ pathPatterns: ["b/**"] });
  expect(expandLesson(both, path).triggers).toEqual(both.triggers);
  expect(expandLesson(path, both).triggers).toEqual(path.triggers);
  const more = about({ pathPatterns: ["b/**"], contentPatterns: ["one"] });
  expect(expandLesson(both, more).triggers.pathPatterns).toEqual(["a/**", "b/**"]);
  const inZsh = about({ pathPatterns: ["c/**"], conditions: { shell: ["zsh"] } });
  expect(expandLesson(path, inZsh).triggers).toEqual(path.triggers);
});

test("the fixed form stays silent: whatever is taken in, it does not fire there", () => {
  const flags = ["-u", "--all", "--keep-index"];
  const anyCommand = fc
    .record({
      words: fc.constantFrom("git\\s+stash", "git\\s+push", "git", "npm\\s+ci"),
      without: fc.subarray(flags, { maxLength: 2 }),
      asked: fc.option(fc.constantFrom("-q", "origin"), { nil: undefined }),
    })
    .map(({ words, without, asked }) =>
      [
        `^${words}\\b`,
        asked === undefined ? "" : `(?=.*\\s${asked}(?!\\S))`,
        ...without.map((flag) => `(?!.*\\s${flag}(?!\\S))`),
      ].join(""),
    );
  const anyLesson = fc
    .array(anyCommand, { minLength: 1, maxLength: 3 })
    .map((commandPatterns) =>
      lesson({ ...gitStash, triggers: { toolNames: ["Bash"], commandPatterns } }),
    );
  const forms = ["git stash", "git push", "npm ci"].flatMap((start) =>
    flags.flatMap((flag) => [`${start} ${flag}`, `${start} -q ${flag}`, `${start} origin ${flag}`]),
  );
  const fires = (about: Lesson, command: string) =>
    judgeLesson(makeReady({ lesson: about, origin: { sessions: 0 } }), atCommand(command), 700)
      .fires;
  let silenced = 0;
  fc.assert(
    fc.property(anyLesson, anyLesson, (target, subcase) => {
      const expanded = expandLesson(target, subcase);
      for (const form of forms) {
        // A form with the fix: without it the target would fire.
        const [bare] = form.split(/ --?(?:u|all|keep-index)$/);
        if (!fires(target, bare ?? "") || fires(target, form)) continue;
        silenced += Number(fires(subcase, form));
        expect([form, fires(expanded, form)]).toEqual([form, false]);
      }
    }),
    law({ quick: 200, deep: 2000 }),
  );
  expect(silenced).toBeGreaterThan(10);
});

function plain(sentence: string): string {
  return sentence.toLowerCase().replace(/[.!?]$/, "");
}
