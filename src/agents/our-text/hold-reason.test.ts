import { expect, test } from "vitest";
import { holdReason, isHold } from "./hold-reason.ts";

test("a held call gets the reason, and that it may be repeated", () => {
  expect(holdReason("### HIGH pitfall: x", "x fails → use y")).toBe(
    [
      "Held once: x fails → use y",
      "",
      "## Lessons from your history",
      "",
      "This call was held once and has not run, because the lesson below concerns it. Change the call, or make the same call again: it will go through.",
      "",
      "### HIGH pitfall: x",
    ].join("\n"),
  );
});

const reason = holdReason("### HIGH pitfall: x", "x fails → use y");

test("a lesson whose own words are our heading is still known as a hold", () => {
  expect(isHold(holdReason("x", "## Lessons from your history"))).toBe(true);
});

test("what logs kept from before the first line said why is still a hold", () => {
  expect(isHold(reason.slice(reason.indexOf("## Lessons")))).toBe(true);
});

test.each(["", "PreToolUse:Bash hook error: [lessons-hook]: ", "Denied by preToolUse hook: "])(
  "our reason is known behind what an agent's program puts before it: %j",
  (before) => {
    expect(isHold(`${before}${reason}`)).toBe(true);
  },
);

test.each([
  `Exit code 1\n${reason}`,
  `Error: Exit code 1 ${reason}`,
  `cat: notes: no such file\nnotes.md\n${reason}`,
  "PreToolUse:Bash hook error: [guard]: not here",
  "## Lessons from your history\n\n### HIGH pitfall: x",
  "",
])("what a program said is no hold: %j", (error) => {
  expect(isHold(error)).toBe(false);
});
