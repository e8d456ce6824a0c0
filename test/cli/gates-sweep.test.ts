import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { gateText } from "../gates/gate-ground.ts";
import { oneLine, Program, type Outcome } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

/**
 * The built program in a project of its own, and a program named `claude` that answers in the form of the real one.
 * A note that says `hang` makes it wait for ever, one that says `refuse` makes it fail.
 */
class SweepProgram extends Program {
  readonly project = join(this.home, "project");
  readonly bin = join(this.home, "bin");

  constructor() {
    super();
    mkdirSync(join(this.project, "docs"), { recursive: true });
    mkdirSync(this.bin);
    execFileSync("git", ["init", "-q", this.project]);
    writeFileSync(join(this.bin, "claude"), reviewer);
    chmodSync(join(this.bin, "claude"), 0o755);
    this.environment["PATH"] = `${this.bin}${delimiter}${this.environment["PATH"] ?? ""}`;
    this.environment["STAND_IN_LOG"] = join(this.home, "asked.log");
  }

  note(name: string, text: string): void {
    writeFileSync(join(this.project, "docs", name), text);
  }

  gates(...args: readonly string[]): Outcome {
    return this.run(["gates", ...args], { cwd: this.project });
  }

  /** What the stand-in was started with, one line each. */
  asked(): readonly { readonly pid: number; readonly args: readonly string[]; guard?: string }[] {
    const log = join(this.home, "asked.log");
    if (!existsSync(log)) return [];
    return readFileSync(log, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  runs(): readonly unknown[] {
    const database = new DatabaseSync(join(this.project, ".lessons/reviews.db"));
    try {
      const rows = database.prepare("SELECT status FROM review_runs ORDER BY review_run_id").all();
      return rows.map((row) => row["status"]);
    } finally {
      database.close();
    }
  }
}

const reviewer = `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const prompt = readFileSync(0, "utf8");
const { env, pid, argv } = process;
appendFileSync(env.STAND_IN_LOG, JSON.stringify({ pid, args: argv.slice(2), guard: env.LESSONS_DISABLED }) + "\\n");
if (prompt.includes("please refuse")) { console.error("not signed in"); process.exit(3); }
if (prompt.includes("please hang")) setInterval(() => {}, 1000);
else {
  const nonce = /this run's code \`([^\`]+)\`/.exec(prompt)[1];
  const blocks = [...prompt.matchAll(/^- pair (\\d+): note/gm)].map(([, n]) =>
    \`<<<review \${n} \${nonce}>>>\\nRead it.\\n\\n\${prompt.includes("wholly wrong") ? "- FAIL: line 1: wrong; take it out\\n\\n## Result: FAIL" : prompt.includes("very very") ? "- WARN: line 1: very twice; once is enough\\n\\n## Result: WARN" : "## Result: PASS"}\\n<<<end review \${n} \${nonce}>>>\\n\`);
  console.log(JSON.stringify({ type: "result", result: blocks.join("\\n"), modelUsage: { "stand-in": {} } }));
}
`;

const reviewerFlags = ["--runner", "claude-code", "--model", "opus"] as const;
const by = [...reviewerFlags, "--yes"] as const;

test("a sweep asks the program about what is stale, says each run as it ends, and a second one has nothing to do", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  program.note("b.md", "It is very very fast.\n");
  const first = program.gates("sweep", "prose", "semantic/scope", ...by, "--jobs", "1");
  expect({
    status: first.status,
    out: first.out.replaceAll(/, \d+ s$/gm, ", … s"),
    err: oneLine(first.err),
  }).toEqual({
    status: 0,
    out: `pass   docs/a.md by prose: 3 pass · run 1, … s
warn   docs/b.md by prose: 3 warn · run 2, … s
pass   docs/a.md by semantic/scope: 1 pass · run 3, … s
warn   docs/b.md by semantic/scope: 1 warn · run 4, … s
`,
    err: "8 pairs in 4 runs: starts claude (claude-code, opus) 4 times, 1 at a time. Ctrl-C stops; saved reviews stay. docs/a.md by prose docs/b.md by prose docs/a.md by semantic/scope docs/b.md by semantic/scope 8 pairs accepted: 4 pass, 4 warn. To see what to fix: lessons gates warn ",
  });
  for (const { args, guard } of program.asked()) {
    expect(args).toEqual(expect.arrayContaining(["--print", "--tools=", "--model=opus"]));
    expect(guard).toBe("1");
  }
  expect(program.gates("sweep", "prose", "semantic/scope", ...by)).toEqual({
    status: 0,
    out: "",
    err: "Nothing stale in 8 pairs.\n",
  });
  expect(program.asked()).toHaveLength(4);
});

test("a sweep says what it will start and starts nothing that nobody agreed to", async () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  const dry = program.gates("sweep", "semantic/scope", "--dry-run");
  expect({ ...dry, err: oneLine(dry.err) }).toEqual({
    status: 0,
    out: "",
    err: "1 pair in 1 run: starts claude (claude-code, sonnet) 1 time, 1 at a time. Ctrl-C stops; saved reviews stay. docs/a.md by semantic/scope Nothing was started. ",
  });
  expect(existsSync(join(program.project, ".lessons"))).toBe(false);
  const unasked = program.gates("sweep", "semantic/scope");
  expect(unasked.status).toBe(2);
  expect(unasked.err).toContain("add --yes to start them");
  const no = new TerminalSession(program, ["gates", "sweep", "semantic/scope"], {
    cwd: program.project,
  });
  await no.answer("Start 1 run?", "n");
  expect((await no.end()).status).toBe(0);
  expect(program.asked()).toEqual([]);
});

