import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { shortHash } from "../../src/lesson/record/short-hash.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { eachDelivery } from "../../src/deliver/spool/deliveries.ts";
import { sessionStarts } from "../../src/deliver/spool/session-starts.ts";
import { sessionFacts } from "../adapters/scribe.ts";
import { Program } from "../kit/program.ts";
import { noon } from "../kit/store.ts";
import { Home } from "../scan/home.ts";
import { missingPython, session } from "../scan/one-session.ts";
import { sessionIdOf } from "../scan/written-session.ts";

const sessionId = sessionIdOf(1);

test("what the hook delivers is in the store behind the next scan, at the call in the log", () => {
  const program = withLesson();
  hook(program, "SessionStart", { source: "startup" });
  hook(program, "PreToolUse", call("toolu_1"));
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  expect(program.json(["scan", "--auto"])["spool"]).toEqual({
    deliveries: 1,
    starts: 1,
    skipped: 0,
  });
  const database = openDatabase(storeOf(program), noon);
  expect([...eachDelivery(database)]).toMatchObject([
    {
      slug: expect.stringContaining("python"),
      agent: "claude-code",
      sessionId,
      tool: "Bash",
      mode: "advise",
      form: "full",
      call: { log: 1, ordinal: 0, line: 2, thread: null },
    },
  ]);
  expect(sessionStarts(database)).toMatchObject([
    { sessionId, protocol: "full", lessons: 0, model: sessionFacts.model },
  ]);
  database.close();
});

test("notes are taken over when no log is new, and by the look around", () => {
  const program = withLesson();
  hook(program, "PreToolUse", call("toolu_1"));
  expect(program.ok(["scan"])).toContain("No session logs found.");
  expect(counts(program)).toEqual({ deliveries: 1, starts: 0 });
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  hook(program, "SessionStart", { source: "startup" });
  program.ok(["start"]);
  expect(counts(program)).toEqual({ deliveries: 1, starts: 1 });
});

test("a dry run takes nothing over", () => {
  const program = withLesson();
  hook(program, "PreToolUse", call("toolu_1"));
  expect(program.json(["scan", "--dry-run"])["spool"]).toMatchObject({ deliveries: 1 });
  expect(counts(program)).toEqual({ deliveries: 0, starts: 0 });
});

test("a scan keeps the ids of calls, hashed", () => {
  const program = withLesson();
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  program.ok(["scan", "--auto"]);
  const database = openDatabase(storeOf(program), noon);
  const keys = database.prepare("SELECT id_key FROM calls ORDER BY ordinal").all();
  expect(keys.map((row) => row["id_key"])).toEqual(["toolu_1", "toolu_1-fix"].map(shortHash));
  database.close();
});

function withLesson(): Program {
  const program = new Program();
  // A scan that the start of a session starts in the background would take over first what these tests count.
  program.ok(["config", "set", "autoScanIntervalHours", "0"]);
  program.addLesson("python is python3 here", "--tool", "Bash", "--command", "^python\\b");
  return program;
}

const call = (id: string) => ({
  tool_name: "Bash",
  tool_input: { command: "python build.py" },
  tool_use_id: id,
});

function hook(program: Program, event: string, payload: object): void {
  const launcher = join(import.meta.dirname, "../../plugin/hooks/lessons-hook");
  const whole = { session_id: sessionId, cwd: program.home, hook_event_name: event, ...payload };
  const { status } = spawnSync("sh", [launcher, event, "bash"], {
    input: JSON.stringify(whole),
    env: program.environment,
  });
  expect(status).toBe(0);
}

function storeOf(program: Program): string {
  return join(program.home, ".lessons", "lessons.db");
}

function counts(program: Program) {
  const database = new DatabaseSync(storeOf(program), { readOnly: true });
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"]);
  const found = { deliveries: count("deliveries"), starts: count("session_starts") };
  database.close();
  return found;
}
