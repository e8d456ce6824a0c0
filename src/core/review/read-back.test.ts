import { expect, test } from "vitest";
import { parseDecision } from "./parse-decision.ts";
import { readBack } from "./read-back.ts";

test.each([
  [
    'approve 1 3, edit 2 summary "X" then approve, archive 5 "too niche"',
    "approve 1, 3; change the summary of 2 to “X”, then approve it; archive 5: too niche; the rest is skipped",
  ],
  ["approve 1, skip rest", "approve 1; the rest is skipped"],
  ["approve all", "approve all"],
  ["approve all except 3", "approve all except 3"],
  ["edit rest priority 8", "change the priority of the rest to “8”"],
  ["show 2", "show 2"],
  ["edit 2 priority 8", "change the priority of 2 to “8”"],
  [
    "approve 1 hold, expand 2 into git-stash",
    "approve 1 with hold; expand 2 into git-stash; the rest is skipped",
  ],
])("%j is read back as %j", (typed, reading) => {
  const parsed = parseDecision(typed);
  expect("acts" in parsed ? readBack(parsed.acts) : parsed).toBe(reading);
});