test("runner and model come from the settings, and another program needs a model of its own", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  program.ok(["config", "set", "gates.model", "opus"]);
  expect(program.gates("sweep", "semantic/scope", "--yes").status).toBe(0);
  expect(program.asked()[0]?.args).toContain("--model=opus");
  expect(program.gates("select", "semantic/scope", "--model", "opus").status).toBe(1);
  program.ok(["config", "set", "gates.model", "sonnet"]);
  program.ok(["config", "set", "gates.runner", "codex"]);
  expect(program.gates("sweep", "semantic/scope", "--yes").err).toContain(
    "no model given for codex",
  );
});

test("prompts for several notes at once, and ingest takes every answer that is there", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  program.note("b.md", "It is very very fast.\n");
  const notes = ["docs/a.md", "docs/b.md"];
  const made = JSON.parse(
    program.gates("create-runs", "--runner", "live-agent", ...notes, "semantic/scope", "--json")
      .out,
  ) as { runs: { promptPath: string; bundleOutputPath: string }[] };
  expect(made.runs).toHaveLength(2);
  expect(program.gates("ingest").status).toBe(1);
  for (const { promptPath, bundleOutputPath } of made.runs) {
    const answer = execFileSync(join(program.bin, "claude"), {
      input: readFileSync(promptPath),
      env: program.environment,
      encoding: "utf8",
    });
    writeFileSync(bundleOutputPath, (JSON.parse(answer) as { result: string }).result);
  }
  expect(program.gates("ingest", "--review-run-id", "1").out).toContain("pass  docs/a.md");
  expect(program.gates("ingest").out).toContain("warn  docs/b.md");
  expect(program.runs()).toEqual(["completed", "completed"]);
});

test("one run that fails does not end the sweep, and the exit status says so", () => {
  const program = new SweepProgram();
  program.note("a.md", "please refuse\n");
  program.note("b.md", "It is fast.\n");
  const { status, out, err } = program.gates("sweep", "semantic/scope", ...by, "--jobs", "1");
  expect({ status, out: out.replaceAll(/\d+ s$/gm, "… s"), err: oneLine(err) }).toEqual({
    status: 2,
    out: `failed docs/a.md by semantic/scope · run 1, … s
       claude ended with 3: not signed in
pass   docs/b.md by semantic/scope: 1 pass · run 2, … s
`,
    err: expect.stringContaining(
      "1 pair accepted: 1 pass. 1 run failed. Run the same command again to continue.",
    ),
  });
  expect(program.runs()).toEqual(["failed", "completed"]);
});

