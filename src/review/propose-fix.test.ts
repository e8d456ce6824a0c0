import { expect, test } from "vitest";
import { loneLesson } from "../../test/kit/lone-lesson.ts";
import { noTriggers } from "../lesson/record/triggers.ts";
import { type CallRecord, proposeForCall } from "./propose-fix.ts";

type Change = Parameters<typeof loneLesson>[0];

const fix = {
  how: "instead",
  from: "rtk bun",
  to: "bun",
  times: 61,
  repairs: 63,
  exact: 12,
  sessions: 60,
} as const;
const bun = (change: Change = {}) =>
  loneLesson({
    triggers: { ...noTriggers, injectOn: ["PreToolUse"], commandPatterns: ["^rtk\\s+bun(?!\\S)"] },
    fix,
    ...change,
  });

const record: CallRecord = {
  failed: 65,
  failedSessions: 63,
  worked: 0,
  examples: [
    {
      shown: "rtk bun run test",
      tool: "Bash",
      outcome: "error",
      agent: "claude-code",
      sessionId: "s",
      place: { log: 1, line: 1 },
    },
  ],
};
const alone = { otherHooks: [] };
const numbers = "It failed 65 of 65 times in 63 sessions";

test("a call that failed in several sessions, never worked and has one repair is offered a fix, with the numbers", () => {
  expect(proposeForCall(bun(), record, alone)).toEqual({
    fixProposal: `${numbers}; \`bun\` instead of \`rtk bun\` worked 61 of 63 times.`,
  });
});

test.each<[string, Change]>([
  ["the replacement was never all that a call needed", { fix: { ...fix, exact: 0 } }],
  ["less than nine in ten repairs are this one", { fix: { ...fix, times: 56 } }],
  ["the replacement came with a file", { source: "imported" }],
  ["the replacement is a step before", { fix: { ...fix, how: "first" } }],
  ["the replacement is more than words", { fix: { ...fix, to: "bun 'x y'" } }],
  ["the replaced words are in none of the calls", { fix: { ...fix, from: "rtk bunx" } }],
])("it is offered a hold where %s", (_, change) => {
  expect(proposeForCall(bun(change), record, alone)).toEqual({ holdProposal: `${numbers}.` });
});

test("it is offered a hold where another hook may have the last word", () => {
  expect(proposeForCall(bun(), record, { otherHooks: ["rtk hook"] })).toEqual({
    holdProposal: `${numbers}; another hook runs before shell calls (rtk hook) and may override a fix.`,
  });
});

test.each<[string, Change, Partial<CallRecord>]>([
  ["it worked once", {}, { worked: 1 }],
  ["it failed in one session", {}, { failedSessions: 1 }],
  ["nothing is known to work", { fix: undefined }, {}],
  ["it is corrected already", { delivery: "fix" }, {}],
  ["it is not for calls", { triggers: { ...noTriggers, injectOn: ["SessionStart"] } }, {}],
])("nothing is offered where %s", (_, change, seen) => {
  expect(proposeForCall(bun(change), { ...record, ...seen }, alone)).toEqual({});
});
