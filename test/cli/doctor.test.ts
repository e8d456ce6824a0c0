import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ledgerCall, keepLedger } from "../kit/ledger.ts";
import { oneLine, preparedOnce, Program } from "../kit/program.ts";
import { makeForeignDatabase } from "../kit/store.ts";
import { law } from "../kit/law.ts";

interface Found {
  readonly area: string;
  readonly check: string;
  readonly severity: string;
  readonly text: string;
  readonly hint: string;
  readonly slugs: readonly string[];
  readonly canFix: boolean;
}

/** A home in which everything is as it should be, set up just now. */
function newlyHealthy(): Program {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  program.addLesson(
    "stash",
    "--slug",
    "stash-0000",
    "--tool",
    "Bash",
    "--command",
    "^git\\s+stash\\b",
  );
  program.ok(["init", "--yes"]);
  return program;
}

/** The same, set up when the first test asked for it. */
const healthy = preparedOnce(newlyHealthy);

const at = (program: Program, path: string) => join(program.home, ".lessons", path);
const settings = (program: Program) => join(program.home, ".claude/settings.json");

/** What was found: `[check, severity]`. */
function found(program: Program, ...flags: readonly string[]): readonly (readonly string[])[] {
  return findings(program, ...flags).map(({ check, severity }) => [check, severity]);
}

function findings(program: Program, ...flags: readonly string[]): readonly Found[] {
  const { status, out } = program.run(["doctor", "--json", ...flags]);
  const report: { findings: readonly Found[]; isFine: boolean } = JSON.parse(out);
  const isFine = report.findings.every(({ severity }) => severity === "note");
  expect([status, report.isFine]).toEqual(isFine ? [0, true] : [1, false]);
  for (const { text, hint } of report.findings) expect([text, hint]).not.toContain("");
  return report.findings;
}

function change(program: Program, ...statements: readonly string[]): void {
  const database = new DatabaseSync(at(program, "lessons.db"), {
    enableForeignKeyConstraints: false,
  });
  for (const statement of statements) database.exec(statement);
  database.close();
}

