import { expect, test } from "vitest";
import { add, freshContext, gitStash } from "../../test/kit/store.ts";
import { lessonState } from "./shown-list.ts";

const fix = {
  how: "instead",
  from: "jq",
  to: "node -p",
  times: 1,
  repairs: 1,
  sessions: 1,
} as const;

test("what a scan counts does not make a lesson another one than was shown; another fix does", () => {
  const lesson = { ...add(freshContext(), gitStash), fix };
  const counted = { ...lesson, fix: { ...fix, times: 2, repairs: 3 }, about: "not-installed jq" };
  const other = { ...lesson, fix: { ...fix, to: "python3 -m json.tool" } };
  expect(lessonState(counted)).toBe(lessonState(lesson));
  expect(lessonState(other)).not.toBe(lessonState(lesson));
});
