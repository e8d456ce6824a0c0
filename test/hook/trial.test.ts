import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isWithheld } from "../../src/deliver/trial/assignment.ts";
import { adviceIn, HookGround, reasonIn, silent, stash } from "../kit/hook-ground.ts";
import type { ReadyDraft } from "../kit/ready-lesson.ts";

const push: ReadyDraft = { ...stash, commandPatterns: ["^git\\s+push\\b"], text: "### push" };
const noJq: ReadyDraft = {
  injectOn: ["PostToolUseFailure"],
  toolNames: ["Bash"],
  commandPatterns: ["^jq(?!\\S)"],
  hint: "Lesson from your history: `jq` is not installed here. Use `node -p` instead.",
};
const rule: ReadyDraft = { injectOn: ["SessionStart"], text: "### always read the README" };
const quiet = { protocol: "off" } as const;

/** Half of the sessions go without each of these lessons. */
function trialOf(...lessons: string[]) {
  return { id: "01J0000000000000000000TRYA", share: 500, lessons };
}

/** The first session that goes without these lessons, and with those. */
function sessionWith(trial: ReturnType<typeof trialOf>, without: string[], told: string[] = []) {
  for (let number = 0; ; number += 1) {
    const session = `session-${number}`;
    if (
      without.every((lesson) => isWithheld(trial, session, lesson)) &&
      !told.some((lesson) => isWithheld(trial, session, lesson))
    )
      return session;
  }
}

function started(ground: HookGround, session: string, source = "startup"): string {
  return ground.event("SessionStart", { session_id: session, source }).out;
}

function called(ground: HookGround, session: string, command: string, call = "toolu_01") {
  return ground.bash(command, { payload: { session_id: session, tool_use_id: call } });
}

function notes(ground: HookGround) {
  return ground
    .records("spool/trial.jsonl")
    .map(({ session, moment, call, with: told, without }) => [
      session,
      moment,
      call,
      told,
      without,
    ]);
}

test("at the call, a lesson comes in one session and is withheld in another; both are noted alike", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([stash], { config: quiet, trial });
  const [without, told] = [sessionWith(trial, ["L0"]), sessionWith(trial, [], ["L0"])];
  for (const session of [without, told]) started(ground, session);
  expect(called(ground, without, "git stash")).toEqual(silent);
  expect(adviceIn(called(ground, told, "git stash").out)).toContain("git stash leaves");
  expect(notes(ground)).toEqual([
    [without, "call", "toolu_01", [], ["L0"]],
    [told, "call", "toolu_01", ["L0"], []],
  ]);
  // Nothing was delivered where nothing was said.
  expect(ground.records("spool/deliveries.jsonl").map(({ session }) => session)).toEqual([told]);
  expect(ground.lines(`sessions/${without}/seen`)).toEqual([]);
});

test("what is withheld is claimed: a session is counted once, and later calls do not start Node", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([stash], { config: quiet, trial });
  const session = sessionWith(trial, ["L0"]);
  started(ground, session);
  called(ground, session, "git stash");
  const { starts } = ground;
  expect(called(ground, session, "git stash", "toolu_02")).toEqual(silent);
  expect(notes(ground)).toHaveLength(1);
  expect(ground.starts).toBe(starts);
});

test("with the error, it is withheld like any other, and no other line takes its place", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([noJq, { ...noJq, priority: 5, hint: "another line" }], {
    config: quiet,
    trial,
  });
  const [without, told] = [sessionWith(trial, ["L0"]), sessionWith(trial, [], ["L0"])];
  const failed = (session: string) =>
    ground.event(
      "PostToolUseFailure",
      {
        session_id: session,
        tool_name: "Bash",
        tool_input: { command: "jq . x" },
        tool_use_id: "toolu_09",
        error: "Exit code 127\nzsh: command not found: jq",
        is_interrupt: false,
      },
      { args: ["PostToolUseFailure", "bash"] },
    );
  for (const session of [without, told]) started(ground, session);
  expect(failed(without)).toEqual(silent);
  expect(adviceIn(failed(told).out, "PostToolUseFailure")).toBe(noJq.hint);
  expect(notes(ground)).toEqual([
    [without, "error", "toolu_09", [], ["L0"]],
    [told, "error", "toolu_09", ["L0"], []],
  ]);
});

test("a card line is withheld like any other, for subagents too, and nobody moves up", () => {
  const [jq, zsh] = ["01J0000000000000000000000A", "01J0000000000000000000000B"];
  const trial = trialOf(jq);
  const card = {
    machine: [
      { lessons: [jq], line: "`jq` is not installed", worth: 2 },
      { lessons: [zsh], line: "zsh: quote globs", worth: 1 },
    ],
  };
  const ground = new HookGround([], { config: quiet, trial, card });
  const session = sessionWith(trial, [jq]);
  const text = adviceIn(started(ground, session), "SessionStart");
  expect(text).toContain("zsh: quote globs");
  expect(text).not.toContain("jq");
  const subagent = ground.event("SubagentStart", { session_id: session, agent_id: "a1" }).out;
  expect(adviceIn(subagent, "SubagentStart")).not.toContain("jq");
  expect(ground.records("spool/sessions.jsonl").map(({ card: said }) => said)).toEqual([
    [zsh],
    [zsh],
  ]);
  expect(notes(ground)).toEqual([
    [session, "start", null, [], [jq]],
    [session, "start", null, [], [jq]],
  ]);
});

