import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { missingPython } from "../scan/one-session.ts";
import { historyOfKnownEffects, works } from "../stats/known-effects.ts";

const golden = join(import.meta.dirname, "../golden/dashboard");

const stash = ["--command", "^git\\s+stash\\b"];

function nextOf(program: Program): unknown {
  return (program.json([]) as { next: { command: string } }).next.command;
}

test("on an empty store: what to do first", async () => {
  await expect(new Program().ok([])).toMatchFileSnapshot(join(golden, "empty.txt"));
});

test("what comes back, what waits, what was delivered and heeded, and one next step, on one screen", async () => {
  const { history, lessons } = historyOfKnownEffects();
  const { program } = history;
  history.session(42, [...missingPython("toolu_42"), ...works("toolu_42_x", "git push --force")]);
  history.delivered(lessons.python, 42, "toolu_42");
  history.begun(42);
  program.ok(["scan"]);
  program.addLesson("waits", "--status", "candidate");
  const out = program.ok([]);
  await expect(out).toMatchFileSnapshot(join(golden, "in-use.txt"));
  expect(out.split("\n").length).toBeLessThan(24);
  expect(program.ok(["dashboard"])).toBe(out);
});

test("--json has the same, whichever way it is asked for", () => {
  const program = new Program();
  program.addLesson("stash", ...stash);
  program.addLesson("waits", "--status", "candidate");
  const report = program.json([]);
  expect(report).toEqual({
    type: "lessons-dashboard",
    version: 1,
    isEmpty: false,
    lessons: { candidate: 1, reviewed: 0, active: 1, archived: 0 },
    setup: {
      way: "none",
      files: [],
      areHooksOff: false,
      isIgnored: false,
      problem: null,
      others: [],
    },
    pause: null,
    isSwitchedOff: false,
    lastSession: null,
    deliveries: { count: 0, lessons: 0, sessions: 0, held: 0, isPartial: false, lastAt: null },
    effects: { delivered: 0, sessions: 0, heeded: 0, fixed: 0, repeated: 0 },
    comesBack: { count: 0, sessions: 0, failedCalls: 0, retries: 0, msUntilFixed: 0, worst: [] },
    waiting: { first: 1, maybe: 0 },
    needsYou: {
      count: 1,
      counts: { candidates: 1, learned: 0, doubtful: 0, unchecked: 0, stale: 0, gates: 0 },
      lessons: [],
    },
    refusedReports: { count: 0, newest: null },
    upkeep: null,
    next: { command: "lessons init", why: "connect your agents, so that they see your lessons" },
  });
  expect(JSON.parse(program.ok(["dashboard", "--json"]))).toEqual(report);
});

test("the next step: what keeps lessons from coming, then what waits, then what could be better", () => {
  const program = new Program();
  expect(nextOf(program)).toBe("lessons start");
  program.addLesson("waits", "--slug", "waits-0000", "--status", "candidate");
  expect(nextOf(program)).toBe("lessons review");
  program.addLesson("stash", ...stash);
  expect(nextOf(program)).toBe("lessons init");
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  expect(nextOf(program)).toBe("lessons review");
  program.ok(["edit", "waits-0000", "status", "active"]);
  expect(nextOf(program)).toBe("lessons start");
  program.ok(["pause"]);
  expect(nextOf(program)).toBe("lessons pause --off");
  program.ok(["resume"]);
  writeFileSync(join(program.home, ".claude/settings.json"), "{");
  expect(nextOf(program)).toBe("lessons init");
});

test("a CRITICAL lesson whose call was made and which did not come is named with why, and is the next step", () => {
  const { history } = historyOfKnownEffects();
  const { program } = history;
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  history.session(42, works("toolu_42", "git push --force"));
  history.begun(42);
  program.ok(["scan"]);
  expect(oneLine(program.ok([]))).toContain(
    "CRITICAL, but not shown: force-0000. The hook did not show it. To find out why: lessons doctor",
  );
  expect(nextOf(program)).toBe("lessons show force-0000");
});

test("--help still helps, and flags alone are the dashboard's", () => {
  const program = new Program();
  expect(program.ok(["--help"])).toContain("Everyday");
  expect(program.ok(["--no-color"])).toBe(program.ok([]));
  expect(program.run(["--nonsense"])).toMatchObject({ status: 2 });
});
