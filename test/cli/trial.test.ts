import { expect, test } from "vitest";
import { isWithheld } from "../../src/deliver/trial/assignment.ts";
import { ActedAgent } from "../kit/acted-agent.ts";
import { oneLine, preparedOnce, Program } from "../kit/program.ts";
import { missingPython } from "../scan/one-session.ts";
import { History, timeOf } from "../stats/history.ts";

const noPython = {
  command: "python build.py",
  exitStatus: 127,
  error: "bash: python: command not found",
};

/** A home with one lesson that was learned from two sessions, one that forbids a command, and those that a trial leaves alone. */
const withLessons = preparedOnce(() => {
  const history = new History();
  const { program } = history;
  for (const number of [1, 2]) history.session(number, missingPython(`toolu_${number}`));
  program.ok(["scan", "--auto"]);
  const { lessons } = program.json(["list", "--status", "candidate"]) as {
    lessons: readonly { slug: string; tags: readonly string[] }[];
  };
  const python = lessons.find(({ tags }) => tags.includes("tool:python"))?.slug ?? "";
  history.approve(python, timeOf(3, 0));
  // Nobody but the test reads the logs.
  program.ok(["config", "set", "autoScanIntervalHours", "0"]);
  program.ok(["edit", python, "scope", "machine"]);
  program.addLesson("git stash loses files", "--command", "^git\\s+stash\\b");
  program.addLesson("critical one", "--command", "^rm\\b", "--priority", "CRITICAL");
  program.addLesson("held one", "--command", "^git\\s+push\\b", "--delivery", "hold");
  program.addLesson("about a file", "--path", "**/x.md");
  return program;
});

/** Sessions of which it is known on which side of a lesson they will be. */
function drawnSessions(program: Program, tag: string, count: number) {
  const trial = reportOf(program);
  const { lessons } = program.json(["list", "--status", "active"]) as {
    lessons: readonly { id: string; tags: readonly string[] }[];
  };
  const lesson = lessons.find(({ tags }) => tags.includes(tag))?.id ?? "";
  const drawn = { id: String(trial?.["id"]), share: 500, lessons: [lesson] };
  const ids = Array.from(
    { length: 10 * count },
    (_, number) => `5e55101a-0000-4000-8000-${String(number).padStart(12, "0")}`,
  );
  const sideOf = (isWithout: boolean) =>
    ids.filter((id) => isWithheld(drawn, id, lesson) === isWithout).slice(0, count);
  return { without: sideOf(true), told: sideOf(false) };
}

type Report = Record<string, unknown> & {
  readonly lessons: readonly { readonly slug: string }[];
};
const reportOf = (program: Program, ...args: readonly string[]) =>
  program.json(["trial", ...args])["trial"] as Report | null;

test("a trial over 40 sessions ends in a report: design, sides, estimate, interval, what it does not show", () => {
  const program = withLessons();
  const started = program.ok(["trial", "start", "--share", "50%"]);
  expect(oneLine(started)).toContain(
    "Trial started: 2 lessons are withheld in 50 % of new sessions, each drawn separately. Always shown: 1 CRITICAL, 1 that hold (to withhold them too: --include). 1 more always shown: logs cannot show whether their mistake repeats.",
  );
  const agent = new ActedAgent(program.home, `${program.home}/api`);
  const { without, told } = drawnSessions(program, "tool:python", 20);
  // Told, it is made in 4 of 20 sessions; untold, in 16.
  for (const [ids, isMade] of [
    [told, (number: number) => number % 5 === 0],
    [without, (number: number) => number % 5 !== 0],
  ] as const)
    for (const [number, id] of ids.entries()) {
      const said = agent.session(id, noPython, () =>
        isMade(number) ? noPython.command : "python3 build.py",
      );
      expect(said.includes("`python` is not installed")).toBe(ids === told);
    }

  // Before the logs are read, nobody is counted.
  expect(reportOf(program)).toMatchObject({
    pending: { without: 20, with: 20 },
    overAll: { says: "too-few", sparedPer100: null },
  });
  program.ok(["scan", "--auto"]);
  const report = oneLine(program.ok(["trial", "stop"]));
  const { overAll, lessons, stoppedAt, ...rest } = reportOf(program) as Report;
  expect(overAll).toEqual({
    without: { hits: 16, all: 20 },
    with: { hits: 4, all: 20 },
    sparedPer100: { estimate: 60, low: 28.4, high: 77.2 },
    says: "helps",
    sessionsNeeded: 29,
  });
  expect(lessons).toHaveLength(1);
  expect(rest).toMatchObject({
    sharePercent: 50,
    sessions: 40,
    triedLessons: 2,
    draw: { all: 40, without: 20, isAsDrawn: true },
    pending: { without: 0, with: 0 },
  });
  expect(stoppedAt).not.toBeNull();
  for (const words of [
    "Trial of 2 lessons, ",
    "For each lesson, a hash of trial, session and lesson withholds it in 50 % of sessions.",
    "Lessons that are CRITICAL, hold or fix are always shown.",
    "(intention to treat)",
    "40 sessions, 40 pairs of session and lesson: 20 without (50 %, planned: 50 %)",
    "without mistake repeated in 16 of 20 (80 %)",
    "with mistake repeated in 4 of 20 (20 %)",
    "60 of 100 sessions (95 % interval: 28.4 to 77.2)",
    "Newcombe's interval with Student's quantile",
    "lessons prevent the mistake",
    "1 lesson is not due in a session yet",
    "Limits",
    "The interval is valid if you planned the end in advance.",
  ])
    expect(report).toContain(words);

  const stats = oneLine(program.ok(["stats"]));
  expect(stats).toContain("Trial of 2 lessons, ");
  expect(stats).toContain("From an experiment. Its design, lessons and limits: lessons trial");
  expect(program.json(["stats"])["trial"]).toEqual(reportOf(program));
});

