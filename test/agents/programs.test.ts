import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemNamed } from "../../src/lesson/record/operating-system.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { newTextIn, requestsOf, textIn, toolResultsIn } from "./kit/model/agent-request.ts";
import { agentCalls } from "./kit/model/agent-script.ts";
import type { AgentProgram } from "./kit/programs/agent-program.ts";
import { codex, codexInCodeMode, runCodex, type CodexInvocation } from "./kit/programs/codex.ts";
import { copilot } from "./kit/programs/copilot.ts";
import { gemini } from "./kit/programs/gemini.ts";
import { startOpencodeServer } from "./kit/programs/opencode-server.ts";
import { opencode } from "./kit/programs/opencode.ts";
import { pi } from "./kit/programs/pi.ts";
import { scannedCalls } from "./kit/scanned-calls.ts";

/** The programs beside Claude Code, with how each says what a tool did. */
const programs: readonly Described[] = [
  {
    title: "Codex",
    program: codex,
    isGood: /Process exited with code 0\n/,
    status: /Process exited with code 3\n/,
    editError: /^apply_patch verification failed: Failed to find expected lines in/,
  },
  {
    title: "Codex in code mode",
    program: codexInCodeMode,
    isGood: /"exit_code":0,/,
    status: /"exit_code":3,/,
    editError: /^Script failed\n[^]*apply_patch verification failed: Failed to find expected lines/,
  },
  {
    title: "Gemini CLI",
    program: gemini,
    isGood: /Output: well\nProcess Group/,
    status: /^Exit Code: 3$/m,
    editError: /^Could not find an exact match for 'old_string' in 'hello\.txt'/,
  },
  {
    title: "Copilot CLI",
    program: copilot,
    isGood: /completed with exit code 0>/,
    status: /completed with exit code 3>/,
    editError: /^No match found: old_str not found in/,
  },
  {
    title: "OpenCode",
    program: opencode,
    isGood: /^well\n$/,
    // It does not tell the model how a command ended.
    status: /^badly\n$/,
    editError: /^Could not find oldString in the file\./,
    shell: null,
  },
  {
    title: "Pi",
    program: pi,
    isGood: /^well\n$/,
    status: /Command exited with code 3$/,
    editError: /^Could not find the exact text in hello\.txt/,
  },
];

interface Described {
  readonly title: string;
  readonly program: AgentProgram;
  readonly isGood: RegExp;
  readonly status: RegExp;
  readonly editError: RegExp;
  /** Where nothing in the log of that program tells its shell. */
  readonly shell?: null;
}

describe.each(programs)("$title", ({ program, isGood, status, editError, shell = "bash" }) => {
  test("runs the tools that the scripted model calls, and its log is read with their outcomes", async () => {
    const sandbox = freshSandbox();
    const run = await program.run(sandbox, {
      prompt: "Please go on",
      script: {
        main: [
          { text: "First words", calls: [program.shell("echo well")] },
          agentCalls(program.shell("echo badly; exit 3")),
          agentCalls(program.write("hello.txt", "hello\n")),
          agentCalls(program.edit("hello.txt", "no such text", "other")),
          "Last words",
        ],
      },
    });
    const requests = requestsOf(run, "main");
    expect([run.status, run.isTimedOut, requests.length]).toEqual([0, false, 5]);
    expect(newTextIn(requests[0])).toContain("Please go on");
    const results = requests.slice(1).map(toolResultsIn);
    expect(results).toEqual([
      [expect.stringMatching(isGood)],
      [expect.stringMatching(status)],
      [expect.any(String)],
      [expect.stringMatching(editError)],
    ]);
    expect(textIn(requests[4])).toContain("First words");
    expect(readFileSync(join(sandbox.project, "hello.txt"), "utf8")).toBe("hello\n");

    const calls = scannedCalls(sandbox);
    expect(
      calls.map(({ tool, outcome, path, command }) => ({ tool, outcome, path, command })),
    ).toEqual(fourCalls);
    expect(calls.at(-1)?.fact).toBe("text-not-found");
    // Others do not log it, and the folder of the sandbox tells nothing.
    const isLogged = program === gemini || program === copilot;
    const system = isLogged ? systemNamed(process.platform) : null;
    expect(calls.map(({ log }) => log)).toEqual(
      calls.map(() =>
        expect.objectContaining({ agent: program.agent, sessionId: run.sessionId, system, shell }),
      ),
    );
  });
});