test("JSON says what came of every run", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  program.note("b.md", "please refuse\n");
  const { status, out } = program.gates("sweep", "semantic/scope", ...by, "--json", "--jobs", "1");
  expect(status).toBe(2);
  const gates = ["semantic/scope"];
  const durationMs = expect.any(Number);
  expect(JSON.parse(out)).toEqual({
    type: "lessons-gates-sweep",
    version: 1,
    runner: "claude-code",
    model: "opus",
    dryRun: false,
    looked: 2,
    stale: 2,
    planned: [
      { packing: "note", notes: ["docs/a.md"], gates },
      { packing: "note", notes: ["docs/b.md"], gates },
    ],
    runs: [
      {
        planned: { packing: "note", notes: ["docs/a.md"], gates },
        run: 1,
        outcome: "ingested",
        durationMs,
        report: {
          run: 1,
          model: "opus",
          completed: [
            {
              notePath: "docs/a.md",
              gatePath: "builtin:semantic/scope",
              verdict: "pass",
              resultPath: ".lessons/reports/review-run-1/pair-1-semantic-scope.md",
              changes: [],
            },
          ],
          missing: [],
          foreign: [],
        },
      },
      {
        planned: { packing: "note", notes: ["docs/b.md"], gates },
        run: 2,
        outcome: "failed",
        durationMs,
        problem: "claude ended with 3: not signed in",
        isSilent: true,
      },
    ],
    notAsked: 0,
    isStopped: false,
    abandoned: [],
    leftOutGates: [],
    brokenGates: [],
    problems: [],
  });
});

test("a gate sweep packs many notes under one gate", () => {
  const program = new SweepProgram();
  for (const name of ["a", "b", "c"]) program.note(`${name}.md`, `${name} is fast.\n`);
  const { status, out } = program.gates(
    "gate-sweep",
    "prose/redundancy",
    ...by,
    "--batch-size",
    "2",
  );
  expect(status).toBe(0);
  expect(
    out
      .replaceAll(/, \d+ s$/gm, "")
      .split("\n")
      .toSorted(),
  ).toEqual([
    "",
    "pass   prose/redundancy over 1 note: 1 pass · run 2",
    "pass   prose/redundancy over 2 notes: 2 pass · run 1",
  ]);
  expect(program.gates("gate-sweep", "prose", ...by).err).toContain("is a bundle");
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends the programs that are being asked; what was accepted stays and the next sweep goes on",
  async (signal) => {
    const program = new SweepProgram();
    program.note("a.md", "It is fast.\n");
    program.note("b.md", "please hang\n");
    program.note("c.md", "please hang\n");
    const sweeping = program.start(["gates", "sweep", "semantic/scope", ...by, "--jobs", "1"], {
      cwd: program.project,
    });
    const exited = once(sweeping, "close");
    while (program.asked().length < 2) await setImmediate();
    sweeping.kill(signal);
    expect(await exited).toEqual([130, null]);
    expect(() => process.kill(program.asked()[1]?.pid ?? 0, 0)).toThrow("ESRCH");
    expect(program.runs()).toEqual(["completed", "failed"]);
    program.note("b.md", "It is quick.\n");
    program.note("c.md", "It is nimble.\n");
    expect(program.gates("sweep", "semantic/scope", ...by).status).toBe(0);
    expect(program.runs()).toEqual(["completed", "failed", "completed", "completed"]);
  },
);

test("a sweep that is killed leaves whole runs only, and the next one marks what was being asked as failed", async () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  program.note("b.md", "please hang\n");
  const sweeping = program.start(["gates", "sweep", "semantic/scope", ...by, "--jobs", "1"], {
    cwd: program.project,
  });
  const exited = once(sweeping, "close");
  while (program.asked().length < 2) await setImmediate();
  sweeping.kill("SIGKILL");
  process.kill(program.asked()[1]?.pid ?? 0, "SIGKILL");
  await exited;
  expect(program.runs()).toEqual(["completed", "running"]);
  program.note("b.md", "It is quick.\n");
  const { status, err } = program.gates("sweep", "semantic/scope", ...by);
  expect(status).toBe(0);
  expect(oneLine(err)).toContain("1 run of a killed sweep marked as failed: 2.");
  expect(program.runs()).toEqual(["completed", "failed", "completed"]);
});

