import fc from "fast-check";
import { expect, test } from "vitest";
import { atCommand, readyLesson } from "../../test/kit/ready-lesson.ts";
import { judgeLesson } from "./match.ts";
import { leastWords, mostScore } from "./relevance.ts";
import { law } from "../../test/kit/law.ts";

test.each([
  [{ priority: 2, toolNames: ["Bash"], commandPatterns: ["^git"], actionKeywords: ["push"] }, 475],
  [{ priority: 5, actionKeywords: ["push"], contextKeywords: ["release"] }, 600],
  [{ priority: 7, toolNames: ["Bash"], commandPatterns: ["^git"] }, 1350],
  [{ priority: 10, toolNames: ["Bash"] }, 0],
  [{ priority: 10, actionKeywords: [" "] }, 0],
])("%j can reach %d", (draft, most) => {
  expect(mostScore(readyLesson(draft))).toBe(most);
});

test("law: no call gives a lesson more, and a call with everything it asks for gives it that", () => {
  const some = (...values: string[]) => fc.subarray(values);
  fc.assert(
    fc.property(
      fc.record({
        priority: fc.integer({ min: 1, max: 10 }),
        toolNames: some("Bash"),
        commandPatterns: some("^git", "push"),
        actionKeywords: some("push", "deploy", " "),
        contextKeywords: some("release", "main"),
      }),
      fc.constantFrom("git push", "git", "ls"),
      some("we push", "and deploy", "the release", "to main"),
      (draft, command, recentMessages) => {
        const lesson = readyLesson(draft);
        const most = mostScore(lesson);
        const everything = ["push deploy release main"];
        expect(
          judgeLesson(lesson, atCommand(command, { recentMessages }), 700).score,
        ).toBeLessThanOrEqual(most);
        expect(
          judgeLesson(lesson, atCommand("git push", { recentMessages: everything }), 700).score,
        ).toBe(most);
      },
    ),
    law(),
  );
});

test.each([
  [{ priority: 5, toolNames: ["Bash"], contextKeywords: ["a", "b", "c"] }, 2],
  [{ priority: 7, contextKeywords: ["a", "b", "c"] }, 1],
  [{ priority: 7, toolNames: ["Bash"], commandPatterns: ["^git"], actionKeywords: ["a"] }, 0],
  // The pattern alone is not enough: keywords that nobody says count against it.
  [{ priority: 5, commandPatterns: ["^git"], actionKeywords: ["a", "b"] }, 1],
  [{ priority: 2, toolNames: ["Bash"], actionKeywords: ["a"] }, 2],
])("%j comes with %d of its words", (draft, least) => {
  expect(leastWords(readyLesson(draft), 700)).toBe(least);
});

test("law: with fewer of its words no call brings a lesson, and with so many of them one does", () => {
  const [actions, context] = [
    ["push", "deploy", "tag"],
    ["release", "main", "notes"],
  ];
  fc.assert(
    fc.property(
      fc.record({
        priority: fc.integer({ min: 1, max: 10 }),
        toolNames: fc.subarray(["Bash"]),
        commandPatterns: fc.subarray(["^git"]),
        actionKeywords: fc.subarray(actions),
        contextKeywords: fc.subarray(context),
      }),
      (draft) => {
        const lesson = readyLesson(draft);
        const least = leastWords(lesson, 700);
        const firing = subsetsOf([...draft.actionKeywords, ...draft.contextKeywords]).filter(
          (said) => judgeLesson(lesson, atCommand("git x", { recentMessages: said }), 700).fires,
        );
        const declared = draft.actionKeywords.length + draft.contextKeywords.length;
        const fewest = Math.min(declared + 1, ...firing.map(({ length }) => length));
        expect(least).toBe(fewest);
      },
    ),
    law(),
  );
});

function subsetsOf(words: readonly string[]): readonly (readonly string[])[] {
  return words.reduce<readonly (readonly string[])[]>(
    (sets, word) => [...sets, ...sets.map((set) => [...set, word])],
    [[]],
  );
}
