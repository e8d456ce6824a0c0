import { readFileSync, mkdirSync, renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import type { Story } from "../adapters/scribe.ts";
import { Home } from "../scan/home.ts";
import { agentSays, correction, missingPython, session } from "../scan/one-session.ts";

test("a scan says what it read, what failed and what it found, and where to go on", () => {
  const { program } = withLogs();
  const out = oneLine(program.ok(["scan"]));
  expect(out).toMatch(/^Read 2 logs, 0\.0 MB, in \d+\.\d s sessions 2 tool calls 2, 1 failed /);
  expect(out).toContain("failures command-not-found 1");
  expect(out).toContain("candidates 2 new, 0 grown, 0 skipped");
  expect(out).toContain("2 candidates to review, most useful first");
  expect(oneLine(program.ok(["scan"]))).toMatch(/^Nothing new in 2 logs\. 2 candidates to review/);
});

test("without a log it says where to look, and an empty ledger says how to fill it", () => {
  const program = new Program();
  expect(program.ok(["scan"])).toContain("No session logs found. To see where lessons looks");
  expect(program.run(["ledger"])).toMatchObject({
    status: 1,
    err: expect.stringContaining("lessons scan"),
  });
  expect(program.run(["aggregate"])).toMatchObject({
    status: 1,
    err: expect.stringContaining("lessons scan"),
  });
});

test("a log that cannot be read and a path that is not there are said with their place", () => {
  const { program, home } = withLogs();
  home.write({ path: ".claude/projects/x/torn.jsonl", text: 'not json\n{"type":"never-seen"}\n' });
  const out = program.ok(["scan", "--auto"]);
  expect(out).toContain("~/.claude/projects/x/torn.jsonl:1 is not a record of this format");
  expect(oneLine(out)).toContain("Claude Code log records");
  const { status, err } = program.run(["scan", "--auto", "--path", "/no/such/place"]);
  expect({ status, err: oneLine(err) }).toMatchObject({
    status: 2,
    err: expect.stringContaining("No such file or folder"),
  });
  expect(program.run(["scan", "--path", ""])).toMatchObject({ status: 2 });
});

test("reports that were refused are listed with their place, the newest first", () => {
  const { program, home } = withLogs();
  program.ok(["scan", "--auto"]);
  expect(program.run(["scan", "problems"])).toMatchObject({
    status: 1,
    err: expect.stringContaining("No rejected reports"),
  });
  home.write(
    session(8, [
      ...agentSays("#lesson\nmistake: never finished"),
      ...agentSays("[PROCESS_KNOWLEDGE]\ntype: poem\n[/PROCESS_KNOWLEDGE]"),
    ]),
  );
  program.ok(["scan", "--auto"]);
  const { total, problems } = program.json(["scan", "problems"]);
  const place = {
    agent: "claude-code",
    file: expect.stringMatching(/\.jsonl$/),
    class: "malformed",
  };
  expect({ total, problems }).toMatchObject({
    total: 2,
    problems: [
      { ...place, line: 3, form: "block", problem: 'its type "poem" is unknown' },
      { ...place, line: 2, form: "tag", problem: "it has no #/lesson" },
    ],
  });
  const out = oneLine(program.ok(["scan", "problems"]));
  expect(out).toMatch(/a #lesson tag: it has no #\/lesson ~\/\S+\.jsonl:2/);
  expect(program.run(["scan", "problems", "--agent", "codex"]).status).toBe(1);
  expect(program.run(["scan", "problems", "--since", "2999-01-01"]).status).toBe(1);
  const line = /2 reports rejected, the newest at \S+:\d+ \(a .*\): lessons scan problems/u;
  expect(oneLine(program.ok(["status"]))).toMatch(line);
  expect(oneLine(program.ok(["start"]))).toMatch(line);
});

test("a forked session repeats calls, and other sessions with the same ids do not", () => {
  const { program, home } = withLogs();
  // Some agents number their calls: the same id in another session is another call.
  const other = session(6, [
    {
      step: "shell",
      callId: "toolu_1",
      command: "pytest -q",
      exitStatus: 127,
      output: "bash: pytest: command not found",
    },
  ]);
  home.write(other);
  const fork = session(1, missingPython("toolu_1"));
  home.write({ path: fork.path.replace(/[^/]+$/, "fork.jsonl"), text: fork.text });
  expect(program.json(["scan", "--auto"])).toMatchObject({ calls: 5, copies: 2 });
  expect(program.json(["ledger"])["total"]).toBe(3);
});

test("a call that a person stopped is in the ledger, though it has no result", () => {
  const { program, home } = withLogs();
  const { text, path } = session(7, [{ step: "agent-says", text: "Building." }]);
  const stopped = withCall(
    text,
    { id: "toolu_stop", name: "Bash", input: { command: "make all" } },
    "[Request interrupted by user for tool use]",
  );
  home.write({ path, text: stopped });
  program.ok(["scan", "--auto"]);
  const { calls } = program.json(["ledger", "--outcome", "interrupted"]);
  expect(calls).toMatchObject([{ command: "make all", outcome: "interrupted" }]);
});

test("what is written to files and what a failed edit did not find is not kept", () => {
  const { program, home } = withLogs();
  const content =
    "the plan for the secret garden, which is longer than any flag could ever be, is here";
  home.write(
    session(8, [
      {
        step: "shell",
        callId: "toolu_a",
        command: `cat > plan.md <<'EOF'\n${content}\nEOF\ngitt add plan.md`,
        exitStatus: 127,
        output: "bash: gitt: command not found",
      },
      {
        step: "shell",
        callId: "toolu_b",
        command: `echo "${content}" > plan.md && gitt push`,
        exitStatus: 127,
        output: "bash: gitt: command not found",
      },
      {
        step: "edit-fails",
        callId: "toolu_c",
        path: "/srv/api/plan.md",
        message: `String to replace not found in file.\nString: ${content}`,
      },
    ]),
  );
  program.ok(["scan", "--auto"]);
  const kept =
    readFileSync(join(program.home, ".lessons", "lessons.db"), "latin1") + program.ok(["export"]);
  expect(kept).not.toContain("secret garden");
  expect(kept).toContain("gitt");
});

test("a call is kept with the variables, wrappers and pipes around it, and without the values that are secret or quoted", () => {
  const { program, home } = withLogs();
  const command =
    "cd app && TERM=dumb PGPASSWORD=hunter2 NOTE='garden' timeout 60 pytest -q 'x y' | cat";
  const shell = { step: "shell", callId: "toolu_v", command, exitStatus: 0, output: "ok" } as const;
  home.write(session(8, [shell]));
  program.ok(["scan", "--auto"]);
  const { calls } = program.json(["ledger", "--program", "pytest"]);
  expect(calls).toMatchObject([
    { command: 'cd app\nTERM=dumb PGPASSWORD="" NOTE="" timeout 60 pytest -q "" | cat' },
  ]);
});

test("only the logs that were asked for are read: by agent, by place, by time", () => {
  const { program, home } = withLogs();
  const read = (...args: readonly string[]) =>
    (program.json(["scan", "--dry-run", ...args])["logs"] as { found: number }).found;
  expect(read("--agent", "codex")).toBe(0);
  expect(read("--agent", "claude-code")).toBe(2);
  expect(read("--path", home.at(session(1, []).path))).toBe(1);
  utimesSync(home.at(session(1, []).path), 1_000_000_000, 1_000_000_000);
  expect(read("--since", "1d")).toBe(1);
  expect(program.run(["scan", "--since", "soon"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("an age"),
  });
});

test("the ledger lists calls newest first, and filters them", () => {
  const { program } = withLogs();
  program.ok(["scan", "--auto"]);
  const calls = (...args: readonly string[]) =>
    (program.json(["ledger", ...args])["calls"] as { command: string }[]).map(
      ({ command }) => command,
    );
  expect(calls()).toEqual(["python3 build.py", "python build.py"]);
  expect(calls("--outcome", "error")).toEqual(["python build.py"]);
  expect(calls("--program", "python3")).toEqual(["python3 build.py"]);
  expect(
    calls("--project", "api", "--tool", "bash", "--agent", "claude-code", "--limit", "1"),
  ).toEqual(["python3 build.py"]);
  expect(program.ok(["ledger", "--outcome", "error"])).toContain("command-not-found: bash: python");
  expect(program.run(["ledger", "--json", "--project", "100%"]).status).toBe(1);
});

test("a candidate names the mistake, the fix that was seen, the trigger and where it was seen", () => {
  const { program } = withLogs();
  program.ok(["scan", "--auto"]);
  const [found] = program.json(["list", "--tag", "tool:python"])["lessons"] as [{ slug: string }];
  const lesson = program.json(["show", found.slug])["lesson"];
  expect(lesson).toMatchObject({
    kind: "pitfall",
    status: "candidate",
    source: "heuristic",
    body: { remediation: expect.stringContaining("`python3`") },
    triggers: { toolNames: ["Bash"] },
    evidence: [
      {
        agent: "claude-code",
        place: { line: 2 },
        quote: expect.stringContaining("command not found"),
      },
    ],
    scores: { priority: { parts: expect.any(Array) }, confidence: { parts: expect.any(Array) } },
  });
});

test("episodes are written for whoever measures, one JSON object a line", () => {
  const { program } = withLogs();
  const file = join(program.home, "episodes.jsonl");
  program.ok(["scan", "--auto", "--episodes", file]);
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(rows).toEqual([
    {
      agent: "claude-code",
      session: expect.any(String),
      file: expect.stringContaining("~/.claude/projects/"),
      line: 2,
      lines: expect.any(Array),
      kind: "tool-error-fixed",
      fact: "not-installed python",
      confidence: 0.49,
      verdict: "accepted",
      lesson: expect.stringContaining("python"),
    },
    // A rule that lasts, said as a correction: two episodes of one lesson.
    expect.objectContaining({ kind: "explicit-lesson" }),
    expect.objectContaining({ kind: "user-correction" }),
  ]);
  expect(program.run(["scan", "--auto", "--episodes", "/no/such/folder/x"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("/no/such/folder/x"),
  });
});

test("in a terminal the first scan asks, shows how far it is, and takes no for an answer", async () => {
  const { program } = withLogs();
  const refused = new TerminalSession(program, ["scan"]);
  await refused.answer("Read 2 session logs of Claude Code?", "n");
  expect((await refused.end()).shown).toContain("Nothing was read.");

  const accepted = new TerminalSession(program, ["scan"]);
  await accepted.answer("Read 2 session logs of Claude Code?", "y");
  const { shown, status } = await accepted.end();
  expect(status).toBe(0);
  expect(shown).toMatch(/█+ {2}2\/2 files {2}[\d.]+ MB\/s/);

  const again = new TerminalSession(program, ["scan"]);
  expect((await again.end()).shown).not.toContain("Read 2 session logs");
});

test("--auto asks nothing, and several threads find the same", () => {
  const { program, home } = withLogs();
  home.write({
    path: ".claude/projects/x/long.jsonl",
    text: '{"type":"mode"}\n'.repeat(3_100_000),
  });
  const one = program.json(["scan", "--auto", "--dry-run"]);
  const { out } = program.runBuilt(["scan", "--auto", "--dry-run", "--json", "--threads", "2"]);
  const two = JSON.parse(out);
  const counts = ({ logs, calls, candidates, episodes }: Record<string, unknown>) => ({
    logs,
    calls,
    candidates,
    episodes,
  });
  expect(counts(two)).toEqual(counts(one));
  expect(counts(two)).toMatchObject({ logs: { read: 3 }, calls: 2 });
});

test("the folders of scanPaths are read besides the agents' own", () => {
  const { program, home } = withLogs();
  mkdirSync(home.at("old"));
  renameSync(home.at(".claude"), home.at("old/.claude"));
  home.write(session(3, missingPython("toolu_3")));
  const { logs } = program.json(["scan", "--auto", "--set", 'scanPaths=["~/old"]']);
  expect(logs).toMatchObject({ found: 3, read: 3 });
});

test("the weights of the scoring decide the priority of a candidate", () => {
  const { program, home } = withLogs();
  home.write(session(4, missingPython("toolu_4")));
  const priority = (bonus: number) => {
    const { lessons } = program.json(["aggregate", "--set", `scoring.multiSessionBonus=${bonus}`]);
    return (lessons as { tags: string[]; priority: number }[]).find(({ tags }) =>
      tags.includes("tool:python"),
    )?.priority;
  };
  program.ok(["scan", "--auto"]);
  expect([priority(1), priority(4)]).toEqual([5, 8]);
});

test("a memory that is written long after the person spoke is not their lesson", () => {
  const said = "The staging database is called blue now.";
  const story: Story = [
    { step: "person-says", text: said },
    ...missingPython("toolu_5"),
    ...missingPython("toolu_6"),
  ];
  const { text, path } = session(5, story);
  const memory = memoryWrite(text);
  const kinds = (within: number) => {
    const program = new Program();
    new Home(program.home).write({ path, text: memory });
    const file = join(program.home, "episodes.jsonl");
    const setting = `detectors.explicitLesson.memoryWithinCalls=${within}`;
    program.ok(["scan", "--auto", "--set", setting, "--episodes", file]);
    return readFileSync(file, "utf8").includes('"explicit-lesson"');
  };
  expect([kinds(2), kinds(10)]).toEqual([false, true]);
});

/** The log with a write to the agent's memory at its end. */
function memoryWrite(text: string): string {
  const input = { file_path: "/srv/api/CLAUDE.md", content: "Use the staging database blue" };
  const content = [{ type: "tool_result", tool_use_id: "toolu_memory", content: "written" }];
  return withCall(text, { id: "toolu_memory", name: "Write", input }, content);
}

/** The log with a call at its end, and what follows it in the user's name. */
function withCall(text: string, call: object, content: unknown): string {
  const record = JSON.parse(text.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
  const made = {
    type: "assistant",
    message: { id: "msg_own", role: "assistant", content: [{ type: "tool_use", ...call }] },
  };
  const followed = { type: "user", message: { role: "user", content }, toolUseResult: {} };
  const rows = [made, followed].map((own) => `${JSON.stringify({ ...record, ...own })}\n`);
  return `${text}${rows.join("")}`;
}

function withLogs(): { readonly program: Program; readonly home: Home } {
  const program = new Program();
  const home = new Home(program.home);
  home.write(session(1, missingPython("toolu_1")));
  home.write(
    session(2, correction("no, that's wrong, never edit the generated files, I told you")),
  );
  return { program, home };
}

test.each([
  [["scan", "problems", "--full"], "it takes --agent and --since"],
  [["scan", "problems", "--threads", "2"], "it takes --agent and --since"],
  [["scan", "aggregate", "--dry-run"], "it uses only stored data: lessons scan aggregate"],
  [["scan", "aggregate", "--agent", "codex"], "it uses only stored data: lessons scan aggregate"],
])("%s: a flag that would change nothing is refused", (args, hint) => {
  const { status, err } = new Program().run(args);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain(`does not take ${args[2]}`);
  expect(oneLine(err)).toContain(hint);
});
