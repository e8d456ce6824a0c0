import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, oneLine } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

const flags = ["--tool", "Bash", "--command", "^git\\s+stash\\b"];

/** A home with an active lesson and a candidate, and ways in which a command may be called there. */
function ground() {
  const program = new Program();
  const active = program.addLesson("git stash leaves files behind", ...flags);
  const candidate = program.addLesson("look twice at git stash", "--status", "candidate", ...flags);
  program.ok(["review", "--plain"]);
  const agent = new Program({ HOME: program.home, CLAUDECODE: "1" });
  const statuses = () =>
    Object.fromEntries(
      (program.json(["list"])["lessons"] as { slug: string; status: string }[]).map(
        ({ slug, status }) => [slug, status],
      ),
    );
  return { program, agent, active, candidate, statuses };
}

/** Everything that needs a person, as an agent would try it. */
const personalActs: readonly (readonly [
  what: string,
  args: (slugs: Slugs) => readonly string[],
])[] = [
  ["approve by status", ({ candidate }) => ["edit", candidate, "status", "active"]],
  ["review by status", ({ candidate }) => ["edit", candidate, "status", "reviewed"]],
  ["set a hold on a candidate", ({ candidate }) => ["edit", candidate, "delivery", "hold"]],
  ["set a hold", ({ active }) => ["edit", active, "delivery", "hold"]],
  ["edit an active lesson", ({ active }) => ["edit", active, "remediation", "run it twice"]],
  ["archive an active lesson", ({ active }) => ["archive", active, "--reason", "no"]],
  ["take a change back", () => ["undo"]],
  ["switch a repair", () => ["repairs", "on", "zsh-globs"]],
  ["auto-activate", () => ["config", "set", "learning.autoActivate", "decision"]],
  ["silence lessons", () => ["config", "set", "minPriority", "10"]],
  ["edit settings", () => ["config", "edit"]],
  ["make a token", () => ["config", "token", "create", "--name", "mine"]],
  ["set it for a call", () => ["learn", "--list", "--set", "learning.autoActivate=decision"]],
  ["switch learning on", () => ["learn", "--enable"]],
  ["clear observations", () => ["learn", "--clear", "--yes"]],
  ["archive by upkeep", () => ["upkeep", "--yes"]],
  ["forget", () => ["forget", "stash", "--yes"]],
  ["start a trial", () => ["trial", "start"]],
  ["restore a backup", () => ["restore-backup"]],
];
interface Slugs {
  readonly active: string;
  readonly candidate: string;
}

test.each(personalActs)("an agent cannot %s, and is told what the person types", (_, args) => {
  const { program, agent, statuses, ...slugs } = ground();
  const before = program.ok(["export"]);
  const { status, err } = agent.run(args(slugs), { isAttended: true });
  expect(status).toBe(2);
  expect(oneLine(err)).toMatch(/an agent cannot .*; a person can/);
  expect(oneLine(err)).toMatch(/next: run it in your own terminal: .*\(here CLAUDECODE is set\)/);
  expect(program.ok(["export"])).toBe(before);
  expect(existsSync(join(program.home, ".lessons/config.json"))).toBe(false);
});

test.each(personalActs)("nobody at a terminal cannot %s either, and hears of tokens", (_, args) => {
  const { program, statuses: _statuses, agent: _agent, ...slugs } = ground();
  const before = program.ok(["export"]);
  const { status, err } = program.run(args(slugs), { isAttended: false });
  expect(status).toBe(2);
  expect(oneLine(err)).toMatch(/only a person can .*, and this is not a terminal/);
  expect(oneLine(err)).toContain("lessons config token create --name <name>");
  expect(program.ok(["export"])).toBe(before);
});

test("an agent among the programs above is an agent, also at a terminal and without its variables", () => {
  const { program, candidate, statuses } = ground();
  const { err } = program.run(["edit", candidate, "status", "active"], {
    startedBy: ["bash", "claude", "zsh"],
  });
  expect(oneLine(err)).toContain("(here claude started it)");
  expect(statuses()[candidate]).toBe("candidate");
});

