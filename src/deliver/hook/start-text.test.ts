import { expect, test } from "vitest";
import { sampleLesson } from "../../../test/kit/delivery-samples.ts";
import { composeStart } from "./start-text.ts";
import { renderLesson } from "../text/lesson-text.ts";
import { protocolText } from "../../capture/reports/protocol.ts";

const golden = "../../../test/golden/delivery";
const nothing = { lessons: [], leftOut: 0, needs: {} };
const lesson = renderLesson(sampleLesson("warning", { priority: 9 }), { sessions: 2 }).text;

test("a session that starts reads this", async () => {
  const text = composeStart({
    lessons: [lesson],
    leftOut: 3,
    needs: { candidates: 5, learned: 1, gates: 1 },
    paused: { until: "2026-11-02T14:00:00.000Z" },
    protocol: protocolText("full"),
  });
  await expect(`${text}\n`).toMatchFileSnapshot(`${golden}/session-start.md`);
});

test("a subagent that starts reads this", async () => {
  const text = composeStart({
    lessons: [lesson],
    leftOut: 1,
    protocol: protocolText("short"),
  });
  await expect(`${text}\n`).toMatchFileSnapshot(`${golden}/subagent-start.md`);
});

test("nothing to say is empty", () => {
  expect(composeStart(nothing)).toBe("");
  expect(composeStart({ ...nothing, protocol: "" })).toBe("");
});

test("what is counted is said in one line each", () => {
  expect(composeStart({ ...nothing, leftOut: 1, needs: { doubtful: 1 }, paused: {} })).toBe(
    [
      "## Lessons from your history",
      "",
      "1 more lesson is not shown here: lessons list --status active",
      "Lessons are paused. To resume: lessons pause --off",
      "1 thing needs the user (1 doubtful fact): lessons",
    ].join("\n"),
  );
});