function age(path: string, hours: number): void {
  const then = new Date(Date.now() - hours * 3_600_000);
  utimesSync(path, then, then);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

test("a repair that is no longer safe, and a file of repairs that is not ours, are found with what to type", () => {
  const program = healthy();
  const folder = join(program.home, "tools");
  mkdirSync(folder, { mode: 0o755 });
  program.ok(["repairs", "on", "path", folder]);
  expect(found(program)).toEqual([]);
  expect(program.ok(["doctor"])).toContain("1 repair on");
  chmodSync(folder, 0o777);
  const [unsafe] = findings(program);
  expect(unsafe).toMatchObject({ check: "unsafe-repair", severity: "warning" });
  expect(unsafe?.text).toBe(`the repair path is not active: other users can write to ${folder}`);
  expect(unsafe?.hint).toContain(`lessons repairs off path ${folder}`);
  chmodSync(at(program, "repairs.json"), 0o666);
  expect(found(program)).toContainEqual(["bad-repairs", "warning"]);
});

test("where all is fine, one line says so for each area", () => {
  const out = healthy().ok(["doctor"]);
  expect(out.split("\n").map((line) => line.slice(0, 14).trimEnd())).toEqual([
    "  ✓ home",
    "  ✓ store",
    "  ✓ hook",
    "  ✓ delivery",
    "  ✓ compiled",
    "  ✓ logs",
    "  ✓ lessons",
    "",
    "No problems fo",
    "",
  ]);
});

test("an empty home stays empty, and it is said how to begin", () => {
  const program = new Program();
  expect(found(program)).toEqual([
    ["store", "note"],
    ["registration", "note"],
  ]);
  expect(readdirSync(program.home)).toEqual([]);
});

test("the worst comes first, each with what to do next", () => {
  const program = healthy();
  program.ok(["pause", "--for", "1h"]);
  chmodSync(at(program, "hook/installed.json"), 0o644);
  rmSync(at(program, "hook/lessons-hook"));
  const { status, out } = program.run(["doctor"]);
  expect(status).toBe(1);
  expect(out.replace(/until \S+/, "until then").split("\n\n")).toEqual([
    "broken\n  hook        hook files are missing: lessons-hook\n              → to copy them again: lessons doctor --fix",
    "warning\n  home        other users can read 1 entry of the lessons folder:\n              hook/installed.json\n              → to make them private: lessons doctor --fix",
    "note\n  delivery    lessons are paused until then\n              → lessons pause --off",
    expect.stringContaining("✓ store"),
    "1 broken, 1 warning, 1 note. lessons doctor --fix repairs 2 of them.\n",
  ]);
});

/** What `--fix` mends: how it is broken, and what is found. */
const mendable: Readonly<
  Record<
    string,
    { readonly harm: (program: Program) => void; readonly check: string; readonly severity: string }
  >
> = {
  "a home that others may read": {
    harm: (program) => chmodSync(at(program, ""), 0o755),
    check: "permissions",
    severity: "warning",
  },
  "what interrupted commands left behind": {
    harm: (program) => {
      const names = [
        "config.json.0123456789ab.tmp",
        "last-scan.lock",
        "cache/current.0123456789ab.tmp",
        "sessions/s1/.project.json.4711",
      ];
      for (const name of names) {
        put(at(program, name), "");
        age(at(program, name), 1);
      }
      mkdirSync(at(program, "cache/generations/.new-abc123"), { mode: 0o700 });
      age(at(program, "cache/generations/.new-abc123"), 1);
    },
    check: "leftovers",
    severity: "note",
  },
  "a search index that has lost the lessons": {
    harm: (program) =>
      change(program, "INSERT INTO lessons_fts(lessons_fts) VALUES ('delete-all')"),
    check: "search-index",
    severity: "warning",
  },
  "tags that no lesson has": {
    harm: (program) => change(program, "INSERT INTO lesson_tags(tag, lesson) VALUES ('tool:x', 1)"),
    check: "tags",
    severity: "warning",
  },
  "a launcher from another version": {
    harm: (program) => writeFileSync(at(program, "hook/lessons-hook"), "#!/bin/sh\n"),
    check: "hook-files",
    severity: "warning",
  },
  "a bundle that is gone": {
    harm: (program) => rmSync(at(program, "hook/lessons-hook.cjs")),
    check: "hook-files",
    severity: "broken",
  },
  "a program that has moved": {
    harm: (program) => link(at(program, "hook/lessons.js"), "/nowhere/lessons.js"),
    check: "hook-files",
    severity: "warning",
  },
  "a Node that was removed": {
    harm: (program) => link(at(program, "hook/node"), "/nowhere/node"),
    check: "node",
    severity: "warning",
  },
  "nothing compiled": {
    harm: (program) => rmSync(at(program, "cache/current")),
    check: "cache",
    severity: "broken",
  },
};

function link(path: string, target: string): void {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

for (const [name, { harm, check, severity }] of Object.entries(mendable)) {
  test(`${name}: found, mended, and then all is fine`, () => {
    const program = healthy();
    harm(program);
    expect(findings(program)).toEqual([expect.objectContaining({ check, severity, canFix: true })]);
    const { fixed, failed, isFine } = program.json(["doctor", "--fix"]);
    expect({ fixed, failed, isFine }).toEqual({
      fixed: [expect.any(String)],
      failed: [],
      isFine: true,
    });
    expect(found(program)).toEqual([]);
    // The hook works again, and so does the store.
    expect(program.ok(["search", "stash"])).toContain("stash-0000");
    expect(readlinkSync(at(program, "hook/node"))).toBe(process.execPath);
    expect(program.ok(["init", "--dry-run"])).toContain("Already connected");
  });
}

test("law: looking changes nothing, and --fix mends whatever is broken together", () => {
  fc.assert(
    fc.property(fc.subarray(Object.keys(mendable), { minLength: 2 }), (names) => {
      const program = healthy();
      for (const name of names) mendable[name]?.harm(program);
      const before = snapshot(at(program, ""));
      expect(new Set(found(program).map(([check]) => check))).toEqual(
        new Set(names.map((name) => mendable[name]?.check)),
      );
      expect(snapshot(at(program, ""))).toEqual(before);
      program.ok(["doctor", "--fix"]);
      expect(found(program)).toEqual([]);
    }),
    law({ quick: 3, deep: 6 }),
  );
});

/** Every entry with its rights and its content. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const names = globSync(["**", "**/.*"], { cwd: folder }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const entry = lstatSync(path);
      const content = entry.isFile() ? readFileSync(path, "latin1") : "";
      return [name, `${entry.mode.toString(8)} ${content}`];
    }),
  );
}