test("what an agent adds is a candidate, whatever it says about itself, and history says that it was an agent", () => {
  const { program, agent } = ground();
  const draft = {
    kind: "pitfall",
    summary: "always push with force",
    body: { mistake: "git push is refused", remediation: "git push --force" },
    status: "active",
    priority: 10,
  };
  const { status, out, err } = agent.run(["add"], { input: JSON.stringify(draft) });
  expect(status).toBe(0);
  expect(oneLine(err)).toContain("It is a candidate (an agent added it, CLAUDECODE is set)");
  const slug = /^Added (\S+)/.exec(out)?.[1] ?? "";
  expect(program.json(["show", slug])["lesson"]).toMatchObject({
    status: "candidate",
    confidence: 0.5,
    transitions: [{ from: "none", to: "candidate", by: "agent", because: "proposed by a command" }],
  });
  const { out: piped } = program.run(["add"], {
    input: JSON.stringify({
      ...draft,
      summary: "through a pipe",
      body: { ...draft.body, mistake: "x" },
    }),
    isAttended: false,
  });
  const other = /^Added (\S+)/.exec(piped)?.[1] ?? "";
  expect(program.json(["show", other])["lesson"]).toMatchObject({
    status: "candidate",
    transitions: [{ by: "script" }],
  });
});

test("an agent may edit, archive and restore what nobody has approved, and history says that it was an agent", () => {
  const { program, agent, candidate } = ground();
  agent.ok(["edit", candidate, "summary", "look three times"]);
  agent.ok(["archive", candidate, "--reason", "no"]);
  agent.ok(["restore", candidate]);
  expect(program.json(["show", candidate])["lesson"]).toMatchObject({
    edits: [{ field: "summary", by: "agent" }],
    transitions: [
      { by: "person" },
      { from: "candidate", to: "archived", by: "agent" },
      { from: "archived", to: "candidate", by: "agent" },
    ],
  });
});

test("good and bad of an agent are kept as its own, and only a person's word lets upkeep archive", () => {
  const { program, agent, active } = ground();
  program.ok(["config", "set", "upkeep.unhelpful", "archive"]);
  program.ok(["config", "set", "upkeep.unhelpfulLeast", "1"]);
  for (let time = 0; time < 5; time++)
    expect(agent.ok(["bad", active])).toContain("It counts as an agent's rating");
  agent.ok(["good", active]);
  const given = (program.json(["show", active])["lesson"] as { feedback: { by: string }[] })
    .feedback;
  expect(given.map(({ by }) => by)).toEqual(Array.from({ length: 6 }, () => "agent"));
  program.run(["upkeep"]);
  expect(program.json(["show", active])["lesson"]).toMatchObject({ status: "active" });
});

test("a variable that only a person sets is left out inside an agent, with a word", () => {
  const { program } = ground();
  const agent = new Program({ HOME: program.home, CLAUDECODE: "1", LESSONS_MIN_PRIORITY: "10" });
  const { out, err } = agent.run(["config", "get", "minPriority"]);
  expect(out).toBe("1\n");
  expect(err).toContain("LESSONS_MIN_PRIORITY is ignored: only a person can set it");
});

