import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { block, gateText } from "../gates/gate-ground.ts";
import { oneLine, Program, type Outcome } from "../kit/program.ts";

/** The built program in a project of its own. */
class GateProgram extends Program {
  readonly project = join(this.home, "project");

  constructor(environment: Record<string, string> = {}) {
    super(environment);
    mkdirSync(join(this.project, "docs"), { recursive: true });
    execFileSync("git", ["init", "-q", this.project]);
    this.put("docs/a.md", "# A\n\nIt is fast. It is quick.\n");
  }

  put(path: string, text: string): void {
    mkdirSync(join(this.project, path, ".."), { recursive: true });
    writeFileSync(join(this.project, path), text);
  }

  gates(...args: readonly string[]): Outcome {
    return this.run(["gates", ...args], { cwd: this.project });
  }

  value(...args: readonly string[]): Record<string, unknown> {
    return JSON.parse(this.gates(...args, "--json").out);
  }

  /** Makes runs and writes the answers that a reviewer would. */
  asked(note: string, gates: readonly string[], result = "PASS"): readonly AskedRun[] {
    const by = ["--runner", "live-agent", "--model", "opus"];
    const { runs } = this.value("create-runs", ...by, note, ...gates) as {
      runs: AskedRun[];
    };
    for (const run of runs) writeFileSync(run.bundleOutputPath, answerTo(run, result));
    return runs;
  }

  ingest(run: AskedRun, ...more: readonly string[]): Outcome {
    const { run: id, bundleOutputPath: file } = run;
    return this.gates("ingest", "--review-run-id", String(id), "--input-file", file, ...more);
  }
}

interface AskedRun {
  readonly run: number;
  readonly promptPath: string;
  readonly bundleOutputPath: string;
  readonly pairs: readonly object[];
}

function answerTo({ promptPath, pairs }: AskedRun, result: string): string {
  const nonce = /this run's code `([^`]+)`/.exec(readFileSync(promptPath, "utf8"))?.[1] ?? "";
  return pairs.map((_, index) => block(nonce, index + 1, result)).join("\n");
}

test("a note goes through prompt, answer, ingest, warn, ack, show and history", () => {
  const program = new GateProgram();
  expect(program.gates("select", "prose/redundancy", "--model", "opus")).toMatchObject({
    status: 0,
    out: "missing-review  prose/redundancy  docs/a.md\n",
  });
  const [run] = program.asked("docs/a.md", ["prose/redundancy"], "WARN");
  if (run === undefined) throw new Error("no run");
  expect(run).toMatchObject({
    run: 1,
    pairs: [{ notePath: "docs/a.md", gatePath: "builtin:prose/redundancy" }],
  });
  expect(program.ingest(run)).toMatchObject({
    status: 0,
    out: "warn  docs/a.md  builtin:prose/redundancy\n",
    err: "Run 1: 1 pair accepted.\n",
  });
  expect(program.gates("select", "prose/redundancy", "--model", "opus")).toMatchObject({
    status: 1,
    out: "",
    err: "Nothing stale in 1 pair for opus.\n",
  });
  const kept = ["--model", "opus", "--reason", "note-changed"];
  expect(program.gates("select", "prose/redundancy", ...kept).err).toBe("No match in 1 pair.\n");
  expect(program.gates("warn").out).toContain("docs/a.md\n  prose/redundancy · opus");
  expect(program.gates("warn").out).toContain("  - line 1: too long; cut it\n");
  program.put("docs/a.md", "# A\n\nIt is fast.\n");
  expect(program.gates("select", "prose/redundancy", "--model", "opus", "--diff").out).toBe(
    "note-changed    prose/redundancy  docs/a.md\n  @@ -1,3 +1,3 @@\n   # A\n   \n  -It is fast. It is quick.\n  +It is fast.\n",
  );
  expect(program.gates("ack", "--model", "opus", "docs/a.md", "prose/redundancy").out).toBe(
    "acked: docs/a.md prose/redundancy\n",
  );
  expect(program.value("select", "prose/redundancy", "--model", "opus")).toEqual({
    type: "lessons-gates-selection",
    version: 1,
    model: "opus",
    looked: 1,
    pairs: [],
    brokenGates: [],
    problems: [],
  });
  expect(oneLine(program.gates("show", "docs/a.md", "prose/redundancy").out)).toMatch(
    /docs\/a\.md by builtin:prose\/redundancy warn opus · run 1, .*, acknowledged .* · fresh Looked at it\./,
  );
  expect(program.gates("history", "docs/a.md").out.match(/^.*(?:acked|warn) +opus/gm)).toHaveLength(
    2,
  );
});

