import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codexScribes } from "../adapters/codex-scribe.ts";
import type { Step } from "../adapters/scribe.ts";
import { oneLine, Program } from "../kit/program.ts";
import { Home } from "../scan/home.ts";
import { missingPython, session } from "../scan/one-session.ts";
import { forkOf } from "../scan/written-session.ts";

const golden = join(import.meta.dirname, "../golden/start");

function shell(callId: string, command: string, exitStatus = 0, output = "ok"): Step {
  return { step: "shell", callId, command, exitStatus, output };
}

function editFails(callId: string): Step {
  const message = "String to replace not found in file.";
  return { step: "edit-fails", callId, path: "/srv/api/app.py", message };
}

/** Three sessions: `python` is missing in each, an edit fails twice in a row in one of them and once in another. */
function workedHome(): Program {
  const program = new Program();
  const home = new Home(program.home);
  home.write(session(1, [shell("a1", "git push"), ...missingPython("a2"), editFails("a3")]));
  home.write(session(2, [shell("b1", "git push"), ...missingPython("b2")]));
  home.write(
    session(3, [
      ...missingPython("c1"),
      editFails("c2"),
      shell("c3", "cat app.py"),
      editFails("c4"),
      shell("c5", "git push", 1, "error: failed to push some refs to 'origin'\n(fetch first)"),
    ]),
  );
  return program;
}

/** Without what differs from machine to machine. */
function timeless(text: string): string {
  return text.replace(/read in \d+\.\d s/, "read in 0.0 s").replace(/\d+\.\d MB/, "0.0 MB");
}

test("the picture: who worked, what came back and what it cost, what would have helped, and one next step", async () => {
  const out = timeless(workedHome().ok(["start"]));
  await expect(out).toMatchFileSnapshot(join(golden, "worked.txt"));
  expect(out.trimEnd().split("\n").slice(-3, -2)).toEqual(["Next"]);
});

test("the numbers of the picture, as JSON", () => {
  const program = workedHome();
  const { picture, example } = program.json(["start"]) as {
    picture: {
      agents: readonly Record<string, unknown>[];
      mistakes: { worst: readonly Record<string, unknown>[] };
      candidates: object;
    };
    example: unknown;
  };
  expect(example).toBeNull();
  expect(picture.agents).toMatchObject([
    { agent: "claude-code", title: "Claude Code", sessions: 3, calls: 13, failedCalls: 7 },
  ]);
  expect(picture.mistakes).toMatchObject({ count: 2, sessions: 3, failedCalls: 6, retries: 1 });
  expect(picture.mistakes.worst).toMatchObject([
    { sessions: 3, failedCalls: 3, retries: 0, msUntilFixed: 6000, status: "candidate" },
    { sessions: 2, failedCalls: 3, retries: 1, msUntilFixed: 0, status: "candidate" },
  ]);
  expect(picture.candidates).toMatchObject({
    waiting: 1,
    tested: 1,
    reach: { calls: 13, sessions: 3 },
    lessons: [
      {
        reading: "with the error, after `python`",
        backtest: { replay: { fired: 3, sessions: 3, failed: 3 }, falseFires: 0 },
      },
    ],
  });
});

test("logs are not read twice, and what a person decided shows in the picture", () => {
  const program = workedHome();
  const { picture } = program.json(["start"]) as {
    picture: { mistakes: { worst: readonly { slug: string }[] } };
  };
  const [first, second] = picture.mistakes.worst.map(({ slug }) => slug);
  program.ok(["promote", "--ids", first ?? ""]);
  const out = program.ok(["start"]);
  expect(out).toContain("nothing new in 3 logs");
  expect(oneLine(out)).toContain(
    "3 failed calls in 3 sessions, 6 s lost, your lesson works once you connect an agent",
  );
  program.ok(["archive", second ?? "", "--reason", "known"]);
  const later = program.ok(["start"]);
  expect(later).toContain("1 mistake repeated in other sessions: 3 failed calls");
  expect(later).toContain("Next\n  lessons init");
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  expect(program.ok(["start"])).toContain("6 s lost, your lesson is active");
});