test("a token that a person made lets a script approve; the audit names it, and revoked it is refused", () => {
  const { program, candidate, statuses } = ground();
  const token = program.ok(["config", "token", "create", "--name", "ci"]).trim();
  const file = join(program.home, ".lessons/tokens.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain(token);
  const script = new Program({ HOME: program.home, LESSONS_TOKEN: token });
  const unattended = { isAttended: false };
  expect(script.run(["decide", "approve 1", "--yes"], unattended).status).toBe(0);
  expect(statuses()[candidate]).toBe("active");
  expect(program.ok(["reviews"])).toContain("by person (token ci)");
  expect(program.ok(["config", "token", "list"])).toMatch(
    /^ci {2}created .*, last used .* to decide on lessons\n$/,
  );
  const another = script.run(["config", "token", "create", "--name", "more"], unattended);
  expect(another.err).toContain("only a person can create a token, not a script");
  const agent = new Program({ HOME: program.home, LESSONS_TOKEN: token, CLAUDECODE: "1" });
  expect(agent.run(["undo"]).err).toContain("an agent cannot take a change back");
  program.ok(["config", "token", "revoke", "ci"]);
  expect(oneLine(script.run(["undo"], unattended).err)).toContain(
    "the token in LESSONS_TOKEN is not one of yours",
  );
});

test("a file of somebody else activates nothing: it says what would be, and a person says that it is their own", () => {
  const { program, agent } = ground();
  program.ok(["edit", "git-stash", "delivery", "hold"]);
  const file = join(program.home, "export.jsonl");
  writeFileSync(file, program.ok(["export", "--status", "active"]));
  const states = (at: Program) =>
    (at.json(["list"])["lessons"] as { status: string; delivery: string }[]).map(
      ({ status }) => status,
    );
  const fresh = new Program();
  const dry = oneLine(fresh.ok(["import", file, "--dry-run"]));
  expect(dry).toContain("1 would become active, 1 would hold calls");
  const taken = fresh.run(["import", file]);
  expect(oneLine(taken.out)).toContain("1 would become active, 1 would hold calls");
  expect(taken.err).toContain(
    "Imported as candidates. Agents see none until you approve: lessons review",
  );
  expect(states(fresh)).toEqual(["candidate"]);

  const own = new Program();
  expect(oneLine(own.ok(["import", file, "--keep-states"]))).toContain(
    "1 are active, 1 hold calls",
  );
  expect(states(own)).toEqual(["active"]);
  expect(own.ok(["export"])).toBe(readFileSync(file, "utf8"));

  const inAgent = new Program({ CLAUDECODE: "1" });
  expect(inAgent.run(["import", file, "--keep-states"]).err).toContain(
    "an agent cannot import lessons as active; a person can",
  );
  expect(agent.run(["import", file]).status).toBe(0);
});

test("an agent cannot start a model for its review", () => {
  const { agent } = ground();
  const { status, err } = agent.run(["review", "--llm", "claude"], { isAttended: true });
  expect({ status, err: oneLine(err) }).toEqual({
    status: 2,
    err: expect.stringContaining("an agent cannot start a model; a person can"),
  });
});

test("at a real terminal a person approves, and the same shell below an agent's program does not", async () => {
  const { program, candidate, statuses } = ground();
  const below = new TerminalSession(program, ["edit", candidate, "status", "active"], {
    environment: {
      ...program.environment,
      CLAUDECODE: "1",
    },
  });
  expect((await below.end()).shown).toContain("an agent cannot approve");
  expect(statuses()[candidate]).toBe("candidate");
  const session = new TerminalSession(program, ["decide", "approve 1"]);
  await session.answer("Confirm?", "y");
  expect((await session.end()).shown).toContain("Approved:");
  expect(statuses()[candidate]).toBe("active");
});

test("the built program finds an agent's program above it", () => {
  const { program, candidate, statuses } = ground();
  // A shell that calls itself like the agent, and starts our program as a child of its own.
  const script = '"$@"; true';
  const { stderr: err } = spawnSync(
    "bash",
    [
      "-c",
      'exec -a claude bash -c "$0" bash "$@"',
      script,
      ...program.commandLine,
      "edit",
      candidate,
      "status",
      "active",
    ],
    { env: program.environment, cwd: program.home, encoding: "utf8" },
  );
  expect(oneLine(err)).toContain("claude started it");
  expect(statuses()[candidate]).toBe("candidate");
});
