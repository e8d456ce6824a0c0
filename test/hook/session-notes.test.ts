import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviceIn, HookGround, session, silent } from "../kit/hook-ground.ts";

const spooled = "spool/sessions.jsonl";
const told = (ground: HookGround) =>
  ground.records(spooled).map(({ source, protocol, lessons }) => [source, protocol, lessons]);

test("a start is noted with what was told in it", () => {
  const ground = new HookGround([{ priority: 9 }, { injectOn: ["SessionStart"] }]);
  ground.event("SessionStart", { source: "startup" });
  ground.event("SubagentStart", { agent_id: "a7" });
  const start = {
    version: 1,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    agent: "claude-code",
    session,
    protocol: "full",
    tookMs: expect.any(Number),
  };
  expect(ground.records(spooled)).toEqual([
    { ...start, subagent: null, source: "startup", lessons: 2, card: [] },
    { ...start, subagent: "a7", source: null, lessons: 1, card: [] },
  ]);
});

test("what the settings, a resume or a pause left out was not told", () => {
  const ground = new HookGround([{ priority: 9 }], { config: { protocol: "short" } });
  ground.event("SessionStart", { source: "compact" });
  ground.event("SessionStart", { source: "resume" });
  writeFileSync(join(ground.home, "paused.json"), "{}");
  ground.event("SessionStart", { source: "clear" });
  ground.publish([{ priority: 9 }], { config: { protocol: "off" } });
  ground.event("SessionStart", { source: "fork" });
  expect(told(ground)).toEqual([
    ["compact", "short", 1],
    ["resume", "off", 1],
    ["clear", "short", 0],
    ["fork", "off", 0],
  ]);
});

test("a session that is told nothing is noted, too", () => {
  const ground = new HookGround([], { config: { protocol: "off" } });
  expect(ground.event("SessionStart", { source: "startup" })).toEqual(silent);
  expect(told(ground)).toEqual([["startup", "off", 0]]);
});

test("a spool on a full disk costs neither the answer nor what comes behind it", () => {
  const ground = new HookGround([], { config: { autoScanIntervalHours: 1 } });
  writeFileSync(join(ground.home, "hook/lessons.js"), "");
  mkdirSync(join(ground.home, "spool"));
  symlinkSync("/dev/full", join(ground.home, spooled));
  expect(adviceIn(ground.event("SessionStart").out, "SessionStart")).toContain("#lesson");
  expect(ground.log).toEqual([expect.stringMatching(/Z failed: ENOSPC at write/)]);
  expect(ground.names("")).toContain("last-scan");
});

test("who is switched off notes nothing", () => {
  const ground = new HookGround();
  ground.event("SessionStart", {}, { environment: { LESSONS_DISABLED: "1" } });
  expect(ground.names("spool")).toEqual([]);
});
