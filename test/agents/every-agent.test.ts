import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deliveryDoors } from "../../src/agents/delivery-doors.ts";
import type { Ability } from "../../src/agents/delivery.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall } from "./kit/lessons.ts";
import { newTextIn, requestsOf, textIn, toolResultsIn } from "./kit/model/agent-request.ts";
import { agentCalls } from "./kit/model/agent-script.ts";
import type { AgentProgram } from "./kit/programs/agent-program.ts";
import { codex, codexInCodeMode } from "./kit/programs/codex.ts";
import { copilot } from "./kit/programs/copilot.ts";
import { gemini } from "./kit/programs/gemini.ts";
import { opencode } from "./kit/programs/opencode.ts";
import { pi } from "./kit/programs/pi.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { scannedCalls } from "./kit/scanned-calls.ts";

/** One walk through a session shows most of what an agent gets from us. What it cannot have is in the table of its door. */
const programs: readonly { readonly title: string; readonly program: AgentProgram }[] = [
  { title: "Codex", program: codex },
  { title: "Copilot CLI", program: copilot },
  { title: "Gemini CLI", program: gemini },
  { title: "OpenCode", program: opencode },
  { title: "Pi", program: pi },
];

function can(program: AgentProgram, ability: Ability): boolean {
  const door = deliveryDoors.find(({ adapter }) => adapter.agent === program.agent);
  return door?.abilities[ability] === "yes";
}

/** A sandbox in which the agent is connected, with a lesson of every kind of delivery. */
function connected(agent: string): Sandbox {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("look at the whole status", onCommand("^git status\\b"), { slug: "whole-status" }),
    pitfall("touch with care", onCommand("^touch\\b"), { slug: "with-care", delivery: "hold" }),
    pitfall("ecko is no program", onCommand("^ecko\\b"), {
      slug: "no-ecko",
      delivery: "fix",
      fix: { how: "instead", from: "ecko", to: "echo", times: 3, repairs: 3, sessions: 3 },
    }),
    pitfall("no-such-jq is missing", {
      ...onCommand("^no-such-jq\\b"),
      injectOn: ["PostToolUseFailure"],
    }),
    pitfall("never force a push", onCommand("^git push --force\\b"), { priority: 9 }),
  );
  lessons(sandbox, ["init", "--yes", "--agent", agent]);
  return sandbox;
}