test("a subfolder is in the same project, and paths are as seen from there", () => {
  const program = new GateProgram();
  const { status, out } = program.run(["gates", "select", "prose/redundancy", "--note", "a.md"], {
    cwd: join(program.project, "docs"),
  });
  expect({ status, out }).toEqual({
    status: 0,
    out: "missing-review  prose/redundancy  docs/a.md\n",
  });
});

test("in a subfolder a name that means two files is refused, and printed names can be typed there", () => {
  const program = new GateProgram();
  program.put("a.md", "# Top\n");
  program.put("docs/docs/a.md", "# Deep\n");
  const inDocs = (...args: readonly string[]) =>
    program.run(["gates", ...args], { cwd: join(program.project, "docs") });
  const refused = inDocs("select", "prose/redundancy", "--note", "a.md");
  expect([refused.status, oneLine(refused.err)]).toEqual([
    2,
    expect.stringContaining("a.md could be ./a.md or ../a.md"),
  ]);
  const rows = inDocs("select", "prose/redundancy").out;
  const names = rows.split("\n").flatMap((line) => line.split(/\s+/)[2] ?? []);
  expect(names).toEqual(["../a.md", "./a.md", "docs/docs/a.md"]);
  for (const name of names)
    expect(inDocs("select", "prose/redundancy", "--note", name).out.split("\n")).toHaveLength(2);
});

test("pairs that failed are listed with what was found, and JSON has it", () => {
  const program = new GateProgram();
  const [run] = program.asked("docs/a.md", ["prose/redundancy"], "FAIL");
  if (run === undefined) throw new Error("no run");
  program.ingest(run);
  const { status, out, err } = program.gates("warn");
  expect([status, err]).toEqual([0, "No warnings.\n"]);
  expect(out).toMatch(
    /^1 pair failed:\n\ndocs\/a\.md\n  prose\/redundancy · opus · .*\n  - line 1: too long; cut it\n/,
  );
  expect(program.value("warn")).toMatchObject({
    warnings: [],
    failed: [{ gate: { id: "prose/redundancy" }, findings: ["line 1: too long; cut it"] }],
  });
});

test("who only looks makes no files in the project", () => {
  const program = new GateProgram();
  program.gates("select", "--all-gates", "--model", "opus");
  expect(program.gates("warn")).toMatchObject({ status: 1, out: "" });
  expect(program.gates("history")).toMatchObject({ status: 1, out: "" });
  expect(existsSync(join(program.project, ".lessons"))).toBe(false);
});

test("git is told to leave reviews alone, and a person's own file stays as it is", () => {
  const program = new GateProgram();
  program.asked("docs/a.md", ["prose/redundancy"]);
  const untracked = () =>
    execFileSync("git", ["status", "--short", "-uall"], { cwd: program.project, encoding: "utf8" });
  expect(untracked()).toBe("?? .lessons/.gitignore\n?? docs/a.md\n");
  expect(statSync(join(program.project, ".lessons/reviews.db")).mode & 0o777).toBe(0o600);
  const other = new GateProgram();
  other.put(".lessons/.gitignore", "mine\n");
  const create = ["create-runs", "--runner", "codex", "--model", "m", "docs/a.md", "prose"];
  const said = () =>
    other.gates(...create).err.includes("Add reviews.db* and reports/ to .lessons/.gitignore");
  expect([said(), said()]).toEqual([true, false]);
  expect(readFileSync(join(other.project, ".lessons/.gitignore"), "utf8")).toBe("mine\n");
  const sound = new GateProgram();
  sound.put(".lessons/.gitignore", "mine\n");
  sound.put(".gitignore", ".lessons/reviews.db*\n.lessons/reports/\n");
  expect(sound.gates(...create).err).not.toContain("Git would take up");
});