test("a candidate that fires mostly where calls go well is not praised", () => {
  const program = new Program();
  const home = new Home(program.home);
  const refused = "error: failed to push some refs to 'origin'\n ! [rejected] (fetch first)";
  const noOption = "grep: invalid option -- P\nusage: grep [-abcdDEFGHhIiJLlMmnOopqRSsUVvwXxZz]";
  for (const number of [1, 2]) {
    const calls = [
      ["git push", refused],
      ["git push"],
      ["git push"],
      ["git push"],
      ["grep -P 'a' b", noOption],
      ["grep -E 'a' b"],
      ["cat b"],
      ["cat c"],
      ["cat d"],
      ["cat e"],
      ["cat f"],
      ["grep -P 'a' c"],
      ["grep -P 'a' d"],
    ] as const;
    const steps = calls.map(([command, problem], index) =>
      shell(`${number}-${index}`, command, problem === undefined ? 0 : 2, problem ?? "ok"),
    );
    home.write(session(number, steps));
  }
  const { picture } = program.json(["start"]) as {
    picture: { candidates: object };
  };
  expect(picture.candidates).toMatchObject({ waiting: 2, tested: 1, lessons: [] });
  const out = oneLine(program.ok(["start"]));
  expect(out).not.toContain("would have fired");
  expect(out).toContain("2 candidates, none proven on your history yet.");
});

test("what a forked session repeats is not counted again", () => {
  const program = workedHome();
  const before = program.json(["start"])["picture"];
  const original = session(1, [shell("a1", "git push"), ...missingPython("a2"), editFails("a3")]);
  new Home(program.home).write(forkOf(original, session(9, []), 9));
  const { picture, scan } = program.json(["start"]) as Record<string, Record<string, unknown>>;
  expect(scan).toMatchObject({ sessions: 1, calls: 4, copies: 4 });
  expect(picture?.["mistakes"]).toEqual((before as Record<string, unknown>)["mistakes"]);
});

test("a log that cannot be read is said in a line, and the others are shown", () => {
  const program = workedHome();
  const folder = join(program.home, ".claude/projects/-srv-api");
  writeFileSync(join(folder, "torn.jsonl"), `{"type":"user","message":\n`);
  const out = program.ok(["start"]);
  expect(oneLine(out)).toContain("! 1 record could not be read; the first: ~/.claude");
  expect(out).toContain("Repeated mistakes");
});

test("on a machine without logs an example history is read for real, and the user's own home stays empty", async () => {
  const program = new Program();
  const out = program.ok(["start"]);
  await expect(out).toMatchFileSnapshot(join(golden, "example.txt"));
  expect(oneLine(out)).toContain("Here is a demo on bundled sessions. Nothing was saved.");
  expect(program.run(["list"]).status).toBe(1);
  expect(program.json(["ledger"])).toMatchObject({ total: 0 });
  const { example, picture } = program.json(["start"]);
  expect(picture).toBeNull();
  expect(example).toMatchObject({ scan: { sessions: 8 }, picture: { mistakes: { count: 4 } } });
});

test("it never fails: a store that cannot be opened is said", () => {
  const program = new Program();
  writeFileSync(join(program.home, "file"), "");
  program.environment["LESSONS_HOME"] = join(program.home, "file", "home");
  const { status, out } = program.run(["start"]);
  expect(status).toBe(0);
  expect(out).toContain("cannot open");
  expect(out).toContain("Next\n  lessons doctor");
});

test("everything fits 80 columns and about forty lines, whatever the logs are", () => {
  const empty = new Program();
  const noCalls = new Program();
  const project = join(noCalls.home, ".claude", "projects", "-home-dev");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "a.jsonl"), `${" ".repeat(300_000)}\n`);
  for (const program of [empty, noCalls, workedHome()]) {
    const out = program.ok(["start"]);
    const lines = out.split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(42);
    expect(out).not.toContain("Still to come");
  }
});

test("an agent that came after the others is named at the start, until it is connected", () => {
  const program = new Program();
  const home = new Home(program.home);
  const [codex] = codexScribes;
  home.write(session(1, missingPython("a1"), { form: codex?.title ?? "" }));
  const said = () => oneLine(program.ok(["start", "--yes"]));
  expect(said()).not.toContain("not connected yet");
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  expect(said()).toContain("Codex is not connected yet: lessons init");
  program.ok(["init", "--yes"]);
  expect(said()).not.toContain("not connected yet");
});
