import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import { Home } from "../scan/home.ts";
import { gitStash } from "../kit/store.ts";
import { missingPython, session } from "../scan/one-session.ts";
import { forkOf } from "../scan/written-session.ts";
import { History, timeOf } from "../stats/history.ts";
import { works } from "../stats/known-effects.ts";

const passed = "valid until 2020-01-01, which has passed";

/** A lesson that is out of date, and one that is not. */
function withExpired(): Program {
  const program = new Program();
  program.addLesson("the old way", "--slug", "old-0000", "--command", "^make\\s+old\\b");
  program.addLesson("the new way", "--slug", "new-0000", "--command", "^make\\s+new\\b");
  program.ok(["edit", "old-0000", "validUntil", "2020-01-01"]);
  return program;
}

function statusOf(program: Program, slug: string): unknown {
  return (program.json(["show", slug])["lesson"] as { status: unknown }).status;
}

const marksFile = (program: Program) => join(program.home, ".lessons", "upkeep.json");

test("without a terminal it lists with reasons, archives nothing, and says how to go on", () => {
  const program = withExpired();
  const { status, out, err } = program.run(["upkeep"]);
  expect({ status, out }).toEqual({
    status: 0,
    out: `Suggested for archiving\n  old-0000 the old way\n    expired: ${passed}\n`,
  });
  expect(oneLine(err)).toContain("2 lessons checked; nothing was changed. To archive them:");
  expect(statusOf(program, "old-0000")).toBe("active");
  expect(program.ok(["status"])).toContain("1 lesson needs attention: lessons doctor");
});

test("a dry run writes nothing, even with --yes", () => {
  const program = withExpired();
  expect(program.ok(["upkeep", "--dry-run", "--yes"])).toBe(
    `Suggested for archiving\n  old-0000 the old way\n    expired: ${passed}\n`,
  );
  expect(statusOf(program, "old-0000")).toBe("active");
  expect(existsSync(marksFile(program))).toBe(false);
});

test("--yes archives, the record says who and why, and what is brought back stays", () => {
  const program = withExpired();
  expect(program.ok(["upkeep", "--yes"])).toContain(
    "Archived 1 lesson. To bring one back: lessons restore <slug>",
  );
  const { lesson } = program.json(["show", "old-0000"]) as { lesson: Record<string, unknown> };
  expect(lesson).toMatchObject({ status: "archived", archiveReason: passed });
  expect((lesson["transitions"] as unknown[]).at(-1)).toMatchObject({
    from: "active",
    to: "archived",
    by: "upkeep",
    because: passed,
  });
  expect(program.run(["upkeep"]).err).toBe("1 lesson checked: nothing to do.\n");
  program.ok(["restore", "old-0000"]);
  expect(oneLine(program.ok(["upkeep", "--yes"]))).toContain(
    `Unchanged old-0000 the old way expired: ${passed}; it was restored before`,
  );
  expect(statusOf(program, "old-0000")).toBe("candidate");
});

test("--json has every finding, and what was archived", () => {
  const program = withExpired();
  const finding = {
    rule: "expired",
    lesson: expect.objectContaining({
      slug: "old-0000",
      summary: "the old way",
      status: "active",
    }),
    does: "propose-archive",
    because: passed,
  };
  const common = { type: "lessons-upkeep", version: 1, lookedAt: expect.any(String), lessons: 2 };
  const looked = { ...common, dryRun: false, findings: [finding], archived: [] };
  expect(program.json(["upkeep"])).toEqual(looked);
  expect(program.json(["upkeep", "--dry-run"])).toEqual({ ...looked, dryRun: true });
  expect(program.json(["upkeep", "--yes"])).toEqual({
    ...looked,
    archived: [{ lesson: finding.lesson, because: passed }],
  });
});

test("on a terminal it asks before it archives", async () => {
  const program = withExpired();
  const refused = new TerminalSession(program, ["upkeep"]);
  await refused.answer("Archive that one lesson?", "n");
  expect(await refused.end()).toMatchObject({
    status: 0,
    shown: expect.stringContaining("nothing was changed"),
  });
  expect(statusOf(program, "old-0000")).toBe("active");
  const agreed = new TerminalSession(program, ["upkeep"]);
  await agreed.answer("Archive that one lesson?", "y");
  expect(await agreed.end()).toMatchObject({
    status: 0,
    shown: expect.stringContaining("Archived 1 lesson"),
  });
  expect(statusOf(program, "old-0000")).toBe("archived");
});

test("every rule can be switched, from proposing to archiving and off", () => {
  const program = withExpired();
  const does = (value: string) =>
    (
      program.json(["upkeep", "--dry-run", "--set", `upkeep.expired=${value}`])["findings"] as {
        does: string;
      }[]
    ).map((finding) => finding.does);
  expect([does("off"), does("propose"), does("archive")]).toEqual([
    [],
    ["propose-archive"],
    ["archive"],
  ]);
  expect(program.run(["upkeep", "--set", "upkeep.expired=sometimes"]).status).toBe(2);
});