test("LESSONS_REVIEW_DB says where the reviews are", () => {
  const program = new GateProgram({ LESSONS_REVIEW_DB: "../elsewhere.db" });
  program.asked("docs/a.md", ["prose/redundancy"]);
  expect(existsSync(join(program.home, "elsewhere.db"))).toBe(true);
  expect(existsSync(join(program.project, ".lessons/reviews.db"))).toBe(false);
});

test("nothing is written through a link that leads out of the project", () => {
  const program = new GateProgram();
  mkdirSync(join(program.home, "outside"));
  symlinkSync(join(program.home, "outside"), join(program.project, ".lessons"));
  const by = ["--runner", "codex", "--model", "m"];
  expect(program.gates("create-runs", ...by, "docs/a.md", "prose")).toMatchObject({
    status: 2,
    err: expect.stringContaining("lessons does not follow links here"),
  });
  expect(readdirSync(join(program.home, "outside"))).toEqual([]);
});

test("a lesson is reviewed as a note, and an edit makes it stale", () => {
  const program = new GateProgram();
  const slug = program.addLesson("git stash forgets", "--command", "^git\\s+stash\\b");
  for (const run of program.asked("lesson:git-stash", ["lesson"])) program.ingest(run);
  const stale = () =>
    program.gates("select", "lesson", "--model", "opus").out.match(/^note-changed/gm);
  expect(stale()).toBeNull();
  program.ok(["edit", slug, "remediation", "use git stash -u"]);
  expect(stale()).toHaveLength(5);
});

test("gates: new, validate, override, list and show", () => {
  const program = new GateProgram();
  expect(program.gates("new", "house/tone", "--title", "Tone")).toMatchObject({
    status: 0,
    out: "Wrote .lessons/gates/house/tone.md\n",
  });
  expect(program.gates("validate")).toMatchObject({
    status: 2,
    err: expect.stringContaining('has no text under "## Question"'),
  });
  expect(program.gates("select", "house/tone")).toMatchObject({
    status: 2,
    err: expect.stringContaining("lessons gates validate"),
  });
  program.put(".lessons/gates/house/tone.md", gateText("house/tone"));
  expect(program.gates("validate")).toMatchObject({
    status: 0,
    out: "All valid: 1 project gate and 11 built-in.\n",
  });
  expect(program.gates("new", "house/tone")).toMatchObject({ status: 2 });
  expect(program.gates("new", "../x").err).toContain("is not a valid gate id");
  expect(program.value("new", "prose/redundancy")).toMatchObject({ isCopy: true });
  expect(program.value("list", "prose")["gates"]).toMatchObject([
    { path: "builtin:prose/claims-supported" },
    { path: ".lessons/gates/prose/redundancy.md", isBuiltIn: false },
    { path: "builtin:prose/source-residue" },
  ]);
  expect(program.gates("show", "prose/source-residue").out).toContain("## Fail");
});