describe.each(programs)("$title", ({ program }) => {
  test("hears at the start, at the call, with the error, is held and corrected; and its log shows what followed", async () => {
    const sandbox = connected(program.agent);
    const run = await program.run(sandbox, {
      prompt: "Please go on",
      script: {
        main: [
          agentCalls(program.shell("git status")),
          agentCalls(program.shell("git status")),
          agentCalls(program.shell('echo "git status"')),
          agentCalls(program.shell("touch held")),
          agentCalls(program.shell("touch held")),
          agentCalls(program.shell("ecko fine")),
          agentCalls(program.shell("no-such-jq .")),
          "done",
        ],
      },
    });
    const requests = requestsOf(run, "main");
    expect([run.status, run.isTimedOut, requests.length]).toEqual([0, false, 8]);
    const said = requests.map(newTextIn);
    // At the start, and never again.
    expect(textIn(requests[0])).toContain("never force a push");
    // With the first call that it is about; neither at the second nor where the words are only quoted.
    expect(said[1]).toContain("take care: look at the whole status");
    expect(said[2]).not.toContain("look at the whole status");
    expect(said[3]).not.toContain("look at the whole status");
    // Refused once.
    expect(toolResultsIn(requests[4]).join()).toContain("touch with care");
    expect(toolResultsIn(requests[5]).join()).not.toContain("touch with care");
    // Corrected, or held where it would skip the person.
    expect(toolResultsIn(requests[6]).join()).toContain("fine");
    expect(said[7]).toContain("no-such-jq is missing");

    const calls = scannedCalls(sandbox);
    expect(calls.filter(({ command }) => command === "git status")).toHaveLength(2);
    expect(calls.map(({ outcome }) => outcome).at(-1)).toBe("error");
    const stats = JSON.parse(lessons(sandbox, ["stats", "--json"])) as { deliveries?: unknown };
    expect(JSON.stringify(stats)).toContain("whole-status");
  });

  test("a broken cache stops no tool, a pause says nothing, and removal restores every byte", async () => {
    const sandbox = freshSandbox();
    await program.run(sandbox, { prompt: "hello", script: { main: ["ok"] } });
    const before = filesIn(sandbox.home);
    lessons(sandbox, ["init", "--yes", "--agent", program.agent]);
    keep(sandbox, pitfall("look at the whole status", onCommand("^git status\\b")));
    const script = () => ({ main: [agentCalls(program.shell("git status")), "done"] });
    lessons(sandbox, ["pause"]);
    const paused = await program.run(sandbox, { prompt: "go", script: script() });
    expect(paused.requests.map(textIn).join()).not.toContain("look at the whole status");
    lessons(sandbox, ["pause", "--off"]);
    writeFileSync(join(sandbox.home, ".lessons/cache/current/index.json"), "{");
    const broken = await program.run(sandbox, { prompt: "go", script: script() });
    expect(toolResultsIn(requestsOf(broken, "main")[1]).join()).toContain("nothing to commit");
    lessons(sandbox, ["uninstall", "--yes"]);
    const after = filesIn(sandbox.home);
    for (const path of Object.keys(before))
      expect([path, after[path]]).toEqual([path, before[path]]);
    const naming = Object.entries(after).filter(([, text]) => text.includes(".lessons/hook"));
    expect(naming.map(([path]) => path)).toEqual([]);
  });

  test.runIf(compacts.has(program) && can(program, "compaction"))(
    "after a compaction what matters comes again",
    async () => {
      const sandbox = connected(program.agent);
      const run = await program.run(sandbox, {
        prompt: "go",
        script: {
          main: [
            { calls: [program.shell("echo one")], inputTokens: 260_000 },
            agentCalls(program.shell("echo two")),
            "done",
          ],
          summary: ["what was said so far"],
        },
      });
      expect(requestsOf(run, "summary")).toHaveLength(1);
      expect(textIn(requestsOf(run, "main").at(-1))).toContain("never force a push");
    },
  );

  test.runIf(program.subagent !== undefined && can(program, "subagent"))(
    "a subagent hears at its start",
    async () => {
      const sandbox = connected(program.agent);
      const run = await program.run(sandbox, {
        prompt: "go",
        script: {
          main: [...(program.subagent?.("look around") ?? []), "done"],
          subagent: [agentCalls(program.shell("git status")), "seen"],
        },
      });
      const [first, second] = requestsOf(run, "subagent");
      expect(textIn(first)).toContain("never force a push");
      expect(newTextIn(second)).toContain("look at the whole status");
    },
  );
});

/** What a person sets up in a home: not what an agent logs, and keeps for itself. */
function filesIn(home: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(join(home, ".lessons/")) && isSettings.test(path))
      .map((path) => [path.slice(home.length + 1), readFileSync(path, "latin1")]),
  );
}

const isSettings =
  /\/(?:hooks|settings|config|extensions?|plugins?)[^/]*(?:\.jsonc?|\.toml|\.js|\.ts)?$|\/(?:hooks|extensions|plugins)\//u;

/** Those that the kit can bring to it. */
const compacts: ReadonlySet<AgentProgram> = new Set([codex, opencode]);

test("Codex in code mode hears in the same way, and so does its subagent", async () => {
  const program = codexInCodeMode;
  const sandbox = connected(program.agent);
  const run = await program.run(sandbox, {
    prompt: "go",
    script: {
      main: [
        agentCalls(program.shell("git status")),
        agentCalls(program.shell("touch held")),
        ...(program.subagent?.("look around") ?? []),
        "done",
      ],
      subagent: ["seen"],
    },
  });
  const [first, second, third] = requestsOf(run, "main");
  expect(textIn(first)).toContain("never force a push");
  expect(newTextIn(second)).toContain("look at the whole status");
  expect(newTextIn(third)).toContain("touch with care");
  const [inSubagent] = requestsOf(run, "subagent");
  expect(textIn(inSubagent).split("never force a push").length).toBeGreaterThan(
    textIn(third).split("never force a push").length,
  );
});
