import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import { gitStash, jsx, programWithCandidates, statusOf, tsNode } from "./review-kit.ts";

const undo = ["undo", "--yes"];

test("undo takes back the last change of any kind, and again the one before", () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  program.ok(["review", "approve 1", "--yes"]);
  program.ok(["archive", tsNode]);
  program.ok(["edit", jsx, "summary", "in other words"]);
  expect(program.ok(undo)).toContain(`↶ ${jsx} (as it was before)`);
  expect(program.ok(undo)).toContain(`↶ ${tsNode} (candidate again)`);
  expect(statusOf(program, gitStash)).toBe("active");
  expect(program.ok(undo)).toContain(`↶ ${gitStash} (candidate again)`);
  expect([gitStash, tsNode, jsx].map((slug) => statusOf(program, slug))).toEqual([
    "candidate",
    "candidate",
    "candidate",
  ]);
  expect(program.run(undo)).toEqual({
    status: 1,
    out: "",
    err: "Nothing to undo.\n",
  });
});

test("a review goes back as a whole, and its numbers go on meaning the same lessons", () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  program.ok(["decide", "expand 3, archive 2: no", "--yes"]);
  const out = program.ok(undo);
  expect(out).toContain(`↶ ${tsNode} (candidate again)`);
  expect(out).toContain("↶ typescript-file-using-jsx (as it was before)");
  program.ok(["review", "skip 2, approve 3", "--yes"]);
  expect(statusOf(program, jsx)).toBe("active");
});

test("undo says what it will do and asks; without anybody to ask it changes nothing", async () => {
  const program = programWithCandidates();
  program.ok(["archive", tsNode]);
  const { status, err, out } = program.run(["undo"]);
  expect({ status, status2: statusOf(program, tsNode) }).toEqual({
    status: 2,
    status2: "archived",
  });
  expect(out).toMatch(/^Undo: archive of .* UTC\n {2}↶ /);
  expect(oneLine(err)).toContain("to undo without a question: lessons undo --yes");
  expect(program.ok(["undo", "--dry-run"])).toMatch(/^Would undo: archive/);
  const terminal = new TerminalSession(program, ["undo"]);
  await terminal.answer("Undo it?", "y");
  expect((await terminal.end()).status).toBe(0);
  expect(statusOf(program, tsNode)).toBe("candidate");
});

test("an undo is a change of its own: taking it back does the first one again", () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  program.ok(["review", "approve 1", "--yes"]);
  program.ok(undo);
  expect(program.ok(["undo", "2", "--yes"])).toContain(`↶ ${gitStash} (active again)`);
  const [review] = program.json(["reviews"])["reviews"] as readonly { undoneAt?: string }[];
  expect(review?.undoneAt).toBeUndefined();
  const { changes } = program.json(["undo", "--list"]) as { changes: readonly object[] };
  expect(changes).toMatchObject([
    { number: 3, command: "undo", undoes: 2, undoneBy: null },
    { number: 2, command: "undo", undoes: 1, undoneBy: 3 },
    {
      number: 1,
      command: "review",
      undoneBy: null,
      lessons: [{ slug: gitStash, change: "candidate → active" }],
    },
  ]);
  expect(program.ok(["undo", "--list"])).toContain(`${gitStash} (candidate → active)`);
});

test("what was changed since is named, and nothing is taken back", () => {
  const program = programWithCandidates();
  program.ok(["promote", "--ids", `${gitStash},${tsNode}`]);
  program.ok(["edit", tsNode, "summary", "another one"]);
  const { status, err } = program.run(["undo", "1", "--yes"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain(`${tsNode} (summary) changed since then`);
  expect(statusOf(program, gitStash)).toBe("active");
});

test("what was added or imported goes to the archive, and comes back with the undo of that", () => {
  const program = new Program();
  const slug = program.addLesson("git stash loses files");
  program.ok(undo);
  expect(statusOf(program, slug)).toBe("archived");
  program.ok(["undo", "2", "--yes"]);
  expect(statusOf(program, slug)).toBe("active");
  program.ok(["import", "starter", "--all"]);
  program.ok(undo);
  const { total } = program.json(["list"]) as { total: number };
  expect(total).toBe(1);
});

test("what init connected is disconnected, to the letter", () => {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  const settings = join(program.home, ".claude/settings.json");
  writeFileSync(settings, '{ "model": "x" }\n');
  program.ok(["init", "--yes", "--no-starter"]);
  expect(readFileSync(settings, "utf8")).toContain("lessons");
  expect(program.ok(undo)).toContain("disconnect your agent");
  expect(readFileSync(settings, "utf8")).toBe('{ "model": "x" }\n');
  // Nothing was connected anew: there is nothing to take back.
  program.ok(["init", "--yes", "--no-starter"]);
  program.ok(["init", "--yes", "--no-starter"]);
  program.ok(undo);
  expect(readFileSync(settings, "utf8")).toBe('{ "model": "x" }\n');
});

test("what uninstall disconnected is connected again: every agent, permission, slash command and status line", () => {
  const program = new Program();
  for (const folder of [".claude", ".codex"]) mkdirSync(join(program.home, folder));
  const settings = join(program.home, ".claude/settings.json");
  writeFileSync(settings, '{ "model": "x" }\n');
  program.ok(["init", "--yes", "--no-starter", "--grants", "--commands", "--statusline"]);
  const connected = agentFiles(program);
  program.ok(["uninstall", "--yes"]);
  const apart = agentFiles(program);
  expect(apart).not.toEqual(connected);
  expect(program.ok(["undo", "--list"])).toContain("disconnected your agent");
  expect(program.ok(undo)).toContain("↶ connect your agent again");
  expect(agentFiles(program)).toEqual(connected);
  // What only took it back can be taken back as well, and so can that.
  expect(program.ok(["undo", "3", "--yes"])).toContain("↶ disconnect your agent");
  expect(agentFiles(program)).toEqual(apart);
  program.ok(["undo", "4", "--yes"]);
  expect(agentFiles(program)).toEqual(connected);
});

/** What agents read, with its content. */
function agentFiles(program: Program): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [".claude", ".codex"].flatMap((folder) =>
      readdirSync(join(program.home, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path, readFileSync(path, "utf8")]),
    ),
  );
}

