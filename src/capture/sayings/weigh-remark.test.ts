import { expect, test } from "vitest";
import { concessionIn } from "./weigh-remark.ts";

test.each([
  ["My mistake, that flag was never there.", "admits"],
  ["You're right, and I should have checked first.", "admits"],
  ["Sorry about that. Moving it.", "admits"],
  ["You’re absolutely right!", "yields"],
  ["Ah, you are right. Let me fix it.", "yields"],
  ["Correct. It only compiles.", "yields"],
  ["Good catch — fixing it now.", "praises"],
  ["Fair enough, dropping it.", "praises"],
  ["Got it, no more mocks.", "obeys"],
  ["Understood. I'll leave it alone.", "obeys"],
  ["Let me read the file first.", undefined],
  ["Good question! It reads the cache.", undefined],
  ["", undefined],
])("%s → %s", (answer, concession) => {
  expect(concessionIn(answer)).toBe(concession);
});

test("only the beginning of an answer concedes", () => {
  expect(concessionIn(`${"I changed the parser. ".repeat(20)}You're right.`)).toBeUndefined();
});
