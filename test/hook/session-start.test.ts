import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { frameDelivery } from "../../src/agents/our-text/frame.ts";
import { protocolText } from "../../src/capture/reports/protocol.ts";
import { adviceIn, HookGround, session, silent, stash } from "../kit/hook-ground.ts";

const started = (ground: HookGround, source = "startup") =>
  adviceIn(ground.event("SessionStart", { source }).out, "SessionStart");

test.each(["startup", "clear", "compact", "fork"])("%s brings the protocol", (source) => {
  expect(started(new HookGround(), source)).toBe(frameDelivery([protocolText("full")]));
});

test("whoever resumes has the protocol, and where nothing is left to say nothing is printed", () => {
  const ground = new HookGround([stash]);
  expect(ground.event("SessionStart", { source: "resume" })).toEqual(silent);
});

test("the protocol is short, full or off as the settings say", () => {
  const ground = new HookGround([], { config: { protocol: "short" } });
  expect(started(ground)).toBe(frameDelivery([protocolText("short")]));
  ground.publish([], { config: { protocol: "off" } });
  expect(ground.event("SessionStart", { source: "startup" })).toEqual(silent);
  expect(ground.event("SubagentStart", { agent_id: "a1" })).toEqual(silent);
});

test("without a cache there is still the protocol", () => {
  const ground = new HookGround();
  const outcome = ground.event(
    "SessionStart",
    {},
    { environment: { LESSONS_HOME: join(ground.userHome, "new") } },
  );
  expect(adviceIn(outcome.out, "SessionStart")).toBe(frameDelivery([protocolText("full")]));
});

test("at most five CRITICAL lessons come, the most important first, and the rest is a count", () => {
  const critical = Array.from({ length: 6 }, (_, index) => ({ priority: index === 5 ? 10 : 9 }));
  const ground = new HookGround(
    [...critical, { priority: 5, injectOn: ["SessionStart" as const] }, { priority: 8 }],
    { config: { protocol: "off" }, needs: { candidates: 2 } },
  );
  expect(started(ground)).toBe(
    frameDelivery([
      "text 5",
      "text 0",
      "text 1",
      "text 2",
      "text 3",
      "text 6",
      "1 more lesson is not shown here: lessons list --status active\n" +
        "2 things need the user (2 candidates): lessons",
    ]),
  );
});

test("what is delivered nowhere is not shown at the start either, however much it matters", () => {
  const ground = new HookGround([{ priority: 10, injectOn: [] }], { config: { protocol: "off" } });
  expect(ground.event("SessionStart", { source: "startup" })).toEqual(silent);
});

test("what is shown at the start stays within the budget, and all of it within what the model is shown", () => {
  const long = { priority: 10, text: "ä".repeat(2500), shortText: "ö".repeat(100) };
  const ground = new HookGround([long, long, long, long, long], {
    config: { injectionBudgetBytes: 4096, protocol: "off" },
  });
  expect(Buffer.byteLength(started(ground).replace(/\n\n\d more[^\n]*$/, ""))).toBeLessThanOrEqual(
    4096,
  );
  ground.publish([long, long, long, long, long], { config: { injectionBudgetBytes: 65_536 } });
  expect(started(ground).length).toBeLessThan(10_000);
  expect(started(ground)).toContain(protocolText("full"));
});

test("a subagent gets the protocol and what is critical or meant for it, but no counts", () => {
  const ground = new HookGround(
    [{ priority: 9 }, { injectOn: ["SubagentStart"] }, { injectOn: ["SessionStart"] }],
    { needs: { candidates: 3 } },
  );
  const { status, out } = ground.event("SubagentStart", { agent_id: "a1", agent_type: "general" });
  expect(status).toBe(0);
  expect(adviceIn(out, "SubagentStart")).toBe(
    frameDelivery(["text 0", "text 1", protocolText("full")]),
  );
});

test("a pause is said at the start, and nothing is shown then", () => {
  const ground = new HookGround([{ priority: 10 }], { config: { protocol: "off" } });
  writeFileSync(join(ground.home, "paused.json"), '{"until":"2099-01-01T10:30:00.000Z"}');
  expect(started(ground)).toBe(
    frameDelivery([
      "Lessons are paused until 2099-01-01 10:30 UTC. To resume: lessons pause --off",
    ]),
  );
  writeFileSync(join(ground.home, "paused.json"), "{}");
  expect(started(ground)).toContain("are paused. To resume: lessons pause --off");
  writeFileSync(join(ground.home, "paused.json"), '{"until":"2020-01-01T00:00:00.000Z"}');
  expect(started(ground)).toBe(frameDelivery(["text 0"]));
});

test("a compaction forgets what is important enough to be told again, a resume nothing, a clear all", () => {
  const less = { ...stash, commandPatterns: ["^git\\s+push\\b"], priority: 6 };
  const ground = new HookGround([stash, less], { config: { protocol: "off" } });
  const told = () => ["git stash", "git push"].map((command) => ground.bash(command).out !== "");
  expect(told()).toEqual([true, true]);
  ground.event("SessionStart", { source: "resume" });
  expect(told()).toEqual([false, false]);
  ground.event("SessionStart", { source: "compact" });
  expect(told()).toEqual([true, false]);
  ground.event("SessionStart", { source: "clear" });
  expect(told()).toEqual([true, true]);
});

test("the threshold of a compaction is a setting", () => {
  const ground = new HookGround([stash], { config: { compactionReinjectionThreshold: 8 } });
  ground.bash("git stash");
  ground.event("SessionStart", { source: "compact" });
  expect(ground.bash("git stash")).toEqual(silent);
});

test("folders of sessions go after seven days without use, those of the cache, too", () => {
  const ground = new HookGround([stash]);
  const dayMs = 24 * 3_600_000;
  const places = ["sessions", "cache/current/sessions"].map((place) => join(ground.home, place));
  const make = (name: string, ageMs: number) => {
    for (const place of places) {
      mkdirSync(join(place, name), { recursive: true });
      const at = new Date(Date.now() - ageMs);
      utimesSync(join(place, name), at, at);
    }
  };
  make("fresh", 6 * dayMs);
  make("old", 8 * dayMs);
  make("of-a-wrong-clock", -400 * dayMs);
  ground.event("SessionStart");
  expect(ground.names("sessions")).toEqual([session, "fresh"]);
  expect(ground.names("cache/current/sessions")).toEqual(["fresh"]);
});

test("of more sessions than one start looks at, none stays for good", () => {
  const ground = new HookGround([]);
  for (let index = 0; index < 120; index += 1) {
    const place = join(ground.home, "sessions", `s${index}`);
    mkdirSync(place, { recursive: true });
    if (index >= 40) continue;
    utimesSync(place, 1_000_000, 1_000_000);
  }
  const old = () => ground.names("sessions").filter((name) => Number(name.slice(1)) < 40).length;
  for (let tries = 0; tries < 30 && old() > 0; tries += 1) ground.event("SessionStart");
  expect(old()).toBe(0);
});

test("a session that is told nothing leaves its note behind and no process", () => {
  const ground = new HookGround([stash]);
  ground.event("SessionStart");
  ground.bash("ls");
  expect(ground.names(`sessions/${session}`)).toEqual(["project.json"]);
  expect(ground.names("spool")).toEqual(["sessions.jsonl"]);
});

test("a folder with a name that no system takes is no project, and the session starts", () => {
  const ground = new HookGround([stash]);
  const { out } = ground.event("SessionStart", { cwd: `/${"é".repeat(2000)}`, source: "startup" });
  expect(out).toContain("SessionStart");
  expect(ground.log).toEqual([]);
});
