import fc from "fast-check";
import { expect, test } from "vitest";
import { atCommand, readyLesson } from "../../test/kit/ready-lesson.ts";
import { judgeLesson } from "./match.ts";
import { mostScore } from "./relevance.ts";
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
