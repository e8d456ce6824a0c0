import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newTextIn, requestsOf, toolResultsIn } from "./kit/conversation.ts";
import { echoServerFlags, echoTool } from "./kit/echo-server.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessonsPlugin, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { writePlugin } from "./kit/plugin.ts";
import type { ClaudeRun } from "./kit/run-claude.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, subagent, type ToolCall } from "./kit/script.ts";

/** What each request of the main agent was newly told, by summary. */
function told(run: ClaudeRun): readonly (readonly string[])[] {
  return requestsOf(run, "main").map((request) =>
    [...newTextIn(request).matchAll(/^### \w+ pitfall: (.*)$/gm)].map(
      ([, summary = ""]) => summary,
    ),
  );
}

test("lessons about files reach edits, writes and reads by path and by content", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("edit of a README", { toolNames: ["Edit"], pathPatterns: ["**/README.md"] }),
    pitfall("config is written", { toolNames: ["Write"], pathPatterns: ["config/**"] }),
    pitfall("a console is written", {
      toolNames: ["Write", "Edit"],
      contentPatterns: ["\\bconsole\\.log\\("],
    }),
    pitfall("a lock file is read", { toolNames: ["Read"], pathPatterns: ["**/*.lock"] }),
    pitfall("any change of a lock file", { pathPatterns: ["**/*.lock"] }, { priority: 9 }),
  );
  const at = (name: string) => join(sandbox.project, name);
  const read = (name: string): ToolCall => ({ name: "Read", input: { file_path: at(name) } });
  const write = (name: string, content: string): ToolCall => ({
    name: "Write",
    input: { file_path: at(name), content },
  });
  const edit: ToolCall = {
    name: "Edit",
    input: { file_path: at("README.md"), old_string: "A project", new_string: "Our project" },
  };
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    allowedTools: ["Edit", "Write", "Read"],
    script: {
      main: [
        calls(read("README.md")),
        calls(edit),
        calls(write("config/app.json", "{}\n")),
        calls(write("src/main.js", "start();\n")),
        calls(write("src/other.js", 'console.log(\n  "hello");\n')),
        calls(read("yarn.lock")),
        "done",
      ],
    },
  });
  expect(told(run).slice(1)).toEqual([
    [],
    ["edit of a README"],
    ["config is written"],
    [],
    ["a console is written"],
    ["a lock file is read"],
  ]);
  expect(readFileSync(at("README.md"), "utf8")).toBe("# Our project\n");
});

test("lessons about searches and tools of servers reach them, also by the beginning of a name", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("a search in generated files", { toolNames: ["Grep"], pathPatterns: ["dist/**"] }),
    pitfall("the echo repeats", { toolNames: [echoTool], contentPatterns: ["twice"] }),
    pitfall("servers of this kind", { toolNames: ["mcp__echo__*"], contentPatterns: ["thrice"] }),
  );
  const say = (text: string): ToolCall => ({ name: echoTool, input: { text } });
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    args: echoServerFlags(sandbox),
    allowedTools: ["Grep", echoTool],
    script: {
      main: [
        calls(say("once")),
        calls(say("twice")),
        calls(say("thrice")),
        calls({ name: "Grep", input: { pattern: "main", glob: "dist/*.js" } }),
        "done",
      ],
    },
  });
  expect(toolResultsIn(requestsOf(run, "main")[2])).toEqual([{ text: "twice", isError: false }]);
  expect(told(run).slice(1)).toEqual([
    [],
    ["the echo repeats"],
    ["servers of this kind"],
    ["a search in generated files"],
  ]);
});

test("a lesson of a project comes in that project only, wherever in it the agent is", async () => {
  const sandbox = freshSandbox();
  const id = projectOf(sandbox);
  keep(
    sandbox,
    pitfall("of this project", onCommand("^git status\\b"), { scope: id }),
    pitfall("of another project", onCommand("^git status\\b"), { scope: "project:git.example/x" }),
  );
  const below = join(sandbox.project, "below");
  mkdirSync(below);
  const script = { main: [calls(bash("git status")), "done"] };
  const inside = await runWithLessons(sandbox, { prompt: "go", script, cwd: below });
  const outside = await runWithLessons(sandbox, { prompt: "go", script, cwd: sandbox.home });
  expect(told(inside)[1]).toEqual(["of this project"]);
  expect(told(outside)[1]).toEqual([]);
});

/** The remote says which project it is. */
function projectOf({ project }: Sandbox): "project:git.example/team/thing" {
  const config = join(project, ".git/config");
  writeFileSync(
    config,
    `${readFileSync(config, "utf8")}[remote "origin"]\n\turl = ssh://git@git.example/team/thing.git\n`,
  );
  return "project:git.example/team/thing";
}

test("a lesson for a workflow comes only while its command or its kind of subagent runs", async () => {
  const sandbox = freshSandbox();
  const greeting = writePlugin(join(sandbox.root, "greeting"), {
    name: "greeting",
    files: { "commands/hello.md": "---\ndescription: Greets\n---\n\nSay hello.\n" },
  });
  keep(
    sandbox,
    pitfall("in the command", {
      ...onCommand("^git status\\b"),
      workflowNames: ["greeting:hello"],
    }),
    pitfall("in a planner", { ...onCommand("^git status\\b"), workflowNames: ["Plan"] }),
  );
  const look = calls(bash("git status"));
  // The program writes a prompt down a moment after it has sent it, and this model thinks no moment.
  const think = calls(bash("git log"));
  const run = await runWithLessons(sandbox, {
    prompt: ["go", "/greeting:hello", "on"],
    plugins: [lessonsPlugin, greeting],
    script: {
      main: [
        think,
        look,
        "one",
        think,
        think,
        think,
        look,
        "two",
        calls(subagent("look around", "Plan")),
        "three",
      ],
      subagent: [look, "seen"],
    },
  });
  expect(told(run)).toEqual([[], [], [], [], [], [], [], ["in the command"], [], []]);
  expect(newTextIn(requestsOf(run, "subagent")[1])).toContain("pitfall: in a planner");
});
