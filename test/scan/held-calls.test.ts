import { expect, test } from "vitest";
import { holdReason } from "../../src/agents/our-text/hold-reason.ts";
import { backtestLogs } from "../../src/measure/backtest/backtest.ts";
import { eachLogOfCalls, eachReplayCall } from "../../src/capture/ledger/replay-calls.ts";
import { listCalls } from "../../src/capture/ledger/calls.ts";
import type { Step, Story } from "../adapters/scribe.ts";
import { readyLesson } from "../kit/ready-lesson.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";

const held = (callId: string): Step => ({
  step: "refused-shell",
  callId,
  command: "git stash",
  reason: holdReason(
    "### HIGH pitfall: git stash leaves untracked files behind",
    "git stash leaves untracked files behind → use git stash -u",
  ),
});
const told: Story = [
  held("a"),
  { step: "shell", callId: "b", command: "git stash -u", exitStatus: 0, output: "Saved" },
  held("c"),
  held("d"),
];

test("a call that we held has not failed, and nothing is learned of it", () => {
  const { context, report } = scanned();
  expect({ calls: report.calls, failures: report.failures }).toEqual({ calls: 4, failures: [] });
  expect(listCalls(context.database, { limit: 10 }).byOutcome).toEqual({ rejected: 3, ok: 1 });
  expect(
    [...eachReplayCall(context.database)].map(({ treatment }) => treatment === "held"),
  ).toEqual([true, false, true, true]);
  expect(report.candidates).toMatchObject({ created: 0 });
});

test("a lesson that holds calls does not prove itself by the calls that it held", () => {
  const { context } = scanned();
  const lesson = readyLesson({
    toolNames: ["Bash"],
    commandPatterns: ["^git\\s+stash\\b(?!.*-u)"],
  });
  const [backtest] = backtestLogs([lesson], eachLogOfCalls(context.database, {}), {
    threshold: 700,
  }).values();
  expect({
    fired: backtest?.replay.fired,
    failed: backtest?.replay.failed,
    stopped: backtest?.stopped,
  }).toEqual({ fired: 3, failed: 0, stopped: 3 });
});

test("a person who speaks after a held call has interrupted nobody", () => {
  const { context } = scanned([
    held("a"),
    { step: "person-says", text: "the server is in ../backend" },
    { step: "agent-says", text: "On it." },
  ]);
  const { context: other } = scanned([
    { step: "shell", callId: "a", command: "git stash", exitStatus: 0, output: "Saved" },
    { step: "person-says", text: "the server is in ../backend" },
    { step: "agent-says", text: "On it." },
  ]);
  const episodes = ({ database }: typeof context) =>
    database.prepare("SELECT kind, verdict FROM episodes").all();
  expect(episodes(context)).toEqual(episodes(other));
});

function scanned(story: Story = told) {
  const home = new Home();
  home.write(session(1, story));
  const context = freshContext();
  return { context, report: home.scan(context) };
}