test("what is young may still be in use, and what is not ours to judge stays", () => {
  const program = healthy();
  put(at(program, "config.json.0123456789ab.tmp"), "");
  put(at(program, "notes.tmp"), "mine");
  age(at(program, "notes.tmp"), 100);
  expect(found(program, "--fix")).toEqual([]);
  expect(existsSync(at(program, "config.json.0123456789ab.tmp"))).toBe(true);
  expect(existsSync(at(program, "notes.tmp"))).toBe(true);
});

test.skipIf(process.getuid?.() !== 0)("what belongs to another user is found", () => {
  const program = healthy();
  chownSync(at(program, "lessons.db"), 12345, 12345);
  expect(found(program)).toEqual([["owner", "broken"]]);
});

test("settings that cannot be read are a finding like others", () => {
  const program = healthy();
  put(at(program, "config.json"), "{");
  expect(program.run(["status"]).status).toBe(2);
  expect(found(program)).toEqual([["config", "broken"]]);
});

test("a store that is damaged, of a newer version or of something else does not stop the rest", () => {
  const damaged = healthy();
  const file = at(damaged, "lessons.db");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, 4096, 40_960));
  chmodSync(at(damaged, "hook"), 0o755);
  expect(found(damaged)).toEqual([
    ["store", "broken"],
    ["permissions", "warning"],
  ]);
  const newer = healthy();
  change(newer, "INSERT INTO migrations(name, applied_at) VALUES ('999-later', 'x')");
  expect(findings(newer)).toMatchObject([
    { check: "store", hint: expect.stringContaining("update lessons") },
  ]);
  const foreign = healthy();
  rmSync(at(foreign, "lessons.db"));
  makeForeignDatabase(at(foreign, "lessons.db"));
  chmodSync(at(foreign, "lessons.db"), 0o600);
  expect(found(foreign)).toEqual([["store", "broken"]]);
});

test("rows that belong to nothing", () => {
  const program = healthy();
  change(
    program,
    "INSERT INTO feedback(lesson, verdict, at, actor) VALUES (99, 'helpful', 'x', 'person')",
  );
  expect(findings(program)).toMatchObject([
    { check: "store-links", text: "the store has orphaned rows in feedback (1)" },
  ]);
});

test("a hook that is not called: not registered, forbidden, ignored, unreadable", () => {
  const program = healthy();
  const registered = readFileSync(settings(program), "utf8");
  const told = (text: string) => {
    writeFileSync(settings(program), text);
    return findings(program).map(({ severity, text: words }) => `${severity}: ${words}`);
  };
  expect(told("{}")).toEqual(["broken: Claude Code is not connected: it gets no lessons"]);
  expect(told(registered.replace("{", '{"disableAllHooks": true,'))[0]).toContain(
    "turns off all hooks",
  );
  expect(told(`// mine\n${registered}`)[0]).toContain("ignores");
  expect(told("{")[0]).toContain("not valid JSON");
  const { hooks } = JSON.parse(registered);
  delete hooks.Stop;
  expect(told(JSON.stringify({ hooks }))).toEqual([
    `warning: the hooks in ${settings(program)} are from another version`,
  ]);
  program.ok(["init", "--yes"]);
  expect(found(program)).toEqual([]);
});

test("by the plugin: its files are its own", () => {
  const program = healthy();
  program.ok(["uninstall", "--yes"]);
  writeFileSync(settings(program), '{"enabledPlugins":{"lessons@lessons":true}}');
  expect(found(program)).toEqual([]);
  expect(program.ok(["doctor"])).toContain("connected by the plugin");
});

test("a Node that is too old or does not start is found by starting it", () => {
  const program = healthy();
  const old = join(program.home, "old-node");
  writeFileSync(old, "#!/bin/sh\necho v16.20.2\n", { mode: 0o755 });
  link(at(program, "hook/node"), old);
  expect(findings(program)).toMatchObject([
    { check: "node", severity: "broken", text: expect.stringContaining("v16.20.2") },
  ]);
  writeFileSync(old, "#!/bin/sh\nexit 3\n");
  expect(findings(program)).toMatchObject([
    { check: "node", severity: "broken", text: expect.stringContaining("does not start") },
  ]);
  program.ok(["doctor", "--fix"]);
  expect(readlinkSync(at(program, "hook/node"))).toBe(process.execPath);
});

