import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { claudeProgram } from "./kit/claude-program.ts";
import { requestsOf, textIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import {
  checkout,
  keep,
  lessons,
  lessonsPlugin,
  onCommand,
  pitfall,
  runWithLessons,
} from "./kit/lessons.ts";
import { textOf, type RequestBody } from "./kit/messages-api.ts";
import { runProgram, type Ended } from "./kit/run-program.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, subagent } from "./kit/script.ts";
import { startScriptedModel, type ModelRequest } from "./kit/scripted-model.ts";
import { transcripts } from "./kit/transcripts.ts";

/** A project with some of our own pages, where every session is told a lesson. */
function withDocs(...names: readonly string[]): Sandbox {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
  keep(sandbox, pitfall("told at every start", { injectOn: ["SessionStart"] }, { priority: 10 }));
  mkdirSync(join(sandbox.project, "docs"));
  for (const name of names)
    copyFileSync(join(checkout, "docs", name), join(sandbox.project, "docs", name));
  return sandbox;
}

interface AskedRun {
  readonly nonce: string;
  readonly pairs: readonly number[];
  readonly prompt: string;
}

/** The prompt of a run in front of the model; undefined when this is another question. */
function runIn(body: RequestBody): AskedRun | undefined {
  const prompt = body.messages.map(({ content }) => textOf(content)).join("\n");
  const nonce = /this run's code `([^`]+)`/.exec(prompt)?.[1];
  if (nonce === undefined) return undefined;
  const pairs = [...prompt.matchAll(/^\s*(?:\d+\s)?- pair (\d+): note/gm)].map(([, pair]) =>
    Number(pair),
  );
  return { nonce, pairs, prompt };
}

function block(nonce: string, number: number, result: string): string {
  const finding =
    result === "PASS" ? "" : `- ${result}: first line: it could be shorter; cut it\n\n`;
  return `<<<review ${number} ${nonce}>>>\nRead the page.\n\n${finding}## Result: ${result}\n<<<end review ${number} ${nonce}>>>\n`;
}

function reviewed({ nonce, pairs }: AskedRun, result = "PASS"): string {
  return pairs.map((number) => block(nonce, number, result)).join("\n");
}

type Answer = (run: AskedRun) => string;

/** The built program with the real Claude Code on its path, and a model that answers prompts of runs. */
async function gates(
  sandbox: Sandbox,
  answer: Answer,
  args: readonly string[],
): Promise<Ended & { readonly asked: readonly ModelRequest[] }> {
  const model = await startScriptedModel({
    auxiliary: (body) => {
      const run = runIn(body);
      return run === undefined ? "ok" : answer(run);
    },
  });
  try {
    const { environment } = claudeProgram(sandbox, model.url);
    const bin = join(checkout, "test/agents/node_modules/.bin");
    const ended = await runProgram({
      command: process.execPath,
      args: [join(checkout, "dist/lessons.js"), "gates", ...args],
      cwd: sandbox.project,
      environment: { ...environment, PATH: `${bin}${delimiter}${environment["PATH"] ?? ""}` },
      timeoutMs: 120_000,
    });
    return { ...ended, asked: model.requests.filter(({ body }) => runIn(body) !== undefined) };
  } finally {
    await model.close();
  }
}

const by = ["--runner", "claude-code", "--model", "claude-sonnet-4-5", "--jobs", "2"] as const;
/** Nobody is there to be asked whether the runs may start. */
const byAtOnce = [...by, "--yes"] as const;
const forModel = ["--model", "claude-sonnet-4-5"] as const;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
const nobody: Answer = () => {
  throw new Error("nobody should be asked");
};

test("one sweep of our own pages passes end to end: reviewed, listed, fresh, changed, acked", async () => {
  const sandbox = withDocs("gates.md", "review.md", "lesson-format.md");
  const logs = transcripts(sandbox).length;
  const answer: Answer = (run) =>
    reviewed(run, run.prompt.includes('note 1 is "docs/review.md"') ? "WARN" : "PASS");
  const first = await gates(sandbox, answer, ["sweep", "prose", ...byAtOnce, "--note", "docs"]);
  expect({ status: first.status, err: oneLine(first.err) }).toEqual({
    status: 0,
    err: expect.stringContaining("9 pairs accepted: 6 pass, 3 warn."),
  });
  expect(
    first.out
      .replaceAll(/ · run.*$/gm, "")
      .split("\n")
      .toSorted(),
  ).toEqual([
    "",
    "pass   docs/gates.md by prose: 3 pass",
    "pass   docs/lesson-format.md by prose: 3 pass",
    "warn   docs/review.md by prose: 3 warn",
  ]);

  // One question for each run, without tools, without what our hooks say, and without a log of it.
  expect(first.asked.map(({ body }) => body.tools ?? [])).toEqual([[], [], []]);
  expect(first.asked.map(({ body }) => body.model)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("claude-sonnet-4-5")),
  );
  expect(first.asked.some((request) => textIn(request).includes("told at every start"))).toBe(
    false,
  );
  expect(transcripts(sandbox)).toHaveLength(logs);
  // The text that was asked about is the text of the page, byte for byte.
  const page = readFileSync(join(sandbox.project, "docs/gates.md"), "utf8");
  expect(first.asked.filter((request) => textIn(request).includes(page))).toHaveLength(1);

  const warnings = lessons(sandbox, ["gates", "warn"]);
  expect(warnings.match(/first line: it could be shorter; cut it/g)).toHaveLength(3);
  expect(warnings).toContain("docs/review.md\n");

  const second = await gates(sandbox, nobody, ["sweep", "prose", ...byAtOnce, "--note", "docs"]);
  expect([second.status, second.err, second.asked]).toEqual([0, "Nothing stale in 9 pairs.\n", []]);

  writeFileSync(join(sandbox.project, "docs/gates.md"), `${page}One line more.\n`);
  const select = ["gates", "select", "prose/redundancy", ...forModel, "--note", "docs"];
  expect(lessons(sandbox, [...select, "--diff"])).toMatch(
    /^note-changed {4}prose\/redundancy {2}docs\/gates\.md\n[^]*\n {2}\+One line more\.\n/,
  );
  expect(lessons(sandbox, ["gates", "ack", ...forModel, "docs/gates.md", "prose"])).toBe(
    "acked: docs/gates.md prose/claims-supported\nacked: docs/gates.md prose/redundancy\nacked: docs/gates.md prose/source-residue\n",
  );
  expect(
    (await gates(sandbox, nobody, ["sweep", "prose", ...byAtOnce, "--note", "docs"])).status,
  ).toBe(0);
});

