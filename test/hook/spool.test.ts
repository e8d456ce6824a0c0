import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HookGround, stash } from "../kit/hook-ground.ts";

const full = `${"x".repeat(99)}\n`.repeat(50_000);
const report = { last_assistant_message: "#lesson\nmistake: m\n#/lesson" };

test.each([
  ["deliveries.jsonl", (ground: HookGround) => ground.bash("git stash")],
  ["reports.jsonl", (ground: HookGround) => ground.event("Stop", report)],
  ["sessions.jsonl", (ground: HookGround) => ground.event("SessionStart")],
])("%s begins anew when it is full, and one older part is kept", (name, note) => {
  const ground = new HookGround([stash]);
  const file = join(ground.home, "spool", name);
  mkdirSync(join(ground.home, "spool"));
  writeFileSync(file, full);
  writeFileSync(`${file}.1`, "older\n");
  note(ground);
  expect(ground.records(`spool/${name}`)).toHaveLength(1);
  expect(readFileSync(`${file}.1`, "utf8") === full).toBe(true);
  expect(ground.names("spool")).toEqual([name, `${name}.1`]);
});

test("of ten that find it full at once none loses a line", async () => {
  const ground = new HookGround();
  const file = join(ground.home, "spool/reports.jsonl");
  mkdirSync(join(ground.home, "spool"));
  writeFileSync(file, full);
  const payload = JSON.stringify({ hook_event_name: "Stop", ...report });
  await Promise.all(
    Array.from({ length: 10 }, () => ground.rawAtOnce(payload, { args: ["Stop"] })),
  );
  const kept = ground.lines("spool/reports.jsonl.1").length;
  expect(kept + ground.lines("spool/reports.jsonl").length).toBe(50_010);
  expect(kept).toBeGreaterThanOrEqual(50_000);
});

test("a lock that somebody left behind delays it by one line", () => {
  const ground = new HookGround();
  const file = join(ground.home, "spool/reports.jsonl");
  mkdirSync(join(ground.home, "spool"));
  writeFileSync(file, full);
  writeFileSync(`${file}.lock`, "");
  utimesSync(`${file}.lock`, 1_000_000, 1_000_000);
  ground.event("Stop", report);
  ground.event("Stop", report);
  expect(ground.records("spool/reports.jsonl")).toHaveLength(1);
  expect(statSync(`${file}.1`).size).toBeGreaterThan(full.length);
});
