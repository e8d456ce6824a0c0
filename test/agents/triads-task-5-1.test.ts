import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newTextIn, requestsOf, textIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, runWithLessons } from "./kit/lessons.ts";
import type { RequestBody } from "./kit/messages-api.ts";
import { processesIn } from "./kit/processes-in.ts";
import type { ClaudeRun } from "./kit/run-claude.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, type Reply, type ToolCall } from "./kit/script.ts";

/**
 * The scenarios of Triads, Task 5.1. Two of them are elsewhere: speed (3) is measured by `npm run bench:hook`, beside bare
 * Node, and judged nowhere; of what breaks (4), a damaged cache, a missing Node, an unwritable home and an expression that
 * takes for ever are in `failures.test.ts`, a Node that dies in `test/hook/bad-machine.test.ts`, and a damaged database, which
 * no hook opens, in `test/cli/doctor.test.ts`. Missing triggers are here.
 */

const unsigned = "./release.sh 1.4.0";
const signed = "./release.sh 1.4.0 --sign";

const summary = "A release without --sign is refused by users";
const heading = `### CRITICAL warning: ${summary}`;
const block = `You are right. It should not happen again:

[PROCESS_KNOWLEDGE]
type: warning
priority: CRITICAL
label: ${summary}
trigger_conditions:
  tool_names: [Bash]
  command: ${unsigned}
warning:
  risk: release.sh publishes unsigned packages without a word
  severity: users cannot install them
  mitigation: call release.sh with --sign
[/PROCESS_KNOWLEDGE]
`;

/** A project with a script that writes down each release; delivery is set up as `lessons init` does it. */
function sandboxWithRelease(): Sandbox {
  const sandbox = freshSandbox();
  const script = '#!/bin/sh\necho "$*" >> releases\necho "released $*"\n';
  writeFileSync(join(sandbox.project, "release.sh"), script, { mode: 0o755 });
  lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
  return sandbox;
}

/** The first session: the mistake, the person's words, the report; its end starts the scan. */
async function learn(sandbox: Sandbox): Promise<string> {
  await runWithLessons(sandbox, {
    prompt: ["Release 1.4.0.", "No, that's wrong: a release must always be signed."],
    plugins: [],
    script: { main: [calls(bash(unsigned)), "Released.", block] },
  });
  expect(await processesIn(sandbox.home, { afterMs: 10_000 })).toEqual([]);
  return slugOf(sandbox, summary);
}

function slugOf(sandbox: Sandbox, wanted: string): string {
  const listed = JSON.parse(lessons(sandbox, ["list", "--status", "candidate", "--json"]));
  const found: readonly { summary: string; slug: string }[] = listed.lessons;
  return found.find((lesson) => lesson.summary === wanted)?.slug ?? "";
}

test("1. full learning loop: a correction, a block, a candidate, a person's approval, and a mistake that does not come back", async () => {
  const sandbox = sandboxWithRelease();
  const slug = await learn(sandbox);
  expect(releases(sandbox)).toEqual(["1.4.0"]);
  lessons(sandbox, ["review", "--plain"]);
  lessons(sandbox, [
    "review",
    `edit ${slug} commandPatterns ${narrow}, approve ${slug} hold`,
    "--yes",
  ]);

  const run = await release(sandbox, "heeds it");
  expect(textIn(requestsOf(run, "main")[0])).toContain(heading);
  const [held] = toolResultsIn(requestsOf(run, "main")[1]);
  expect(held).toEqual({ text: expect.stringContaining(heading), isError: true });
  expect(releases(sandbox)).toEqual(["1.4.0", "1.4.0 --sign"]);
  expect(run.results).toEqual(["signed"]);
  expect(await effectsOf(sandbox, slug)).toEqual({ ...noEffects, delivered: 1, heeded: 1 });
});

const narrow = "^\\./release\\.sh\\b(?!.*--sign\\b)";

test.each([
  ["heeds it", ["1.4.0", "1.4.0", "1.4.0 --sign"], { heeded: 1 }],
  ["repeats the mistake", ["1.4.0", "1.4.0", "1.4.0"], { repeated: 1 }],
] as const)("1. as advice, to a model that %s: stats say so", async (manner, released, effect) => {
  const sandbox = sandboxWithRelease();
  const slug = await learn(sandbox);
  lessons(sandbox, ["edit", slug, "commandPatterns", narrow]);
  lessons(sandbox, ["promote", "--ids", slug]);

  const run = await release(sandbox, manner);
  expect(newTextIn(requestsOf(run, "main")[1])).toContain(heading);
  expect(releases(sandbox)).toEqual(released);
  expect(await effectsOf(sandbox, slug)).toEqual({ ...noEffects, delivered: 1, ...effect });
});

const noEffects = { delivered: 0, heeded: 0, repeated: 0, overruled: 0, unclear: 0 };