test("wrong calls of sweeps say what is wrong, and ask nobody", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  const cases: readonly (readonly [readonly string[], string])[] = [
    [["sweep", ...by], "no gate given"],
    [["sweep", "prose", "--runner", "live-agent", "--model", "m"], "Allowed choices are"],
    [["sweep", "prose", "--runner", "codex"], "no model given for codex"],
    [["sweep", "prose", "--runner", "codex", "--model", "-x"], "is not a valid model name"],
    [["sweep", "prose", ...by, "--jobs", "99"], "from 1 to 32"],
    [["sweep", "prose", ...by, "--note", "nowhere.md"], "nowhere.md does not exist"],
    [["gate-sweep", "prose/scope", ...by], 'no gate or bundle is named "prose/scope"'],
    [["gate-sweep", "prose/redundancy", ...by, "--batch-size", "0"], "from 1 to 100"],
  ];
  for (const [args, message] of cases) {
    const { status, err } = program.gates(...args);
    expect({ args, status, err: oneLine(err) }).toEqual({
      args,
      status: 2,
      err: expect.stringContaining(message),
    });
  }
  program.environment["REVIEW_SWEEP_JOBS"] = "many";
  expect(program.gates("sweep", "prose", ...by).err).toContain('REVIEW_SWEEP_JOBS is "many"');
  expect(program.asked()).toEqual([]);
});

test("REVIEW_SWEEP_JOBS says how many are asked at a time, and --jobs comes before it", () => {
  const program = new SweepProgram();
  for (const name of ["a", "b", "c"]) program.note(`${name}.md`, `${name} is fast.\n`);
  program.environment["REVIEW_SWEEP_JOBS"] = "2";
  expect(program.gates("sweep", "semantic/scope", ...by).err).toContain("2 at a time");
  expect(program.gates("sweep", "prose/redundancy", ...by, "--jobs", "1").err).toContain(
    "1 at a time",
  );
});

test("calibration says how many samples the reviewer got right, lists the wrong ones, and keeps nothing", () => {
  const program = new SweepProgram();
  const { status, out, err } = program.gates("calibrate", "prose/source-residue", ...reviewerFlags);
  expect({ status, err: oneLine(err) }).toEqual({
    status: 1,
    err: "prose/source-residue with opus: 3 of 7 samples right. Too lenient: with this model, prose/source-residue passes every bad sample. Make its warn and fail criteria more concrete. ",
  });
  const words = "       Read it.\n\n       ## Result: PASS\n";
  expect(out).toBe(
    [
      ...[1, 2, 3].map((n) => `wrong  bad-${n}.md   pass, expected fail\n${words}`),
      ...[1, 2, 3].map((n) => `right  good-${n}.md  pass\n`),
      `wrong  warn-1.md  pass, expected warn\n${words}`,
    ].join(""),
  );
  expect(existsSync(join(program.project, ".lessons"))).toBe(false);
  const answer = program.gates("calibrate", "lesson/trigger-precise", ...reviewerFlags, "--json");
  expect(JSON.parse(answer.out)).toMatchObject({
    type: "lessons-gates-calibration",
    gate: { path: "builtin:lesson/trigger-precise" },
    firing: "never",
    samples: [
      { name: "bad-1.md", worth: "bad", verdict: "pass", isRight: false, isConfused: false },
      ...Array.from({ length: 5 }, () => ({ isConfused: false })),
    ],
  });
  expect(oneLine(program.gates("calibrate", "prose", ...reviewerFlags).err)).toContain(
    "is a bundle",
  );
});

