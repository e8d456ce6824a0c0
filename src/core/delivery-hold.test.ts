import { expect, test } from "vitest";
import { holdReason } from "./delivery-hold.ts";

test("a held call is told why, and that it may be repeated", () => {
  expect(holdReason("### HIGH pitfall: x")).toBe(
    [
      "## Lessons from your history",
      "",
      "This call was held once and has not run, because the lesson below concerns it. Change the call, or make the same call again: it will go through.",
      "",
      "### HIGH pitfall: x",
    ].join("\n"),
  );
});