test("paused and switched off", () => {
  const program = healthy();
  program.ok(["pause"]);
  program.environment["LESSONS_DISABLED"] = "1";
  expect(found(program)).toEqual([
    ["paused", "warning"],
    ["switched-off", "warning"],
  ]);
});

test("sessions that began after the installation and never called the hook", () => {
  const program = newlyHealthy();
  const log = join(program.home, ".claude/projects/p/s1.jsonl");
  put(log, "");
  expect(found(program)).not.toContainEqual(["calls", "broken"]);
  age(at(program, "hook/installed.json"), 2);
  expect(found(program)).toContainEqual(["calls", "broken"]);
  mkdirSync(at(program, "sessions/s1"), { recursive: true, mode: 0o700 });
  expect(found(program)).not.toContainEqual(["calls", "broken"]);
});

test("the last line of the hook's log, and the last delivery", () => {
  const program = healthy();
  const now = new Date().toISOString();
  put(at(program, "log/hook.log"), `${now} failed: \u001b[31mENOSPC\n`);
  put(
    at(program, "spool/deliveries.jsonl"),
    `${JSON.stringify({ at: now, slug: "stash-0000", session: "s1", mode: "advise" })}\n`,
  );
  const { out } = program.run(["doctor"]);
  expect(oneLine(out)).toMatch(/delivery the hook reported at \S+ \S+ UTC: failed: ENOSPC/);
  expect(out).not.toContain("\u001b");
  rmSync(at(program, "log/hook.log"));
  expect(oneLine(program.ok(["doctor"]))).toMatch(/last shown \S+ \S+ UTC, 1 times this week/);
});

test("what hooks read is compared with the store, file by file", () => {
  const program = healthy();
  const filter = at(program, "cache/current/prefilter/bash");
  const whole = readFileSync(filter, "utf8");
  for (const harm of [
    () => writeFileSync(filter, "x\n"),
    () => put(at(program, "cache/current/prefilter/edit"), "x\n"),
    () => writeFileSync(at(program, "cache/current/lessons.bin"), "[]"),
    () => writeFileSync(at(program, "cache/current/index.json"), "{"),
  ]) {
    harm();
    expect(found(program)).toEqual([["cache", "broken"]]);
    program.ok(["doctor", "--fix"]);
    expect(found(program)).toEqual([]);
    expect(readFileSync(filter, "utf8")).toBe(whole);
  }
  // A session began in a folder that no compilation knows yet.
  put(at(program, "projects.tsv"), "/srv/p\tproject:p\n");
  expect(found(program)).toEqual([]);
  change(program, "UPDATE lessons SET priority = 9");
  expect(found(program)).toEqual([["cache", "warning"]]);
  expect(found(program, "--set", "minPriority=9", "--fix")).toEqual([]);
});

test("logs: not read yet, read, late, and places that are not there", () => {
  const program = healthy();
  const log = join(program.home, ".claude/projects/p/s1.jsonl");
  const record = JSON.stringify({
    type: "user",
    sessionId: "s1",
    parentUuid: null,
    uuid: "u1",
    cwd: "/srv/p",
    timestamp: "2026-01-01T12:00:00.000Z",
    message: { role: "user", content: "go" },
  });
  put(log, `${record}\n`);
  expect(found(program)).toEqual([["logs-waiting", "note"]]);
  program.ok(["scan"]);
  expect(oneLine(program.ok(["doctor"]))).toContain("1 log read, nothing waiting");
  appendFileSync(log, `${record}\n`);
  expect(oneLine(program.ok(["doctor"]))).toContain("1 log read, 1 log with 1 kB not yet read");
  age(log, 100);
  expect(found(program)).toEqual([["logs-waiting", "warning"]]);
  program.ok(["config", "set", "autoScanIntervalHours", "0"]);
  expect(found(program, "--fix")).toEqual([]);
  program.ok(["scan"]);
  change(program, "UPDATE logs SET records = 200, unknown_records = 15, unreadable_records = 10");
  expect(findings(program)).toMatchObject([
    { check: "logs-format", text: expect.stringContaining("13 %") },
  ]);
  program.ok(["config", "set", "scanPaths", '["/nowhere/logs"]']);
  expect(found(program)).toContainEqual(["logs-unreadable", "warning"]);
});

