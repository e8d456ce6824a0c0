import { expect, test } from "vitest";
import { commandTexts } from "../../match/moment.ts";
import { leadingWord } from "../../shell/word.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import { sliceLessons } from "./cache-files.ts";

test("a lesson about one program stands in that program's slice and in no other", () => {
  const lessons = [onProgram("git"), onProgram("npm"), readyLesson({ commandPatterns: ["x\\d"] })];
  const { buckets } = sliceLessons(lessons).scopes["global"] ?? { buckets: {} };
  expect(Object.keys(buckets["bash"]?.programs ?? {})).toEqual(["git", "npm"]);
  expect(buckets["bash"]).toHaveProperty("any");
});

test("with very many programs the index knows their first letters, and each lesson is still found", () => {
  const names = Array.from({ length: 1000 }, (_, number) => `p${number.toString(26)}q`);
  const lessons = names.map(onProgram);
  const { scopes, bytes } = sliceLessons(lessons);
  const { programs = {}, letters } = scopes["global"]?.buckets["bash"] ?? {};
  expect(letters).toBe(3);
  for (const [at, name] of names.entries()) {
    const [head = ""] = commandTexts(`${name} run`).map((text) => leadingWord(text));
    const [byte = 0, length = 0] = programs[head.slice(0, letters)] ?? [];
    const slice = JSON.parse(Buffer.from(bytes).toString("utf8", byte, byte + length));
    expect(slice.map(({ id }: ReadyLesson) => id)).toContain(lessons[at]?.id);
  }
});

function onProgram(name: string): ReadyLesson {
  return { ...readyLesson({ commandPatterns: [`^${name}\\b`] }), id: `lesson-${name}` };
}