/** What `lessons stats` says came of telling a lesson, after a scan. */
async function effectsOf(sandbox: Sandbox, slug: string): Promise<object> {
  expect(await processesIn(sandbox.home, { afterMs: 10_000 })).toEqual([]);
  lessons(sandbox, ["scan", "--auto"]);
  const measured: readonly { lesson: { slug: string }; effects: typeof noEffects }[] = JSON.parse(
    lessons(sandbox, ["stats", "--json"]),
  ).lessons;
  const { delivered, heeded, repeated, overruled, unclear } =
    measured.find(({ lesson }) => lesson.slug === slug)?.effects ?? noEffects;
  return { delivered, heeded, repeated, overruled, unclear };
}

/** A second session whose model makes the mistake first and then does what it reads, or the same again. */
function release(sandbox: Sandbox, manner: "heeds it" | "repeats the mistake"): Promise<ClaudeRun> {
  const readAndAct = (body: RequestBody, turn: number): Reply => {
    if (turn === 0) return calls(bash(unsigned));
    if (turn > 1) return "signed";
    const isTold = newTextIn({ body }).includes("call release.sh with --sign");
    return calls(bash(isTold && manner === "heeds it" ? signed : unsigned));
  };
  return runWithLessons(sandbox, {
    prompt: "Release 1.4.0.",
    plugins: [],
    script: { main: readAndAct },
  });
}

function releases({ project }: Sandbox): readonly string[] {
  return readFileSync(join(project, "releases"), "utf8").trim().split("\n");
}

test("2. version bump: the agent that writes plugin.json gets the checklist and completes it", async () => {
  const sandbox = freshSandbox();
  writeVersions(sandbox);
  keep(sandbox, {
    kind: "checklist",
    summary: "Version bump checklist",
    body: {
      title: "A version stands in four files",
      items: Object.keys(versioned).map((name) => `${name}: the version`),
      format: "checkbox",
    },
    priority: 9,
    triggers: { toolNames: ["Write", "Edit"], pathPatterns: ["**/plugin.json"] },
  });
  const write = (name: string): ToolCall => ({
    name: "Write",
    input: { file_path: join(sandbox.project, name), content: bumped(versioned[name] ?? "") },
  });
  // The real program lets nobody overwrite a file that was not read.
  const read = (name: string): ToolCall => ({
    name: "Read",
    input: { file_path: join(sandbox.project, name) },
  });
  const [plugin = "", ...others] = Object.keys(versioned);
  let wanted: readonly string[] = [];
  const readAndAct = (body: RequestBody, turn: number): Reply => {
    if (turn === 0) return calls(read(plugin));
    if (turn === 1) return calls(write(plugin));
    if (turn === 2) {
      wanted = openItems(newTextIn({ body })).filter((name) => name !== plugin);
      return wanted.length === 0 ? "only one file" : calls(...wanted.map(read));
    }
    return turn === 3 ? calls(...wanted.map(write)) : "all four files";
  };
  const run = await runWithLessons(sandbox, {
    prompt: "Bump the version to 1.4.0.",
    allowedTools: ["Read", "Write"],
    script: { main: readAndAct },
  });
  const main = requestsOf(run, "main");
  expect(newTextIn(main[2])).toContain("### CRITICAL checklist: Version bump checklist");
  expect(wanted).toEqual(others);
  expect(run.results).toEqual(["all four files"]);
  expect(versionsIn(sandbox)).toEqual(
    Object.fromEntries(Object.entries(versioned).map(([name, text]) => [name, bumped(text)])),
  );
});

/** The files of a small plugin, and what stands in them before the bump. */
const versioned: Readonly<Record<string, string>> = {
  ".claude-plugin/plugin.json": '{ "name": "forecast", "version": "1.3.0" }\n',
  ".claude-plugin/marketplace.json":
    '{ "plugins": [{ "name": "forecast", "version": "1.3.0" }] }\n',
  "package.json": '{ "name": "forecast", "version": "1.3.0" }\n',
  "CHANGELOG.md": "# 1.3.0\n",
};

function bumped(text: string): string {
  return text.replace("1.3.0", "1.4.0");
}

function writeVersions({ project }: Sandbox): void {
  mkdirSync(join(project, ".claude-plugin"));
  for (const [name, text] of Object.entries(versioned)) writeFileSync(join(project, name), text);
}

function versionsIn({ project }: Sandbox): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(versioned).map((name) => [name, readFileSync(join(project, name), "utf8")]),
  );
}

/** The files that a checklist names, as an agent reads it. */
function openItems(text: string): readonly string[] {
  return [...text.matchAll(/^- \[ \] ([^:]+):/gm)].map(([, name = ""]) => name);
}

test("4. a block without trigger_conditions is kept; approved, it comes at the start and at no call", async () => {
  const sandbox = sandboxWithRelease();
  const bare = block.replace(/trigger_conditions:[^]*?(?=warning:)/, "");
  await runWithLessons(sandbox, { prompt: "go", plugins: [], script: { main: [bare] } });
  expect(await processesIn(sandbox.home, { afterMs: 10_000 })).toEqual([]);
  lessons(sandbox, ["promote", "--ids", slugOf(sandbox, summary)]);
  const run = await release(sandbox, "heeds it");
  expect(requestsOf(run, "main").map((request) => newTextIn(request).includes(heading))).toEqual([
    true,
    false,
    false,
  ]);
  expect(releases(sandbox)).toEqual(["1.4.0", "1.4.0"]);
});