test("a lesson for the start is withheld at the start", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([rule], { config: quiet, trial });
  const [without, told] = [sessionWith(trial, ["L0"]), sessionWith(trial, [], ["L0"])];
  expect(started(ground, without)).toBe("");
  expect(started(ground, told)).toContain("always read the README");
});

test("what else comes does not depend on what is withheld: it keeps its room, and nobody moves up", () => {
  const drafts = [8, 7, 6, 5].map((priority): ReadyDraft => ({
    ...stash,
    priority,
    text: `### ${priority}`,
  }));
  const trial = trialOf("L0");
  const [without, told] = [sessionWith(trial, ["L0"]), sessionWith(trial, [], ["L0"])];
  const said = [without, told].map((session) => {
    const ground = new HookGround(drafts, {
      config: { ...quiet, maxLessonsPerInjection: 2 },
      trial,
    });
    started(ground, session);
    return [1, 2].map((call) =>
      adviceIn(called(ground, session, "git stash", `toolu_${call}`).out),
    );
  });
  const withoutFirst = said[1]?.map((text) => text.replace("\n\n### 8", ""));
  expect(said[0]).toEqual(withoutFirst);
});

test("a hold that is withheld refuses nothing, and the next in line comes", () => {
  const trial = trialOf("L0");
  const drafts = [
    { ...stash, delivery: "hold" as const, priority: 8 },
    { ...stash, text: "### another", priority: 7 },
  ];
  const ground = new HookGround(drafts, { config: quiet, trial });
  const [without, told] = [sessionWith(trial, ["L0"]), sessionWith(trial, [], ["L0"])];
  for (const session of [without, told]) started(ground, session);
  expect(reasonIn(called(ground, told, "git stash").out)).toContain("git stash leaves");
  expect(adviceIn(called(ground, without, "git stash").out)).not.toContain("git stash leaves");
  expect(notes(ground)).toEqual([
    [told, "call", "toolu_01", ["L0"], []],
    [without, "call", "toolu_01", [], ["L0"]],
  ]);
});

test("a fix that is withheld corrects nothing, and is noted at the same calls as one that corrects", () => {
  const trial = trialOf("L0");
  const python = {
    delivery: "fix" as const,
    commandPatterns: ["^python(?!\\S)"],
    fix: { from: "python", to: "python3", said: "python3 instead of python" },
  };
  const ground = new HookGround([python], { config: quiet, trial });
  const [without, told] = [sessionWith(trial, ["L0"]), sessionWith(trial, [], ["L0"])];
  for (const session of [without, told]) started(ground, session);
  expect(called(ground, without, "python x")).toEqual(silent);
  expect(called(ground, told, "python x").out).toContain("python3 x");
  expect(notes(ground)).toEqual([
    [without, "call", "toolu_01", [], ["L0"]],
    [told, "call", "toolu_01", ["L0"], []],
  ]);
});

test("lessons outside of the trial come as ever, and leave no note about it", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([stash, push], { config: quiet, trial });
  const session = sessionWith(trial, ["L0"]);
  started(ground, session);
  expect(adviceIn(called(ground, session, "git push").out)).toContain("### push");
  expect(notes(ground)).toEqual([]);
});

test.each(["resume", "fork", "compact"])(
  "a session that did not begin in the trial is no part of it: %s",
  (source) => {
    const trial = trialOf("L0");
    const ground = new HookGround([stash], { config: quiet, trial });
    const session = sessionWith(trial, ["L0"]);
    started(ground, session, source);
    expect(adviceIn(called(ground, session, "git stash").out)).toContain("git stash leaves");
    expect(notes(ground)).toEqual([]);
  },
);

test("a session stays in its trial when it is resumed, and leaves it when another trial runs or none", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([stash], { config: quiet, trial });
  const session = sessionWith(trial, ["L0"]);
  started(ground, session);
  started(ground, session, "resume");
  expect(called(ground, session, "git stash")).toEqual(silent);
  for (const next of [undefined, { ...trial, id: "01J0000000000000000000NEXT", share: 1000 }]) {
    const other = sessionWith(trial, ["L0"]);
    const later = new HookGround([stash], { config: quiet, trial });
    started(later, other);
    later.publish([stash], { config: quiet, trial: next });
    expect(adviceIn(called(later, other, "git stash").out)).toContain("git stash leaves");
  }
});

test("where nothing can be noted, nobody is counted, and what is not withheld comes all the same", () => {
  const trial = trialOf("L0");
  const ground = new HookGround([stash], { config: quiet, trial });
  const told = sessionWith(trial, [], ["L0"]);
  started(ground, told);
  const file = join(ground.home, "spool", "trial.jsonl");
  mkdirSync(file);
  chmodSync(file, 0o500);
  expect(adviceIn(called(ground, told, "git stash").out)).toContain("git stash leaves");
  expect(ground.log.at(-1)).toContain("failed: ");
});