test("calibration says when a warning was given for a failure", () => {
  const program = new SweepProgram();
  const folder = join(program.project, ".lessons/gates/house");
  mkdirSync(join(folder, "plain.samples"), { recursive: true });
  writeFileSync(join(folder, "plain.md"), gateText("house/plain"));
  writeFileSync(join(folder, "plain.samples/bad-1.md"), "It is very very bad.\n");
  writeFileSync(join(folder, "plain.samples/good-1.md"), "It is fine.\n");
  writeFileSync(join(folder, "plain.samples/other.md"), "It is something.\n");
  const { status, out, err } = program.gates("calibrate", "house/plain", ...reviewerFlags);
  expect([status, out.split("\n")[0], oneLine(err)]).toEqual([
    2,
    "near   bad-1.md   warn, expected fail",
    "house/plain with opus: 2 of 2 samples right. 1 of these mixed up warn and fail. Left out: other.md is not named good-….md, warn-….md or bad-….md. ",
  ]);
});

test("a sweep with a program that is not there ends soon, and says what to do", () => {
  const program = new SweepProgram();
  for (const name of ["a", "b", "c", "d", "e", "f"]) program.note(`${name}.md`, `${name}\n`);
  program.environment["PATH"] = program.bin;
  const codex = ["--runner", "codex", "--model", "m", "--jobs", "1", "--yes"];
  const { status, err } = program.gates("sweep", "semantic/scope", ...codex);
  expect([status, oneLine(err)]).toEqual([
    2,
    expect.stringContaining(
      "2 runs not started, because the program failed to answer several times in a row. Start it yourself to check that it works and is signed in.",
    ),
  ]);
});

test("a sweep leaves out gates that need the project, and says so; who names one has it asked", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is fast.\n");
  const { status, err } = program.gates("sweep", "semantic", ...by);
  expect([status, oneLine(err)]).toEqual([
    0,
    expect.stringContaining(
      "Left out: semantic/contradiction, semantic/grounding-alignment (they need project files, which a sweep does not read). To run one anyway, name its id.",
    ),
  ]);
  const value = JSON.parse(program.gates("sweep", "semantic", ...by, "--json").out);
  expect(value).toMatchObject({
    looked: 1,
    leftOutGates: [
      { id: "semantic/contradiction", path: "builtin:semantic/contradiction" },
      { id: "semantic/grounding-alignment" },
    ],
  });
  expect(program.gates("sweep", "semantic/contradiction", ...by).out).toContain(
    "pass   docs/a.md by semantic/contradiction: 1 pass",
  );
});

test("after a sweep in which a pair failed the words that are pointed at say why", () => {
  const program = new SweepProgram();
  program.note("a.md", "It is wholly wrong.\n");
  const { err } = program.gates("sweep", "semantic/scope", ...by);
  expect(oneLine(err)).toContain(
    "1 pair accepted: 1 fail. To see why it failed: lessons gates warn",
  );
  expect(program.gates("warn").out).toContain("  - line 1: wrong; take it out\n");
});

test("a program that cannot be asked is said to be so, and calibration ends with an error", () => {
  const program = new SweepProgram();
  const codex = ["--runner", "codex", "--model", "m"];
  program.environment["PATH"] = program.bin;
  const { status, out } = program.gates("calibrate", "prose/redundancy", ...codex);
  expect([status, out.match(/codex is not on the PATH/g)]).toEqual([
    2,
    expect.objectContaining({ length: 8 }),
  ]);
});