test("while it runs, status, doctor, explain and card say that it withholds", () => {
  const program = withLessons();
  const slug = program.addLesson("jq is missing", "--command", "^jq\\b");
  program.ok(["trial", "start"]);
  const sentence = "A trial withholds it in 20 % of sessions";
  expect(oneLine(program.ok(["explain", slug]))).toContain(sentence);
  expect(oneLine(program.ok(["status"]))).toContain(
    "trial each of 3 lessons is withheld in 20 % of sessions: lessons trial",
  );
  expect(oneLine(program.run(["doctor"]).out)).toContain(
    "a trial withholds each of 3 lessons in 20 % of sessions",
  );
  expect(oneLine(program.ok(["card"]))).toContain(
    "A trial withholds 1 line, each in 20 % of sessions: lessons trial",
  );
  expect(program.json(["explain", slug])["reach"]).toMatchObject({ withheldPercent: 20 });
  const other = program.addLesson("made later", "--command", "^yq\\b");
  expect(oneLine(program.ok(["explain", other]))).not.toContain(sentence);
  program.ok(["trial", "stop"]);
  expect(oneLine(program.ok(["explain", slug]))).not.toContain(sentence);
  expect(program.ok(["status"])).not.toContain("trial");
});

test("explain of a call says whether this very session goes without the lesson", () => {
  const program = withLessons();
  program.addLesson("jq is missing", "--command", "^jq\\b", "--tag", "tool:jq", "--slug", "no-jq");
  program.ok(["trial", "start", "--share", "50%"]);
  const { without, told } = drawnSessions(program, "tool:jq", 1);
  const agent = new ActedAgent(program.home);
  const fateIn = (session = "") => {
    agent.session(session, noPython);
    const payload = {
      session_id: session,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "jq . x" },
      cwd: program.home,
    };
    const input = JSON.stringify(payload);
    return oneLine(program.ok(["explain", "no-jq", "--payload", "-"], { input }));
  };
  expect(fateIn(without[0])).toContain(
    "It fires at this call, but a trial withholds it in this session: lessons trial.",
  );
  expect(fateIn(told[0])).toContain("the agent gets the whole text");
});

test("without a trial, before and since say that they are no experiment", () => {
  const program = withLessons();
  const { lessons } = program.json(["list", "--status", "active"]) as {
    lessons: readonly { slug: string; tags: readonly string[] }[];
  };
  const python = lessons.find(({ tags }) => tags.includes("tool:python"))?.slug ?? "";
  expect(oneLine(program.ok(["stats", "--lesson", python]))).toContain("it is not an experiment");
});

test("one trial at a time; it is not changed while it runs, and one that does not run cannot be stopped", () => {
  const program = withLessons();
  expect(program.run(["trial"])).toMatchObject({
    status: 1,
    err: expect.stringContaining("No trial yet. lessons trial start"),
  });
  expect(program.run(["trial", "stop"]).status).toBe(1);
  program.ok(["trial", "start", "--share", "0.3"]);
  expect(reportOf(program)).toMatchObject({ sharePercent: 30, included: [], stoppedAt: null });
  expect(program.run(["trial", "start"]).err).toContain("a trial is already running since");
  expect(program.run(["trial", "stop", "--share", "10%"]).err).toContain(
    "--share and --include work only with lessons trial start",
  );
  const first = reportOf(program, "stop");
  program.ok(["trial", "start"]);
  expect(reportOf(program)?.["id"]).not.toBe(first?.["id"]);
});

test("CRITICAL, hold and fix lessons are tried when somebody asks, and only then", () => {
  const program = withLessons();
  const started = program.json(["trial", "start", "--include", "critical,hold"]);
  expect(started).toMatchObject({
    type: "lessons-trial-start",
    triedLessons: 4,
    included: ["critical", "hold"],
    protected: { critical: 0, hold: 0, fix: 0 },
  });
});

test.each(["100%", "0%", "0.95", "x", ""])("a share is 1 to 90 percent: not %o", (share) => {
  const { status, err } = withLessons().run(["trial", "start", "--share", share]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("Use a share of sessions from 1% to 90%.");
});

test("what is to be tried too is named by its word", () => {
  const { err } = withLessons().run(["trial", "start", "--include", "critical,all"]);
  expect(oneLine(err)).toContain("Use one or more of critical, hold, fix.");
});

test("without a lesson whose mistake a log can show there is nothing to try", () => {
  const program = new Program();
  expect(program.run(["trial", "start"]).err).toContain("no active lesson reaches an agent");
  program.addLesson("about a file", "--path", "**/x.md");
  expect(program.run(["trial", "start"]).err).toContain("a mistake that logs can show");
});

test.each(["start", "stop"])("an agent cannot %s a trial", (act) => {
  const program = withLessons();
  if (act === "stop") program.ok(["trial", "start"]);
  const before = reportOf(program);
  program.environment["CLAUDECODE"] = "1";
  const { status, err } = program.run(["trial", act]);
  expect(status).toBe(2);
  expect(err).toContain(`an agent cannot ${act} a trial; a person can`);
  expect(reportOf(program)).toEqual(before);
});