test("a trial that was started ends, and one that was stopped goes on", () => {
  const program = new Program();
  program.addLesson("git stash loses files", "--command", "^git\\s+stash\\b");
  const isRunning = () =>
    (program.json(["trial"])["trial"] as { stoppedAt: string | null }).stoppedAt === null;
  program.ok(["trial", "start"]);
  expect(program.ok(["undo", "--list"])).toContain("trial started");
  expect(program.ok(undo)).toContain("↶ stop the trial");
  expect(isRunning()).toBe(false);
  program.ok(["undo", "3", "--yes"]);
  expect(isRunning()).toBe(true);
  program.ok(["trial", "stop"]);
  expect(program.ok(undo)).toContain("↶ continue the trial");
  expect(isRunning()).toBe(true);
  program.ok(["trial", "stop"]);
  program.ok(["trial", "start"]);
  // Only one runs at a time.
  const { status, err } = program.run(["undo", "7", "--yes"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("the trial (another one is running) changed since then");
});

test("what was rendered is gone again, and the lesson stays", () => {
  const program = new Program();
  const root = join(program.home, "work");
  mkdirSync(root);
  const slug = program.addLesson("migrations run one after the other");
  program.run(["project", "render", "--include-global"], { cwd: root });
  const written = readdirSync(root, { recursive: true });
  expect(written.length).toBeGreaterThan(0);
  program.ok(undo, { cwd: root });
  expect(
    readdirSync(root, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile()),
  ).toBe(false);
  program.ok(["project", "reconcile"], { cwd: root });
  expect(statusOf(program, slug)).toBe("active");
});

test("a rating is taken back, and given again by the undo of that", () => {
  const program = programWithCandidates();
  const ratings = () =>
    (program.json(["show", tsNode])["lesson"] as { feedback: readonly object[] }).feedback;
  program.ok(["bad", tsNode, "--note", "fires at ts-node -v"]);
  program.ok(["good", tsNode]);
  expect(program.ok(["undo", "--list"])).toContain(`${tsNode} (helpful)`);
  expect(program.ok(undo)).toContain(`↶ ${tsNode} (not rated helpful)`);
  expect(ratings()).toMatchObject([{ verdict: "not-helpful" }]);
  expect(program.ok(undo)).toContain(`↶ ${tsNode} (not rated not-helpful)`);
  expect(ratings()).toEqual([]);
  expect(program.ok(["undo", "4", "--yes"])).toContain(`↶ ${tsNode} (rated not-helpful again)`);
  expect(ratings()).toMatchObject([{ verdict: "not-helpful", note: "fires at ts-node -v" }]);
});

test("a pause, a setting and a repair are changes like any other, and each goes back alone", () => {
  const program = programWithCandidates();
  program.ok(["archive", tsNode]);
  program.ok(["pause"]);
  program.ok(["config", "set", "minConfidence", "0.6"]);
  program.ok(["config", "set", "minConfidence", "0.7"]);
  program.ok(["repairs", "on", "zsh-globs"]);
  const list = oneLine(program.ok(["undo", "--list"]));
  for (const words of ["repair zsh-globs on", "minConfidence = 0.7", "paused", tsNode])
    expect(list).toContain(words);

  expect(program.ok(undo)).toContain("↶ repair zsh-globs off again");
  expect(program.ok(["repairs"])).not.toContain("on,");
  const minConfidence = () => program.ok(["config", "get", "minConfidence"]).trim();
  expect(program.ok(undo)).toContain("↶ minConfidence = 0.6 again");
  expect(minConfidence()).toBe("0.6");
  expect(program.ok(undo)).toContain("↶ minConfidence = default again");
  expect(minConfidence()).toBe("0.5");
  expect(program.ok(undo)).toContain("↶ lessons are shown again");
  expect(program.run(["pause", "--off"]).err).toBe("Lessons were not paused.\n");
  expect(program.ok(undo)).toContain(`↶ ${tsNode} (candidate again)`);
});

test("a setting that was changed since stays, and our files stay for us alone", () => {
  const program = new Program();
  program.ok(["config", "set", "minConfidence", "0.6"]);
  const file = join(program.home, ".lessons/config.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("0.6", "0.9"));
  const { status, err } = program.run(undo);
  expect({ status, is: readFileSync(file, "utf8") }).toEqual({
    status: 2,
    is: text.replace("0.6", "0.9"),
  });
  expect(oneLine(err)).toContain("config.json changed since then");
  writeFileSync(file, text);
  program.ok(undo);
  program.ok(["undo", "2", "--yes"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a broken store does not keep anybody from pausing", () => {
  const program = new Program();
  mkdirSync(join(program.home, ".lessons"), { mode: 0o700 });
  writeFileSync(join(program.home, ".lessons/lessons.db"), "not a database");
  const { status, out, err } = program.run(["pause"]);
  expect(status).toBe(0);
  expect(out).toContain("Paused");
  expect(err).toContain("warning: lessons undo will not know this change");
});