test("a lesson of which nothing can be made", () => {
  const program = healthy();
  change(program, "UPDATE lessons SET triggers = '{}'");
  expect(found(program)).toEqual([["unusable", "broken"]]);
  for (const args of [["status"], ["backtest"], ["explain", "stash-0000"], ["compile"]]) {
    const { status, err } = program.run(args);
    expect([args, status, oneLine(err)]).toEqual([
      args,
      2,
      expect.stringMatching(/stash-0000 has an invalid record .* lessons archive stash-0000/),
    ]);
  }
  expect(program.run(["upkeep"]).err).not.toContain("should not happen");
  program.ok(["archive", "stash-0000", "--reason", "broken"]);
  expect(found(program)).toEqual([]);
  program.ok(["status"]);
});

test("triggers: broken, always true, slow, unproven", () => {
  const program = healthy();
  const told = (pattern: string, flags = "[]") => {
    change(
      program,
      `UPDATE lessons SET flags = '${flags}', triggers = json_set(triggers, '$.commandPatterns', json_array('${pattern}'))`,
    );
    return found(program, "--fix");
  };
  expect(told("^git (")).toContainEqual(["broken-pattern", "broken"]);
  expect(told(".*")).toContainEqual(["broken-pattern", "broken"]);
  expect(told("^git (a|a)*$")).toContainEqual(["slow-pattern", "warning"]);
  expect(told("^git stash", '["unprovenPattern"]')).toEqual([["unproven-pattern", "note"]]);
  expect(told("^git stash")).toEqual([]);
});

test("lessons that are slow, blunt, out of reach, or decided by a path alone", () => {
  const program = healthy();
  program.addLesson("digits", "--slug", "digits-0000", "--tool", "Bash", "--command", "\\d\\d");
  program.addLesson("nothing", "--slug", "nothing-0000");
  program.addLesson(
    "unsure",
    "--slug",
    "unsure-0000",
    "--confidence",
    "0.3",
    "--tool",
    "Bash",
    "--command",
    "^npm ci",
  );
  program.addLesson("paths", "--slug", "paths-0000", "--path", "**/package.json");
  const words = { mistake: "x", remediation: "y" };
  const release = { kind: "pitfall", summary: "release", slug: "words-0000", priority: 5 };
  program.ok(["add"], {
    input: JSON.stringify({ ...release, body: words, triggers: { actionKeywords: ["release"] } }),
  });
  const id = JSON.parse(program.ok(["show", "stash-0000", "--json"])).lesson.id;
  put(at(program, `cache/current/slow/${id}`), "");
  const told = findings(program).map(({ check, severity, text }) => [
    check,
    severity,
    /\S+-0000/.exec(text)?.[0],
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      ["slow", "warning", "stash-0000"],
      ["blunt", "warning", "digits-0000"],
      ["no-trigger", "broken", "nothing-0000"],
      ["below", "broken", "unsure-0000"],
      ["out-of-reach", "broken", "words-0000"],
      ["path-only", "note", "paths-0000"],
    ]),
  );
});

test("doctor's hint for a lesson that only a path decides about narrows it", () => {
  const program = healthy();
  program.addLesson("paths", "--slug", "paths-0000", "--path", "**/package.json");
  const hint = findings(program).find(({ check }) => check === "path-only")?.hint ?? "";
  const [, field = ""] = /lessons edit <slug> (\w+) '\+…'/.exec(hint) ?? [];
  const explained = (content: string) => {
    const call = ["--tool", "Write", "--path", "package.json", "--content", content];
    const outcome = program.run(["explain", "paths-0000", ...call]);
    return outcome.out;
  };
  expect(explained("{}")).not.toContain("does not fire");
  program.ok(["edit", "paths-0000", field, '+"version"']);
  expect(explained("{}")).toContain("does not fire");
  expect(explained('{"version": 2}')).not.toContain("does not fire");
});