test("wrong calls say what is wrong and what to do", () => {
  const program = new GateProgram();
  const by = ["--runner", "live-agent", "--model", "opus"];
  const cases: readonly (readonly [readonly string[], string])[] = [
    [["select"], "no gate given"],
    [["select", "prose", "--all-gates"], "cannot be combined"],
    [["select", "prose", "--reason", "note-changed"], "--reason note-changed needs --model"],
    [["select", "nothing"], 'no gate or bundle is named "nothing"'],
    [["select", "prose", "--note", "nowhere.md"], "nowhere.md does not exist"],
    [["create-runs", ...by, "docs", "prose"], "docs is not a single note"],
    [["create-runs", ...by, "docs/a.md", "lesson"], "none of these gates applies to docs/a.md"],
    [["create-runs", "--runner", "me", "--model", "m", "docs/a.md", "prose"], "Allowed choices"],
    [
      ["create-runs", "--runner", "codex", "--model", "a b", "docs/a.md", "prose"],
      "is not a valid model name",
    ],
    [["ack", "--model", "opus", "docs/a.md", "prose/redundancy"], "with opus to keep"],
    [["ingest", "--review-run-id", "5", "--input-file", "docs/a.md"], "there is no review run 5"],
    [["ingest", "--review-run-id", "5", "--input-file", "nowhere"], "there is no review run 5"],
  ];
  for (const [args, message] of cases) {
    const { status, err } = program.gates(...args);
    expect({ args, status, err: oneLine(err) }).toEqual({
      args,
      status: 2,
      err: expect.stringContaining(message),
    });
    expect(err).toContain("next:");
  }
  expect(program.run(["gates", "select", "prose"]).err).toContain("is not a project");
});

