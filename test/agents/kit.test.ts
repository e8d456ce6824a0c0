import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { pathWithout } from "./kit/path-without.ts";
import { writePlugin } from "./kit/plugin.ts";
import { processesIn } from "./kit/processes-in.ts";
import { runClaude } from "./kit/run-claude.ts";
import { makeSandbox, removeSandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";

test("the agent finds a home, a project and an environment of its own", async () => {
  const sandbox = freshSandbox();
  const run = await runClaude(sandbox, {
    prompt: "go",
    allowedTools: ["Bash"],
    script: {
      main: [
        calls(
          bash("echo $HOME $TMPDIR $PWD"),
          bash("git log --format=%s%x20%an"),
          bash("compgen -e | grep -v ^CLAUDE"),
        ),
      ],
    },
  });
  const { root, home, project } = sandbox;
  expect(toolResultsIn(requestsOf(run, "main")[1]).map(({ text }) => text)).toEqual([
    `${home} ${join(root, "t")} ${project}`,
    "first Test",
    environmentNames.join("\n"),
  ]);
  expect(existsSync(join(root, "t/cc-socks"))).toBe(true);
});

/** What the sandbox gives, and what the program adds for its tools. */
const environmentNames = `AI_AGENT ANTHROPIC_API_KEY ANTHROPIC_BASE_URL COREPACK_ENABLE_AUTO_PIN
DISABLE_AUTOUPDATER DISABLE_ERROR_REPORTING DISABLE_TELEMETRY GIT_EDITOR HOME LANG
NoDefaultCurrentDirectoryInExePath PATH PWD SHELL SHLVL TERM TMPDIR`.split(/\s/);

test("a program can be missing", async () => {
  const sandbox = freshSandbox();
  const run = await runClaude(sandbox, {
    prompt: "go",
    allowedTools: ["Bash"],
    environment: { PATH: pathWithout(sandbox, "node") },
    script: { main: [calls(bash("command -v node || command -v git"))] },
  });
  expect(toolResultsIn(requestsOf(run, "main")[1])).toEqual([
    { text: join(sandbox.root, "without-node/git"), isError: false },
  ]);
});

test("a run that takes too long is ended with all that it started", async () => {
  const sandbox = freshSandbox();
  const run = await runClaude(sandbox, {
    prompt: "go",
    allowedTools: ["Bash"],
    timeoutMs: 3000,
    script: { main: [calls(bash("tail -f README.md"))] },
  });
  expect([run.status, run.isTimedOut]).toEqual([null, true]);
  expect(await processesIn(sandbox.home, { afterMs: 1000 })).toEqual([]);
});

test("a process that is left behind is found, named and ended", async () => {
  const sandbox = makeSandbox();
  const detach = "setsid sleep 42 > /dev/null 2>&1 < /dev/null &";
  const plugin = writePlugin(join(sandbox.root, "plugin"), {
    name: "messy",
    hooks: { SessionStart: [{ hooks: [{ type: "command", command: detach }] }] },
  });
  await runClaude(sandbox, { prompt: "go", plugins: [plugin] });
  await expect(removeSandbox(sandbox, { afterMs: 100 })).rejects.toThrow("left behind: sleep 42");
  expect(await processesIn(sandbox.home, { afterMs: 1000 })).toEqual([]);
  expect(existsSync(sandbox.root)).toBe(false);
});