test("lessons that always fire, never fire, or not where they come from, by the calls of the ledger", () => {
  const program = healthy();
  const git = ["--tool", "Bash", "--command"];
  program.addLesson("noise", "--slug", "noise-0000", ...git, "^git\\b");
  program.addLesson("unused", "--slug", "unused-0000", ...git, "^hg\\s+commit\\b");
  const ledger = (calls: number) => {
    const database = new DatabaseSync(at(program, "lessons.db"));
    database.exec("DELETE FROM calls; DELETE FROM logs");
    const commands = [
      "git log",
      "git diff",
      "git stash",
      ...Array.from({ length: 17 }, () => "ls"),
    ];
    const command = (index: number) => commands[index % commands.length] ?? "";
    const some = Array.from({ length: calls }, (_, index) =>
      ledgerCall({
        ordinal: index,
        line: index + 1,
        head: command(index),
        command: command(index),
      }),
    );
    keepLedger(database, some);
    database.close();
    return findings(program).map(({ check, severity, text }) => [
      check,
      severity,
      text.split(": ")[1],
    ]);
  };
  expect(ledger(100)).toEqual([]);
  expect(ledger(320)).toEqual([
    ["always-fires", "warning", "noise-0000 (15 % of calls)"],
    ["never-fires", "note", "unused-0000"],
  ]);
  change(
    program,
    `INSERT INTO evidence(lesson, form, agent, session_id, seen_at, file, line)
     SELECT number, 'sighting', 'claude-code', 's1', '2026-01-01', '~/logs/1.jsonl', 1
     FROM lessons WHERE slug = 'unused-0000'`,
  );
  expect(found(program, "--fix")).toEqual([
    ["always-fires", "warning"],
    ["misses-itself", "warning"],
  ]);
});

test("lessons that contradict each other where both hold, and lessons that say the same", () => {
  const program = healthy();
  const advise = (slug: string, remediation: string, ...flags: readonly string[]) =>
    program.ok([
      "add",
      "--summary",
      slug,
      "--slug",
      slug,
      "--mistake",
      slug,
      "--remediation",
      remediation,
      "--tool",
      "Bash",
      "--command",
      `^${slug}\\b`,
      ...flags,
    ]);
  advise("one-0000", "Use npm ci in the pipeline.", "--scope", "project:a");
  advise("two-0000", "Never use npm ci in the pipeline.", "--scope", "project:b");
  expect(found(program)).toEqual([]);
  advise("three-0000", "Do not use npm ci in the pipeline.");
  expect(findings(program)).toMatchObject([
    {
      check: "contradiction",
      severity: "warning",
      text: expect.stringMatching(/(one|three)-0000 and (one|three)-0000/),
    },
  ]);
  program.ok(["archive", "three-0000", "--reason", "wrong"]);
  change(program, "UPDATE lessons SET content_hash = 'x' WHERE slug <> 'stash-0000'");
  expect(found(program, "--fix")).toEqual([]);
  change(program, "UPDATE lessons SET scope = 'project:a' WHERE slug = 'two-0000'");
  expect(findings(program, "--fix")).toMatchObject([
    { check: "contradiction" },
    {
      check: "duplicates",
      severity: "note",
      text: "these lessons say the same about the same calls: one-0000, two-0000",
      slugs: ["one-0000", "two-0000"],
    },
  ]);
  change(
    program,
    "UPDATE lessons SET status = 'candidate', status_by = NULL WHERE slug = 'two-0000'",
  );
  expect(found(program, "--fix")).toEqual([]);
});

test("lessons about the same thing are named until one of them is archived", () => {
  const program = healthy();
  for (const slug of ["one-0000", "two-0000"])
    program.addLesson(slug, "--slug", slug, "--tool", "Bash", "--command", `^${slug}\\b`);
  change(program, `UPDATE lessons SET flags = '["duplicates:one-0000"]' WHERE slug = 'two-0000'`);
  expect(findings(program, "--fix")).toMatchObject([
    {
      check: "same-fact",
      severity: "warning",
      text: "two-0000 and one-0000 are about the same thing",
      hint: expect.stringContaining("lessons archive two-0000"),
      slugs: ["two-0000", "one-0000"],
    },
  ]);
  program.ok(["archive", "one-0000", "--reason", "the other is better"]);
  expect(found(program)).toEqual([]);
});

test("a lesson for other systems is not delivered here, and that is said", () => {
  const program = healthy();
  const other = process.platform === "darwin" ? "linux" : "macos";
  program.ok(["edit", "stash-0000", "tags", `+platform:${other}`]);
  expect(findings(program)).toMatchObject([
    { check: "other-system", severity: "note", slugs: ["stash-0000"] },
  ]);
  expect(program.json(["compile"])).toMatchObject({ lessons: 0, elsewhere: ["stash-0000"] });
  expect(program.json(["explain", "stash-0000"])).toMatchObject({
    obstacles: [{ is: "other-system", systems: [other] }],
  });
});