test("control characters of names and answers do not reach the terminal", () => {
  const program = new GateProgram();
  const red = "\u001B[31mred";
  program.put(`docs/${red}.md`, "x\n");
  program.put(`.lessons/gates/prose/${red}.md`, "no gate\n");
  const [run] = program.asked("docs/a.md", ["prose/redundancy"], "WARN");
  const [failed] = program.asked(`docs/${red}.md`, ["prose/redundancy"], "FAIL");
  if (run === undefined || failed === undefined) throw new Error("no run");
  program.ingest(failed);
  const answer = readFileSync(run.bundleOutputPath, "utf8").replaceAll(
    "too long",
    "\u001B]0;x\u0007",
  );
  writeFileSync(run.bundleOutputPath, answer);
  program.ingest(run);
  const by = ["--runner", "codex", "--model", "m"];
  const said = [
    program.gates("select", "prose"),
    program.gates("warn"),
    program.gates("show", "docs/a.md", "prose/redundancy"),
    program.gates("history"),
    program.gates("list", "prose"),
    program.gates("validate"),
    program.gates("create-runs", ...by, "docs/a.md", "prose"),
  ].map(({ out, err }) => out + err);
  expect(said.join("")).not.toContain("\u001B");
  // Each of them has something to say about such a name.
  expect(said.map((text) => text.includes("red.md"))).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("of two ingests of one run at once, one is taken and the other is refused", async () => {
  const program = new GateProgram();
  for (let round = 0; round < 3; round += 1) {
    const [run] = program.asked("docs/a.md", ["prose"]);
    if (run === undefined) throw new Error("no run");
    const outcomes = await Promise.all([start(program, run), start(program, run)]);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([0, 2]));
    expect(outcomes.map(({ err }) => err).join("")).toContain("was answered before");
  }
  expect(program.value("history")["total"]).toBe(9);
});

test("two runs ingested at once are both taken", async () => {
  const program = new GateProgram();
  const runs = program.asked("docs/a.md", ["prose", "semantic"]);
  const outcomes = await Promise.all(runs.map((run) => start(program, run)));
  expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
  expect(program.gates("select", "prose", "semantic", "--model", "opus").status).toBe(1);
});

async function start(
  program: GateProgram,
  { run: id, bundleOutputPath: file }: AskedRun,
): Promise<{ status: number; err: string }> {
  const args = ["gates", "ingest", "--review-run-id", String(id), "--input-file", file];
  const child = program.start(args, { cwd: program.project });
  let err = "";
  child.stderr.on("data", (piece) => (err += String(piece)));
  const [status] = await once(child, "close");
  return { status: Number(status), err };
}

test("an ingest that is killed accepted all or nothing, and can be done again", async () => {
  const program = new GateProgram();
  const many = Array.from({ length: 60 }, (_, index) => `many/g${index}`);
  for (const id of many) program.put(`.lessons/gates/${id}.md`, gateText(id));
  const kills: string[] = [];
  for (const after of [1, 15, 40, 60]) {
    const [run] = program.asked("docs/a.md", ["many"]);
    if (run === undefined) throw new Error("no run");
    const { run: id, bundleOutputPath: file } = run;
    const child = program.start(
      ["gates", "ingest", "--review-run-id", String(id), "--input-file", file],
      {
        cwd: program.project,
      },
    );
    const ended = once(child, "exit");
    const folder = join(file, "..");
    const results = () => readdirSync(folder).filter((name) => /^pair-.*\.md$/.test(name)).length;
    while (results() < after && child.exitCode === null) await setImmediate();
    child.kill("SIGKILL");
    await ended;
    const accepted = acceptedPairs(program, id);
    kills.push(`${results() >= after} ${accepted === 0 || accepted === many.length}`);
    const again = program.ingest(run);
    if (accepted === 0) expect(again).toMatchObject({ status: 0 });
    else
      expect(again).toMatchObject({
        status: 2,
        err: expect.stringContaining("was answered before"),
      });
    expect(acceptedPairs(program, id)).toBe(many.length);
    const manifest = JSON.parse(readFileSync(join(folder, "MANIFEST.json"), "utf8"));
    expect(manifest).toMatchObject({ status: "completed" });
  }
  expect(kills).toEqual(Array.from({ length: 4 }, () => "true true"));
});

function acceptedPairs(program: GateProgram, run: number): number {
  const database = new DatabaseSync(join(program.project, ".lessons/reviews.db"));
  try {
    const row = database
      .prepare(
        `SELECT count(*) AS count FROM acceptance_events
         JOIN review_pairs ON review_pair_id = accepted_review_pair_id WHERE review_run_id = ?`,
      )
      .get(run);
    return Number(row?.["count"]);
  } finally {
    database.close();
  }
}

test("what docs/gates.md shows can be called: every command, and every flag of it", () => {
  const program = new Program();
  const text = readFileSync(join(import.meta.dirname, "../../docs/gates.md"), "utf8");
  const shown = [...text.matchAll(/^lessons gates ([a-z-]+)(.*)$/gm)];
  expect(shown.length).toBeGreaterThan(10);
  for (const [, name = "", rest = ""] of shown) {
    const help = program.ok(["gates", name, "--help"]);
    expect(help).toContain(`Usage: lessons gates ${name}`);
    for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(help).toContain(`${flag} `);
  }
});

test("undo takes back what a command accepted, and the record keeps both", () => {
  const program = new GateProgram();
  const gate = "prose/redundancy";
  const stale = () => program.gates("select", gate, "--model", "opus").out.split(" ")[0];
  const undo = () => program.ok(["undo", "--yes"], { cwd: program.home });
  const [run] = program.asked("docs/a.md", [gate], "WARN");
  if (run === undefined) throw new Error("no run");
  program.ingest(run);
  program.put("docs/a.md", "# A\n\nIt is fast.\n");
  program.gates("ack", "--model", "opus", "docs/a.md", gate);
  expect(stale()).toBe("");
  expect(undo()).toContain("↶ docs/a.md by builtin:prose/redundancy (reviewed before)");
  expect(stale()).toBe("note-changed");
  expect(program.gates("warn").out).toContain("docs/a.md");
  expect(undo()).toContain("↶ docs/a.md by builtin:prose/redundancy (not reviewed)");
  expect(stale()).toBe("missing-review");
  expect(program.gates("select", gate).out).toContain("missing-review");
  expect(program.gates("warn").out).toBe("");
  expect(program.gates("history", "docs/a.md").out.match(/undone|acked|warn/g)).toEqual([
    "undone",
    "warn",
    "acked",
    "warn",
  ]);
  const undone = program.json(["undo", "--list"])["changes"] as readonly { number: number }[];
  program.ok(["undo", String(undone[0]?.number), "--yes"]);
  expect(stale()).toBe("note-changed");
  expect(program.ok(["undo", "--list"])).toContain("docs/a.md by builtin:prose/redundancy");
});
