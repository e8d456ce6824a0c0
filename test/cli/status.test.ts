import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { missingPython } from "../scan/one-session.ts";
import { timeOf } from "../stats/history.ts";
import { historyOfKnownEffects, works } from "../stats/known-effects.ts";

const golden = join(import.meta.dirname, "../golden/status");

test("an empty home: what there is to do", async () => {
  await expect(timeless(new Program().ok(["status"]))).toMatchFileSnapshot(
    join(golden, "empty.txt"),
  );
});

test("everything set up and in use, on one screen", async () => {
  const program = new Program();
  program.addLesson("stash", "--slug", "stash-0000", "--command", "^git\\s+stash\\b");
  program.addLesson("blunt", "--slug", "blunt-0000", "--tool", "Bash", "--command", "\\d\\d");
  program.addLesson("waits", "--status", "candidate");
  program.addLesson("unsure", "--confidence", "0.3");
  mkdirSync(join(program.home, ".claude"));
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  note(program, daysAgo(1), "stash-0000", "one", "advise");
  note(program, daysAgo(0.5), "stash-0000", "two", "hold");
  note(program, daysAgo(9), "blunt-0000", "three", "advise");
  log(program, `${daysAgo(0.1)} slow: 140 ms`);
  program.ok(["pause", "--for", "1d"]);
  const out = timeless(program.ok(["status"]));
  await expect(out).toMatchFileSnapshot(join(golden, "in-use.txt"));
  expect(out.split("\n").length).toBeLessThan(24);
});

test("--json says the same", () => {
  const program = new Program();
  program.addLesson("stash", "--slug", "stash-0000", "--command", "^git\\s+stash\\b");
  expect(program.json(["status"])).toEqual({
    type: "lessons-status",
    version: 1,
    home: join(program.home, ".lessons"),
    lessons: { candidate: 0, reviewed: 0, active: 1, archived: 0 },
    needsYou: {
      count: 0,
      counts: { candidates: 0, learned: 0, doubtful: 0, unchecked: 0, stale: 0, gates: 0 },
      lessons: [],
    },
    scan: { logs: 0, readUpTo: null, startedAt: null },
    setup: {
      way: "none",
      files: [],
      areHooksOff: false,
      isIgnored: false,
      problem: null,
      others: [],
    },
    isSwitchedOff: false,
    pause: null,
    trial: null,
    compiled: {
      generatedAt: expect.any(String),
      isCurrent: true,
      damaged: [],
      lessons: 1,
      below: [],
      elsewhere: [],
      blunt: [],
    },
    lastSession: null,
    deliveries: { count: 0, lessons: 0, sessions: 0, held: 0, lastAt: null, isPartial: false },
    trouble: null,
    refusedReports: { count: 0, newest: null },
    upkeep: null,
  });
});

test("settings that changed after the last compilation make it out of date", () => {
  const program = new Program();
  program.addLesson("stash", "--command", "^git\\s+stash\\b");
  expect(program.ok(["status"])).not.toContain("out of date");
  expect(program.ok(["status", "--set", "minPriority=9"])).toContain(
    "out of date: lessons dev compile",
  );
});

test("delivery is called on only where lessons come", () => {
  const program = new Program();
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  const settings = join(program.home, ".claude", "settings.json");
  const delivery = () => /^agent +(.*)$/m.exec(program.ok(["status"]))?.[1];
  expect(delivery()).toBe("on: hooks in ~/.claude/settings.json");
  program.ok(["pause"]);
  expect(delivery()).toBe("paused: lessons pause --off");
  program.ok(["resume"]);
  program.environment["LESSONS_DISABLED"] = "1";
  expect(delivery()).toBe("switched off by LESSONS_DISABLED here");
  delete program.environment["LESSONS_DISABLED"];
  const text = readFileSync(settings, "utf8");
  writeFileSync(settings, text.replace("{", '{ "disableAllHooks": true,'));
  expect(delivery()).toBe("no hook runs: disableAllHooks is true in that file");
  writeFileSync(settings, text.replace("{", "{ // mine\n"));
  expect(delivery()).toBe("the agent ignores the file: it has comments or trailing commas");
});

test("old and unreadable notes say nothing, and a settings file that is none is named", () => {
  const program = new Program();
  note(program, daysAgo(9), "stash-0000", "one", "advise");
  note(program, daysAgo(-3), "stash-0000", "from a clock that was wrong", "advise");
  appendFileSync(join(program.home, ".lessons", "spool", "deliveries.jsonl"), '{"torn\n[]\n');
  log(program, `${daysAgo(2)} failed: x`);
  mkdirSync(join(program.home, ".claude"));
  writeFileSync(join(program.home, ".claude", "settings.json"), "{");
  const out = program.ok(["status"]);
  expect(out).toContain("last 7 days  nothing shown\n");
  expect(out).not.toContain("hook log");
  expect(out).toContain("not valid JSON");
});

function note(program: Program, at: string, slug: string, session: string, mode: string): void {
  const folder = join(program.home, ".lessons", "spool");
  mkdirSync(folder, { recursive: true });
  const entry = { version: 1, at, lesson: slug, slug, session, tool: "Bash", mode };
  appendFileSync(join(folder, "deliveries.jsonl"), `${JSON.stringify(entry)}\n`);
}

function log(program: Program, line: string): void {
  const folder = join(program.home, ".lessons", "log");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "hook.log"), `${line}\n`);
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** Without the minute at which the test runs. */
function timeless(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-01-01 12:00");
}

test("the last session that was read: what was delivered, what came of it, and which CRITICAL lesson did not come", () => {
  const { history, lessons } = historyOfKnownEffects();
  history.session(42, [...missingPython("toolu_42"), ...works("toolu_42_x", "git push --force")]);
  history.delivered(lessons.python, 42, "toolu_42");
  history.begun(42);
  history.program.ok(["scan"]);
  const why = "No agent is connected: run lessons init.";
  const { lastSession } = history.program.json(["status"]) as { lastSession: object };
  expect(lastSession).toEqual({
    begunAt: timeOf(42, 0),
    onCard: 0,
    delivered: 1,
    heeded: 1,
    repeated: 0,
    newCandidates: 0,
    missed: [{ slug: "force-0000", why }],
  });
  expect(oneLine(history.program.ok(["status"]))).toContain(
    `last session 1 delivered · 1 heeded CRITICAL, but not shown: force-0000. ${why}`,
  );
  expect(history.program.ok(["statusline"], { input: "" })).toContain(
    "last session: 1 heeded, CRITICAL force-0000 not shown",
  );
});