test("a scan that starts by itself looks once a day, and does only what is switched on", () => {
  const program = withExpired();
  const { err } = program.run(["scan", "--auto"]);
  expect(err).toContain("Upkeep found 1 lesson to check: lessons doctor");
  expect(statusOf(program, "old-0000")).toBe("active");
  expect(program.ok(["status"])).toContain("1 lesson needs attention: lessons doctor");

  program.ok(["config", "set", "upkeep.expired", "archive"]);
  expect(program.run(["scan", "--auto"]).err).toBe("");
  expect(statusOf(program, "old-0000")).toBe("active");
  age(program, 23);
  program.ok(["scan", "--auto"]);
  expect(statusOf(program, "old-0000")).toBe("active");
  age(program, 25);
  expect(program.run(["scan", "--auto"]).err).toContain(
    "Upkeep archived 1 lesson: lessons list --status archived\n",
  );
  expect(statusOf(program, "old-0000")).toBe("archived");
});

test("looking by hand does not put off what is switched on", () => {
  const program = withExpired();
  program.ok(["scan", "--auto"]);
  program.ok(["config", "set", "upkeep.expired", "archive"]);
  age(program, 25);
  program.ok(["upkeep"]);
  program.ok(["scan", "--auto"]);
  expect(statusOf(program, "old-0000")).toBe("archived");
});

test("scans that a person starts, and dry runs, are not followed by upkeep; daily switches it off", () => {
  const program = withExpired();
  program.ok(["scan"]);
  program.ok(["scan", "--auto", "--dry-run"]);
  program.ok(["scan", "--auto", "--set", "upkeep.daily=false"]);
  expect(existsSync(marksFile(program))).toBe(false);
});

test("a scan in the background keeps to its answer in JSON", () => {
  const program = withExpired();
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  const { status, out } = program.run(["scan", "--auto", "--json"]);
  expect({ status, type: JSON.parse(out).type }).toEqual({ status: 0, type: "lessons-scan" });
});

test("a project's file cannot say what becomes of lessons, and stops nothing", () => {
  const program = withExpired();
  const cwd = join(program.home, "cloned");
  mkdirSync(join(cwd, ".lessons"), { recursive: true });
  const settings = { type: "lessons-config", version: 1, upkeep: { expired: "archive" } };
  writeFileSync(join(cwd, ".lessons", "config.json"), JSON.stringify(settings));
  expect(program.run(["scan", "--auto"], { cwd })).toMatchObject({
    status: 0,
    err: expect.stringContaining("a project cannot set upkeep.expired"),
  });
  expect(statusOf(program, "old-0000")).toBe("active");
});

test("what a lesson says reaches the terminal without its control characters", () => {
  const program = withExpired();
  writeFileSync(
    marksFile(program),
    JSON.stringify({ lookedAt: "2026-01-01", marks: [{ because: "\u001B[31mred\u0007" }] }),
  );
  expect(program.ok(["status"])).toContain("upkeep       red\n");
});

/** As if the last look in the background had been so many hours ago. */
function age(program: Program, hours: number): void {
  const kept = JSON.parse(readFileSync(marksFile(program), "utf8"));
  const dailyAt = new Date(Date.now() - hours * 3_600_000).toISOString();
  writeFileSync(marksFile(program), JSON.stringify({ ...kept, dailyAt }));
}

test("what hooks have noted is taken over before it looks", () => {
  const history = new History();
  const stash = history.add(gitStash, timeOf(0, 0));
  for (const number of [1, 2, 3]) {
    history.session(number, [
      ...works(`toolu_${number}`, "git stash"),
      ...works(`toolu_${number}-again`, "git stash"),
    ]);
  }
  history.program.ok(["scan", "--auto"]);
  for (const number of [1, 2, 3])
    history.delivered(stash, number, `toolu_${number}`, { mode: "hold" });
  expect(oneLine(history.program.ok(["upkeep", "--dry-run"]))).toContain(
    "unhelpful: shown 3 times: 3 times overruled",
  );
});

test("upkeep and stats agree about a session that was forked where a lesson was told", () => {
  const history = new History();
  for (const number of [1, 2, 3]) history.session(number, missingPython(`toolu_${number}`));
  history.program.ok(["scan", "--auto"]);
  const [{ slug } = { slug: "" }] = history.program.json(["list"])["lessons"] as { slug: string }[];
  const lesson = history.approve(slug, timeOf(10, 0));
  for (const number of [11, 12, 13]) {
    const original = session(number, missingPython(`toolu_${number}`));
    history.write(original);
    // The fork shares the call that was told, and there a person refuses the fix.
    const refuses = session(number - 7, [
      {
        step: "rejected-shell",
        callId: `toolu_${number}-no`,
        command: "python3 build.py",
        reason: "no",
      },
    ]);
    history.write(forkOf(original, refuses, 3));
    history.delivered(lesson, number, `toolu_${number}`);
  }
  history.program.ok(["scan", "--auto"]);
  const { deliveries } = history.program.json(["stats", "--lesson", slug]);
  expect(deliveries).toMatchObject([11, 12, 13].map(() => ({ effect: { verdict: "heeded" } })));
  const { findings } = history.program.json(["upkeep", "--dry-run"]);
  expect((findings as { rule: string }[]).filter(({ rule }) => rule === "unhelpful")).toEqual([]);
});

test("every line of help and of what was done fits 80 columns", () => {
  const program = withExpired();
  const { out, err } = program.run(["upkeep"]);
  const said = [out, err, ...["upkeep", "stats"].map((name) => program.ok([name, "--help"]))];
  for (const line of said.join("\n").split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});
