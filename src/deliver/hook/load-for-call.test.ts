import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { matchLessons } from "../../match/match.ts";
import type { Moment, PlannedCall } from "../../match/moment.ts";
import type { Pattern } from "../../match/pattern/pattern.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { law } from "../../../test/kit/law.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import { workingDirectory } from "../../../test/prefilter/announced.ts";
import { callOf, commandWith } from "../../../test/prefilter/any-command.ts";
import { anyAsked, anyPattern, patternAskingFor } from "../../../test/prefilter/any-pattern.ts";
import { anyPlace, readingOf, writingOf } from "../../../test/prefilter/any-writing.ts";
import type { CacheIndex } from "../compile/cache-index.ts";
import { sliceLessons } from "../compile/slice-lessons.ts";
import { lessonsForCall } from "./load-for-call.ts";

const folder = mkdtempSync(join(tmpdir(), "lessons-load-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Keywords, of which some are said: in capitals, over two lines, inside a word, of other alphabets, short ones. */
const said: readonly (readonly string[])[] = [
  ["deploy"],
  ["rest"],
  ["Deploy It"],
  [" ploy "],
  ["été"],
  ["straße", "rest"],
  ["it"],
  ["k8s"],
  ["!"],
];

/** Several places and several texts that are asked for, lessons about them, and calls with them. */
const anyStory = fc
  .tuple(
    fc.array(anyPlace, { minLength: 2, maxLength: 5 }),
    fc.array(anyAsked, { minLength: 2, maxLength: 4 }),
  )
  .chain(([places, texts]) => {
    const asked = texts.flat();
    const anyText = fc.constantFrom(...texts).chain(patternAskingFor);
    const patterns = fc.array(fc.oneof(anyText, anyText, anyPattern), { maxLength: 2 });
    const anyLesson = fc.record({
      toolNames: fc.constantFrom<readonly string[]>([], [], ["Bash"], ["Edit", "Write"], ["*"]),
      scope: fc.constantFrom("global", "machine", "project:ours", "project:theirs"),
      globs: fc.subarray(places, { maxLength: 2 }),
      commandPatterns: patterns,
      contentPatterns: patterns,
      actionKeywords: fc.constantFrom<readonly string[]>([], [], ...said),
      contextKeywords: fc.constantFrom<readonly string[]>([], [], [], ...said),
    });
    return fc.record({
      lessons: fc.array(anyLesson, { minLength: 5, maxLength: 25 }).map((drafts) =>
        drafts.map(({ globs, commandPatterns, contentPatterns, ...draft }, index) => ({
          ...readyLesson({ pathPatterns: globs.map(({ glob }) => glob), priority: 9 }),
          ...draft,
          commandPatterns,
          contentPatterns,
          id: `id-${index}`,
          slug: `slug-${index}`,
        })),
      ),
      calls: fc.array(
        fc.oneof(
          commandWith(asked),
          callOf(["git", "push"]),
          fc.constantFrom(...places).chain(({ names }) => writingOf(names, asked)),
          fc.constantFrom(...places).chain(({ names }) => readingOf(names)),
        ),
        { minLength: 10, maxLength: 20 },
      ),
    });
  });

test("law: what is looked up delivers what matching all lessons one by one delivers", () => {
  fc.assert(
    fc.property(anyStory, fc.constantFrom(undefined, 1), ({ lessons, calls }, crowdFrom) => {
      const load = loaderOf(lessons, crowdFrom);
      for (const { call } of calls) {
        const moment = momentOf(call);
        const found = matchLessons(load(moment), moment, 500);
        expect(found).toEqual(matchLessons(lessons, moment, 500));
      }
    }),
    law({ quick: 150, deep: 1000 }),
  );
});

test.each<[string, Pattern, string]>([
  ["letters of another alphabet end a word", { source: "\\bx5", flags: "i" }, "\u212Ax5"],
  ["an edge behind a sign is no gap", { source: "\\.\\bgit", flags: "i" }, "a.git"],
  ["a word may end with the text", { source: "(?!\\S)|end\\b", flags: "i" }, "the end"],
  ["a slash in content is a sign like any other", { source: "a/b$", flags: "" }, "x/a/b"],
  ["a quote and a backslash are one sign each", { source: '\\\\"qu', flags: "" }, 'x\\"quoted'],
  ["several blanks are one", { source: "a\\s+b", flags: "" }, "xa \t\n bx"],
])("%s", (_, pattern, content) => {
  const lesson = { ...readyLesson({ priority: 9 }), contentPatterns: [pattern] };
  const moment = momentOf({ tool: "Write", paths: [], content });
  expect(matchLessons(loaderOf([lesson])(moment), moment, 500)).toHaveLength(1);
});

test.each([
  ["their last letters", (one: string, other: string) => `^git\\b.*[${one}][${other}]$`],
  ["their first letters", (one: string, other: string) => `^git [${one}][${other}]`],
  ["letters alone", (one: string, other: string) => `[${one}][^${other}\\s]$`],
])("of ten thousand lessons that only %s tell apart, a call reads few", (_, patternOf) => {
  const pairs = pairsOf("cdefghijklmnopqrstuvwxyz0123456789");
  const lessons = Array.from({ length: 10_000 }, (_each, number) => ({
    ...readyLesson({
      commandPatterns: [patternOf(pairs[number % pairs.length] ?? "", "st")],
      priority: 9,
    }),
    id: `id-${number}`,
    slug: `slug-${number}`,
  }));
  const right = {
    ...readyLesson({ commandPatterns: ["^git\\b.*[ab]s$"], priority: 9 }),
    id: "right",
  };
  const moment = momentOf({ tool: "Bash", paths: [], command: "git as --bs" });
  const read = loaderOf([...lessons, right])(moment);
  expect(read.length).toBeLessThan(200);
  expect(matchLessons(read, moment, 500)).toEqual(matchLessons([...lessons, right], moment, 500));
  expect(matchLessons(read, moment, 500).map(({ lesson }) => lesson.id)).toContain("right");
});

function pairsOf(letters: string): readonly string[] {
  return letters.split("").flatMap((one) => letters.split("").map((other) => `${one}${other}`));
}

function momentOf(call: PlannedCall): Moment {
  return {
    call,
    project: "project:ours",
    projectRoot: "/home/someone/work",
    workingDirectory,
    stack: [],
    recentMessages: ["the ÉTÉ\nSTRASSE", "please DEPLOY\n  it to \u212A8s"],
    workflows: [],
  };
}

function loaderOf(lessons: readonly ReadyLesson[], crowdFrom?: number) {
  const { scopes, bytes } = sliceLessons(lessons, crowdFrom);
  writeFileSync(join(folder, "lessons.bin"), bytes);
  // Of the index, only this is asked for.
  const index = { scopes } as CacheIndex;
  return (moment: Moment) =>
    lessonsForCall({ folder, index }, moment, moment.project).flatMap((load) => load());
}
