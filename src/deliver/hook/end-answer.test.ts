import { expect, test } from "vitest";
import { stopNotice } from "./end-answer.ts";

test("the person reads how many lessons were reported and how to review them", () => {
  expect([0, 1, 2].map(stopNotice)).toEqual([
    "",
    "1 lesson was reported in this answer. To review it: lessons scan, then lessons review",
    "2 lessons were reported in this answer. To review them: lessons scan, then lessons review",
  ]);
});
