import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, toolResultsIn } from "./kit/conversation.ts";
import { echoServerFlags, echoTool } from "./kit/echo-server.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { writePlugin } from "./kit/plugin.ts";
import { writeProbe } from "./kit/probe.ts";
import { runClaude } from "./kit/run-claude.ts";
import { bash, calls, subagent } from "./kit/script.ts";

/** Everything that has no bucket of its own. */
const others = "^(?!(?:Bash|Edit|Write|MultiEdit|NotebookEdit|Read|Glob|Grep)$)(?!mcp__).*$";

test("each call starts the hook of its bucket and no other", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, {
    PreToolUse: [
      { matcher: "Bash", label: "shell" },
      { matcher: "Edit|Write|MultiEdit|NotebookEdit", label: "edit" },
      { matcher: "Read|Glob|Grep", label: "read" },
      { matcher: "mcp__.*", label: "mcp" },
      { matcher: others, label: "other" },
    ],
  });
  const greeting = writePlugin(join(sandbox.root, "greeting"), {
    name: "greeting",
    files: { "commands/hello.md": "---\ndescription: Greets\n---\n\nHello.\n" },
  });
  const file = join(sandbox.project, "README.md");
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [probe.folder, greeting],
    args: echoServerFlags(sandbox),
    allowedTools: ["Bash", "Edit", "Write", "Glob", "Grep", "Skill", "WebSearch", echoTool],
    script: {
      main: [
        calls(
          bash("echo hello"),
          { name: "Read", input: { file_path: file } },
          { name: "Glob", input: { pattern: "*.md" } },
          { name: "Grep", input: { pattern: "project" } },
          { name: echoTool, input: { text: "echo" } },
          { name: "WebSearch", input: { query: "weather" } },
          { name: "ToolSearch", input: { query: "select:WebSearch" } },
          { name: "Skill", input: { skill: "greeting:hello" } },
          subagent("look around"),
        ),
        calls({
          name: "Edit",
          input: { file_path: file, old_string: "A project", new_string: "Ours" },
        }),
        calls({ name: "Write", input: { file_path: `${file}.new`, content: "new" } }),
        "done",
      ],
      subagent: ["seen"],
    },
  });
  expect(
    probe
      .calls()
      .map(({ label, payload }) => `${label}: ${payload.tool_name}`)
      .toSorted(),
  ).toEqual([
    "edit: Edit",
    "edit: Write",
    `mcp: ${echoTool}`,
    "other: Agent",
    "other: Skill",
    "other: ToolSearch",
    "other: WebSearch",
    "read: Glob",
    "read: Grep",
    "read: Read",
    "shell: Bash",
  ]);
  expect(toolResultsIn(requestsOf(run, "main")[1])[0]).toEqual({ text: "hello", isError: false });
  expect(run.results).toEqual(["done"]);
});

test("a hook finds the session of its payload in its environment, in subagents too", async () => {
  const sandbox = freshSandbox();
  const everywhere = { SessionStart: [{}], PreToolUse: [{}], SubagentStart: [{}], Stop: [{}] };
  const probe = writeProbe(sandbox, { ...everywhere, SessionEnd: [{}], SubagentStop: [{}] });
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [probe.folder],
    allowedTools: ["Bash"],
    script: {
      main: [calls(bash("echo above")), calls(subagent("look around")), "done"],
      subagent: [calls(bash("echo below")), "seen"],
    },
  });
  const hears = probe.calls();
  const inSubagent = ({ payload }: (typeof hears)[number]): string =>
    `${payload.hook_event_name}${payload.agent_id === undefined ? "" : " in a subagent"}`;
  expect(hears.map(inSubagent)).toEqual([
    "SessionStart",
    "PreToolUse",
    "PreToolUse",
    "SubagentStart in a subagent",
    "PreToolUse in a subagent",
    "SubagentStop in a subagent",
    "Stop",
    "SessionEnd",
  ]);
  for (const { sessionInEnvironment, payload } of hears) {
    expect([sessionInEnvironment, payload.session_id]).toEqual([run.sessionId, run.sessionId]);
  }
});