const fourCalls = [
  shellCall("ok", "echo well"),
  shellCall("error", "echo badly\nexit 3"),
  { tool: "Write", outcome: "ok", path: "hello.txt", command: null },
  { tool: "Edit", outcome: "error", path: "hello.txt", command: null },
];

function shellCall(outcome: string, command: string): object {
  return { tool: "Bash", outcome, path: null, command };
}

describe.each(programs.filter(({ program }) => program.subagent !== undefined))(
  "$title",
  ({ program }) => {
    test("has subagents, whose requests and calls are told apart", async () => {
      const sandbox = freshSandbox();
      const run = await program.run(sandbox, {
        prompt: "Please go on",
        script: {
          main: [...(program.subagent?.("Look around") ?? []), "Last words"],
          subagent: [agentCalls(program.shell("echo below")), "All seen"],
        },
      });
      const asked = requestsOf(run, "subagent");
      expect([run.status, asked.length]).toEqual([0, 2]);
      expect(newTextIn(asked[0])).toContain("Look around");
      expect(toolResultsIn(asked[1])).toEqual([expect.stringContaining("below")]);
      expect(textIn(requestsOf(run, "main").at(-1))).toContain("All seen");

      const below = scannedCalls(sandbox).filter(({ command }) => command === "echo below");
      expect(below.map(({ outcome, thread }) => [outcome, thread])).toEqual([
        ["ok", expect.any(String)],
      ]);
    });
  },
);

describe.each([
  { title: "Codex", program: codex },
  { title: "Copilot CLI", program: copilot },
  { title: "OpenCode", program: opencode },
])("$title", ({ program }) => {
  test("asks for a summary when the model says that the conversation is long", async () => {
    const run = await program.run(freshSandbox(), {
      prompt: "Please go on",
      script: {
        main: [
          { calls: [program.shell("echo one")], inputTokens: 260_000 },
          agentCalls(program.shell("echo two")),
          "Last words",
        ],
        summary: ["All of it was in vain"],
      },
    });
    expect(requestsOf(run, "summary")).toHaveLength(1);
    expect(textIn(requestsOf(run, "main").at(-1))).toContain("All of it was in vain");
  });
});

test("OpenCode can be started once for several sessions", async () => {
  const sandbox = freshSandbox();
  const server = await startOpencodeServer(sandbox);
  try {
    const first = await server.run({
      prompt: "Please go on",
      script: { main: [agentCalls(opencode.shell("echo one")), "done"] },
    });
    const second = await server.run({
      prompt: "Please go on",
      script: { main: [agentCalls(opencode.shell("echo two; exit 3")), "done"] },
    });
    const more = await server.run({
      prompt: "And now?",
      script: { main: ["nothing"] },
      resume: first.sessionId,
    });
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(more.requests.map((request) => textIn(request).includes("one\n"))).toEqual([true]);
    expect(
      scannedCalls(sandbox).map(({ log, command, outcome }) => [log.sessionId, command, outcome]),
    ).toEqual([
      [first.sessionId, "echo one", "ok"],
      [second.sessionId, "echo two\nexit 3", "error"],
    ]);
  } finally {
    await server.close();
  }
});

test("Codex skips hooks that nobody has approved, without a word, unless the run says otherwise", async () => {
  const sandbox = freshSandbox();
  const told = { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "a hint" } };
  const command = `printf '%s' '${JSON.stringify(told)}'`;
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command }] }] };
  mkdirSync(join(sandbox.home, ".codex"));
  writeFileSync(join(sandbox.home, ".codex/hooks.json"), JSON.stringify({ hooks }));
  const script = { main: [agentCalls(codex.shell("echo well")), "done"] };
  const secondRequest = async (invocation: Partial<CodexInvocation>): Promise<string> => {
    const run = await runCodex(sandbox, "gpt-5.5", { prompt: "go", script, ...invocation });
    return newTextIn(run.requests[1]);
  };
  expect(await secondRequest({})).toMatch(/^a hint\nChunk ID/);
  expect(await secondRequest({ hookTrust: "own-rules" })).toMatch(/^Chunk ID/);
});
