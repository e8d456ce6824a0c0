import { expect, test } from "vitest";
import { HookGround, silent, stash } from "../kit/hook-ground.ts";

const held = { ...stash, delivery: "hold" as const };
const noticeIn = (out: string): unknown => (out === "" ? undefined : JSON.parse(out).systemMessage);
const start = (ground: HookGround, source = "startup", environment = {}) =>
  noticeIn(ground.event("SessionStart", { source }, { environment }).out);

test("a held call says what and why in its first line, to the agent and to the person", () => {
  const { out } = new HookGround([held], { config: { notify: "holds" } }).bash("git stash");
  const line = "Held once: git stash leaves files behind → use git stash -u";
  const { hookSpecificOutput } = JSON.parse(out);
  expect(hookSpecificOutput.permissionDecisionReason.split("\n")[0]).toBe(line);
  expect(noticeIn(out)).toBe(`lessons: ${line}`);
});

test("the setting notify says what the person sees: nothing, held calls, or advice as well", () => {
  const seen = (["off", "holds", "all"] as const).map((notify) => {
    const ground = (draft: typeof stash) => new HookGround([draft], { config: { notify } });
    return {
      notify,
      start: start(ground(stash)),
      hold: noticeIn(ground(held).bash("git stash").out),
      advice: noticeIn(ground(stash).bash("git stash").out),
    };
  });
  const facts = "lessons: 1 fact for this project";
  const what = "git stash leaves files behind → use git stash -u";
  const hold = `lessons: Held once: ${what}`;
  expect(seen).toEqual([
    { notify: "off", start: undefined, hold: undefined, advice: undefined },
    { notify: "holds", start: facts, hold, advice: undefined },
    { notify: "all", start: facts, hold, advice: `lessons: ${what}` },
  ]);
});

test("a line that comes with the error is shown to whoever wants to see every delivered lesson", () => {
  const late = { ...stash, injectOn: ["PostToolUseFailure" as const], hint: "Use -u." };
  const shown = (["off", "holds", "all"] as const).map((notify) => {
    const failed = {
      tool_name: "Bash",
      tool_input: { command: "git stash" },
      tool_use_id: "toolu_01",
      error: "Exit code 1\nno",
    };
    const ground = new HookGround([late], { config: { notify } });
    const args = ["PostToolUseFailure", "bash"];
    const { out } = ground.event("PostToolUseFailure", failed, { args });
    return [JSON.parse(out).hookSpecificOutput.additionalContext, noticeIn(out)];
  });
  expect(shown).toEqual([
    ["Use -u.", undefined],
    ["Use -u.", undefined],
    ["Use -u.", "lessons: git stash leaves files behind → use git stash -u"],
  ]);
});

test("a session starts with how many facts hold here and how much needs the person", () => {
  const ground = new HookGround(
    [stash, { scope: "machine" }, { scope: "project:elsewhere" }, { scope: "global" }],
    { config: { notify: "holds" }, newCandidates: 3, needs: { candidates: 9, stale: 1 } },
  );
  expect(start(ground)).toBe(
    "lessons: 3 facts for this project · 10 need you (9 candidates, 1 stale lesson, 3 new): lessons review",
  );
  expect(start(ground, "startup", { CLAUDE_PLUGIN_ROOT: "/plugins/lessons" })).toContain(
    "3 new): /lessons:review",
  );
  expect(["resume", "compact"].map((source) => start(ground, source))).toEqual([
    undefined,
    undefined,
  ]);
});

test("where there is nothing to say nobody is bothered, and what needs the person is said to them", () => {
  const quiet = { notify: "holds", protocol: "off" } as const;
  expect(new HookGround([], { config: quiet }).event("SessionStart", {})).toEqual(silent);
  const { out } = new HookGround([], { config: quiet, needs: { doubtful: 1 } }).event(
    "SessionStart",
    {},
  );
  expect(JSON.parse(out)).toMatchObject({
    systemMessage: "lessons: 1 needs you (1 doubtful fact): lessons",
  });
});

test("a corrected call is shown like a held one, unless nothing is to be shown", () => {
  const said = "This call was corrected before it ran: `git stash -u` instead of `git stash`.";
  const fixed = {
    ...stash,
    delivery: "fix" as const,
    commandPatterns: ["^git stash(?! -u)"],
    fix: { from: "git stash", to: "git stash -u", said },
  };
  const seen = (["off", "holds"] as const).map((notify) => {
    const { out } = new HookGround([fixed], { config: { notify } }).bash("git stash");
    return [JSON.parse(out).hookSpecificOutput.updatedInput.command, noticeIn(out)];
  });
  expect(seen).toEqual([
    ["git stash -u", undefined],
    ["git stash -u", `lessons: ${said}`],
  ]);
});
