import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { protocolText } from "../../src/capture/reports/protocol.ts";
import { HookGround, session, silent } from "../kit/hook-ground.ts";

const hourly = { config: { autoScanIntervalHours: 1 } };

/** In the place of the program: it writes down what it was asked for, slowly. */
function recordScans(ground: HookGround): () => readonly string[][] {
  const file = join(ground.userHome, "scans");
  const program = `
    const { appendFileSync } = require("node:fs");
    const known = Object.keys(process.env).filter((name) => /KEY|TOKEN/.test(name));
    appendFileSync(${JSON.stringify(file)}, JSON.stringify([...process.argv.slice(2), ...known]) + "\\n");
    setTimeout(() => {}, 3000);
  `;
  writeFileSync(join(ground.home, "hook/lessons.js"), program);
  return () =>
    existsSync(file)
      ? readFileSync(file, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
}

test("a scan starts behind the session when the interval has passed, and nobody waits for it", async () => {
  const ground = new HookGround([], hourly);
  const scans = recordScans(ground);
  const begun = performance.now();
  ground.event("SessionStart", {}, { environment: { ANTHROPIC_API_KEY: "k", MY_TOKEN_DIR: "t" } });
  expect(performance.now() - begun).toBeLessThan(2500);
  await vi.waitFor(() => expect(scans()).toEqual([["scan", "--auto"]]), 5000);
  ground.event("SessionStart");
  const past = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(ground.home, "last-scan"), past, past);
  ground.event("SessionStart");
  await vi.waitFor(() => expect(scans()).toHaveLength(2), 5000);
});

test("of ten sessions that start at once one begins a scan", async () => {
  const ground = new HookGround([], hourly);
  const scans = recordScans(ground);
  const past = new Date(Date.now() - 2 * 3_600_000);
  writeFileSync(join(ground.home, "last-scan"), "");
  utimesSync(join(ground.home, "last-scan"), past, past);
  const payload = (id: number) =>
    JSON.stringify({ session_id: `s${id}`, cwd: "/", hook_event_name: "SessionStart" });
  await Promise.all(
    Array.from({ length: 10 }, (_, id) =>
      ground.rawAtOnce(payload(id), { args: ["SessionStart"] }),
    ),
  );
  await vi.waitFor(() => expect(scans().length).toBeGreaterThan(0), 5000);
  // Whoever comes now finds the mark of the one, so what was started is all there is.
  expect(ground.names("").filter((name) => name.startsWith("last-scan"))).toEqual(["last-scan"]);
  expect(scans()).toEqual([["scan", "--auto"]]);
});

test("a lock that somebody left behind does not stop scans for good", async () => {
  const ground = new HookGround([], hourly);
  const scans = recordScans(ground);
  writeFileSync(join(ground.home, "last-scan.lock"), "");
  utimesSync(join(ground.home, "last-scan.lock"), 1_000_000, 1_000_000);
  ground.event("SessionStart");
  ground.event("SessionStart");
  await vi.waitFor(() => expect(scans()).toHaveLength(1), 5000);
});

test("with an interval of 0 no scan starts by itself", () => {
  const ground = new HookGround();
  recordScans(ground);
  ground.event("SessionStart");
  expect(existsSync(join(ground.home, "last-scan"))).toBe(false);
});

test("the end of a session starts a scan of its transcript", async () => {
  const ground = new HookGround();
  const scans = recordScans(ground);
  const transcript = join(ground.userHome, "t one.jsonl");
  expect(ground.event("SessionEnd", { reason: "other", transcript_path: transcript })).toEqual(
    silent,
  );
  await vi.waitFor(() => expect(scans()).toEqual([["scan", "--auto", "--path", transcript]]), 5000);
  expect(ground.event("SessionEnd", { reason: "other" })).toEqual(silent);
});

const report = (mistake: string) =>
  `#lesson\ntool: Bash\ntrigger: git stash\nmistake: ${mistake}\nfix: use -u\ntags: tool:git\n#/lesson`;

test("reports in the last message go to the spool, redacted, and the person is told how many", () => {
  const ground = new HookGround();
  const secret = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;
  const message = `Done.\n\n${report("one")}\n\nand\n\n${report(`used ${secret} openly`)}\n`;
  const { status, out } = ground.event("Stop", { last_assistant_message: message });
  expect([status, JSON.parse(out)]).toEqual([
    0,
    {
      systemMessage:
        '2 lessons were reported in this answer: "one", "used [redacted:github-token] openly". To review them: lessons scan, then lessons review',
    },
  ]);
  const [first, second] = ground.records("spool/reports.jsonl");
  expect(first).toEqual({
    version: 1,
    at: expect.any(String),
    agent: "claude-code",
    session,
    report: report("one"),
  });
  expect(JSON.stringify(second)).not.toContain(secret.slice(0, 12));
});

test("a secret at the place where a long report is cut stays out, too", () => {
  const ground = new HookGround();
  const secret = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;
  const before = "#lesson\ntool: Bash\nmistake: ".length;
  for (const shift of [0, 6, 20, 40]) {
    const long = `${"x ".repeat((8192 - before - shift) / 2)} ${secret}`;
    ground.event("Stop", {
      last_assistant_message: `#lesson\ntool: Bash\nmistake: ${long}\n#/lesson`,
    });
  }
  const lengths = ground
    .records("spool/reports.jsonl")
    .map(({ report: kept }) => String(kept).length);
  expect(Math.max(...lengths)).toBe(8192);
  expect(ground.lines("spool/reports.jsonl").join("")).not.toContain("ghp_");
});

test("a report that the same message takes back is neither counted nor kept", () => {
  const ground = new HookGround();
  const message = `${report("one")}\n\n${report("two")}\n\n#lesson:cancel\n`;
  const { out } = ground.event("Stop", { last_assistant_message: message });
  expect(JSON.parse(out).systemMessage).toMatch(/^1 lesson was reported/);
  expect(ground.records("spool/reports.jsonl").map(({ report: kept }) => kept)).toEqual([
    report("one"),
  ]);
  const none = { last_assistant_message: `${report("three")}\n#lesson:cancel` };
  expect(ground.event("Stop", none)).toEqual(silent);
});

test("an answer without a report, or with the protocol's own example, says nothing", () => {
  const ground = new HookGround();
  expect(ground.event("Stop", { last_assistant_message: "All done." })).toEqual(silent);
  expect(ground.event("Stop", { last_assistant_message: protocolText("full") })).toEqual(silent);
  expect(ground.event("Stop")).toEqual(silent);
  expect(ground.names("spool")).toEqual([]);
});