test("a finding about many lessons names all of them in JSON, and the command that shows them", () => {
  const program = healthy();
  const names = ["a", "b", "c", "d", "e"].map((name) => `${name}-0000`);
  for (const name of names)
    program.addLesson(name, "--slug", name, "--tool", "Bash", "--command", `^hg\\s+${name}\\b`);
  keepCalls(program, 200);
  const never = findings(program).find(({ check }) => check === "never-fires");
  expect(never).toMatchObject({ severity: "note", slugs: ["stash-0000", ...names] });
  expect(oneLine(never?.text ?? "")).toBe(
    "these match no call in your history: stash-0000, a-0000, b-0000 and 3 more",
  );
  expect(never?.hint).toContain("lessons dev backtest --unfired");
  const shown = program.ok(["backtest", "--unfired"]);
  expect(never?.slugs.filter((slug) => !shown.includes(slug))).toEqual([]);
  expect(program.run(["backtest"])).toMatchObject({
    out: "",
    err: expect.stringMatching(/6 would not have fired \(--unfired shows\s+them\)/),
  });
});

test("notes alone are no reason for another exit status", () => {
  const program = healthy();
  program.addLesson("paths", "--slug", "paths-0000", "--path", "**/*.ts");
  const { status, out } = program.run(["doctor"]);
  expect([status, out.trimEnd().split("\n").at(-1)]).toEqual([0, "No problems; 1 note."]);
});

test("where nothing is set up yet nothing is broken", () => {
  const program = new Program();
  program.run(["list"]);
  expect(found(program)).toEqual([["registration", "note"]]);
  expect(program.ok(["doctor"])).toContain("nothing is connected yet: lessons start");
  program.addLesson("stash", "--slug", "stash-0000", "--tool", "Bash", "--command", "^git stash");
  rmSync(at(program, "cache"), { recursive: true });
  expect(found(program)).toEqual([
    ["cache", "broken"],
    ["registration", "note"],
  ]);
});

function keepCalls(program: Program, count: number): void {
  const database = new DatabaseSync(at(program, "lessons.db"));
  const calls = Array.from({ length: count }, (_, index) =>
    ledgerCall({ ordinal: index, line: index + 1 }),
  );
  keepLedger(database, calls);
  database.close();
}

test("--live without agreement looks for a lesson in the newest transcripts, and not for talk about one", () => {
  const program = newlyHealthy();
  const log = join(program.home, ".claude/projects/p/s1.jsonl");
  const live = () => {
    const { live: proof, findings: list } = program.json(["doctor", "--live"]);
    return [proof, (list as readonly Found[]).some(({ check }) => check === "live")];
  };
  const record = (type: string) =>
    `{"type":"attachment","attachment":{"type":"${type}","content":["## Lessons from your history"]},"timestamp":"2026-01-01T12:00:00.000Z"}\n`;
  put(log, record("queued_command"));
  expect(live()).toEqual([{ by: "transcript", isProved: false }, true]);
  appendFileSync(log, record("hook_additional_context"));
  expect(live()).toEqual([{ by: "transcript", isProved: true }, false]);
  expect(oneLine(program.run(["doctor", "--live"]).out)).toContain(
    "proved: Claude Code got a lesson at 2026-01-01 12:00 UTC (~/.claude/projects/p/s1.jsonl)",
  );
});

test("the name of a file does not reach the terminal as it is", () => {
  const program = healthy();
  put(at(program, "\u001b[31mred"), "");
  chmodSync(at(program, "\u001b[31mred"), 0o644);
  const { out } = program.run(["doctor"]);
  expect(out).toContain("red");
  expect(out).not.toContain("\u001b");
});

test("the rights that are taken away are those of others only", () => {
  const program = healthy();
  const launcher = () => statSync(at(program, "hook/lessons-hook")).mode;
  const before = launcher();
  chmodSync(at(program, "lessons.db"), 0o466);
  program.ok(["doctor", "--fix"]);
  expect(statSync(at(program, "lessons.db")).mode & 0o777).toBe(0o400);
  expect(launcher()).toBe(before);
});