const hostile: readonly (readonly [string, Answer, string])[] = [
  ["foreign", (run) => reviewed(run) + block("zzzz9999zzzz", 1, "PASS"), "belongs to another run"],
  ["doubled", (run) => reviewed(run) + reviewed(run), "appears twice"],
  ["missing", ({ nonce }) => block(nonce, 1, "PASS"), "has no block"],
];

test.each(hostile)(
  "an answer with a %s block is refused as a whole, and the next sweep asks again",
  async (_, answer, problem) => {
    const sandbox = withDocs("gates.md");
    const sweep = ["sweep", "prose", ...byAtOnce, "--note", "docs"];
    const refused = await gates(sandbox, answer, sweep);
    expect(refused.status).toBe(2);
    expect(oneLine(refused.out)).toContain(problem);
    expect(lessons(sandbox, ["gates", "select", "prose", ...forModel, "--note", "docs"])).toBe(
      ["claims-supported", "redundancy", "source-residue"]
        .map((name) => `missing-review  prose/${name.padEnd(16)}  docs/gates.md\n`)
        .join(""),
    );
    const again = await gates(sandbox, (run) => reviewed(run), sweep);
    expect([again.status, again.asked.length]).toEqual([0, 1]);
  },
);

test("an answer with CRLF is the same answer, and --partial takes what can be read", async () => {
  const sandbox = withDocs("gates.md", "review.md");
  const crlf: Answer = (run) => reviewed(run, "WARN").replaceAll("\n", "\r\n");
  const first = await gates(sandbox, crlf, [
    "sweep",
    "prose",
    ...byAtOnce,
    "--note",
    "docs/gates.md",
  ]);
  expect([first.status, first.out]).toEqual([0, expect.stringContaining("prose: 3 warn")]);
  const some: Answer = ({ nonce }) => block(nonce, 2, "PASS");
  const partly = ["sweep", "prose", ...byAtOnce, "--note", "docs/review.md", "--partial"];
  const second = await gates(sandbox, some, partly);
  expect([second.status, second.out]).toEqual([2, expect.stringContaining("1 pass, 2 missing")]);
});

