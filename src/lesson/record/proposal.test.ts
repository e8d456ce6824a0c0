import { expect, test } from "vitest";
import { isProposalFlag, proposalFlag, proposalsFor, withProposals } from "./proposal.ts";
import { makeLesson } from "../add.ts";
import { countingSystem, gitStash } from "../../../test/kit/store.ts";

const lesson = {
  ...makeLesson(
    gitStash,
    { status: "candidate", by: "scanner", priority: 5, confidence: 0.85, source: "structured" },
    countingSystem(),
  ),
  priority: 5,
  confidence: 0.85,
};

test("what is proposed for a field as it is takes its place", () => {
  const flags = [
    proposalFlag({ field: "confidence", from: "0.85", to: "1" }),
    proposalFlag({ field: "priority", from: "5", to: "9" }),
    "needsHumanFix" as const,
  ];
  expect(withProposals({ ...lesson, flags })).toEqual({
    ...lesson,
    confidence: 1,
    priority: 9,
    flags: ["needsHumanFix"],
  });
});

test("what was proposed for another value is dropped", () => {
  const flags = [proposalFlag({ field: "priority", from: "3", to: "9" })];
  expect(proposalsFor({ ...lesson, flags })).toEqual([]);
  expect(withProposals({ ...lesson, flags })).toEqual({ ...lesson, flags: [] });
});

test.each([
  "proposes:priority=9->5",
  "proposes:priority=5->11",
  "proposes:confidence=0.5->2",
  "proposes:scope=global->project:x",
  "proposes:delivery=advise->hold",
  "proposes:priority=5",
])("%s is no proposal", (flag) => {
  expect(isProposalFlag(flag)).toBe(false);
});