test("a gate sweep asks one gate of all pages in one run", async () => {
  const sandbox = withDocs("gates.md", "review.md");
  const sweep = [
    "gate-sweep",
    "prose/redundancy",
    ...byAtOnce,
    "--note",
    "docs",
    "--batch-size",
    "5",
  ];
  const { status, out, asked } = await gates(sandbox, (run) => reviewed(run), sweep);
  expect([status, out]).toEqual([
    0,
    expect.stringContaining("pass   prose/redundancy over 2 notes: 2 pass · run 1"),
  ]);
  expect(asked).toHaveLength(1);
});

test("calibration asks about each sample by itself, and says when a gate never fires", async () => {
  const sandbox = withDocs();
  const { status, out, err, asked } = await gates(sandbox, (run) => reviewed(run), [
    "calibrate",
    "lesson/trigger-precise",
    ...by,
  ]);
  expect([status, asked.length]).toEqual([1, 6]);
  expect(out.match(/^(?:right|wrong) {2}\S+/gm)).toEqual([
    "wrong  bad-1.md",
    "wrong  bad-2.md",
    "right  good-1.md",
    "right  good-2.md",
    "wrong  warn-1.md",
    "wrong  warn-2.md",
  ]);
  expect(oneLine(err)).toContain("2 of 6 samples right. Too lenient");
});

test("/lessons:gates lets subagents read the prompts and write the answers, and takes them in", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--settings", `${sandbox.root}/unused-settings.json`]);
  keep(sandbox, pitfall("look twice", onCommand("^git status\\b"), { slug: "look-twice" }));
  mkdirSync(join(sandbox.project, "docs"));
  writeFileSync(join(sandbox.project, "docs/api.md"), "# API\n\nIt is fast.\n");
  const page = readFileSync(join(lessonsPlugin, "commands/gates.md"), "utf8");
  const [create = "", ingest = ""] = [...page.matchAll(/```sh\n([^]*?)\n```/g)].map(
    ([, command]) => command ?? "",
  );
  const folder = (run: number) => join(sandbox.project, `.lessons/reports/review-run-${run}`);
  const reviewer = (run: number) => (body: RequestBody, turn: number) => {
    if (turn === 0)
      return calls({ name: "Read", input: { file_path: join(folder(run), "prompt.md") } });
    if (turn > 1) return "written";
    const asked = runIn(body);
    const content = asked === undefined ? "" : reviewed(asked, run === 1 ? "WARN" : "PASS");
    return calls({
      name: "Write",
      input: { file_path: join(folder(run), "bundle-output.md"), content },
    });
  };
  // Without any tool being allowed: the command asks for what it needs.
  const run = await runWithLessons(sandbox, {
    prompt: "/lessons:gates prose semantic docs/api.md; $(rm -rf x) `id`",
    allowedTools: [],
    script: {
      main: [
        calls(bash("lessons gates select 'prose' 'semantic' --note 'docs/api.md' --model 'opus'")),
        calls(bash(create)),
        calls(subagent("Read the first prompt"), subagent("Read the second prompt")),
        calls(bash(ingest), bash(ingest.replace("-id 1", "-id 2").replace("run-1", "run-2"))),
        calls(bash("lessons gates warn")),
        "done",
      ],
      subagent: { "the first prompt": reviewer(1), "the second prompt": reviewer(2) },
    },
    timeoutMs: 60_000,
  });
  const main = requestsOf(run, "main");
  expect(textIn(main[0])).toContain("prose semantic docs/api.md; $(rm -rf x) `id`");
  expect(textIn(main[0])).toContain("builtin:prose/redundancy");
  expect([1, 2, 5].map((turn) => toolResultsIn(main[turn])[0])).toEqual([
    { text: expect.stringContaining("missing-review"), isError: false },
    { text: expect.stringContaining("bundleOutputPath"), isError: false },
    { text: expect.stringContaining("docs/api.md"), isError: false },
  ]);
  expect(toolResultsIn(main[4])).toEqual([
    { text: expect.stringContaining("Run 1: 3 pairs accepted."), isError: false },
    { text: expect.stringContaining("Run 2: 3 pairs accepted."), isError: false },
  ]);
  expect(run.results).toEqual(["done"]);
});
