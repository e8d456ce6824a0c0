import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, textIn, timesIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, lessonsPlugin, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { writeMarketplace } from "./kit/marketplace.ts";
import { writePlugin } from "./kit/plugin.ts";
import { okClaudeCommand } from "./kit/run-claude-command.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";

const touch = pitfall("there is no touhc", onCommand("^touhc(?!\\S)"), {
  delivery: "fix",
  fix: { how: "instead", from: "touhc", to: "touch", times: 3, repairs: 3, sessions: 3 },
});

test("every such call runs corrected, the agent is told, and the ledger knows that it was corrected", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, touch);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [calls(bash("touhc 'one a' && echo ok")), calls(bash("touhc two")), "done"],
    },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(toolResultsIn(second)).toEqual([{ text: "ok", isError: false }]);
  expect(toolResultsIn(third)[0]?.isError).toBe(false);
  expect(timesIn(third, "This call was corrected before it ran: `touch` instead of `touhc`.")).toBe(
    2,
  );
  expect(["one a", "two"].map((name) => existsSync(join(sandbox.project, name)))).toEqual([
    true,
    true,
  ]);
  expect(resultNotes(sandbox).map(({ ran }) => ran)).toEqual([true, true]);

  lessons(sandbox, ["scan", "--auto"]);
  const { calls: ledger } = JSON.parse(lessons(sandbox, ["ledger", "--json"]));
  expect(
    ledger.map((call: { command: string; outcome: string; treatment: string }) => [
      call.command,
      call.outcome,
      call.treatment,
    ]),
  ).toEqual([
    ["touhc two", "ok", "rewritten"],
    ['touhc ""\necho ok', "ok", "rewritten"],
  ]);
  expect(JSON.parse(lessons(sandbox, ["stats", "--json"])).deliveries).toMatchObject({
    delivered: 2,
    fixed: 2,
    heeded: 0,
  });
});

test("a correction allows nothing: the agent asks about the new command as it would have asked", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, touch);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    allowedTools: ["Bash(touhc:*)"],
    script: { main: [calls(bash("touhc one")), "done"] },
  });
  const [refused] = toolResultsIn(requestsOf(run, "main")[1]);
  expect(refused?.isError).toBe(true);
  expect(existsSync(join(sandbox.project, "one"))).toBe(false);

  const allowed = await runWithLessons(sandbox, {
    prompt: "go",
    allowedTools: ["Bash(touch:*)"],
    script: { main: [calls(bash("touhc two")), "done"] },
  });
  expect(toolResultsIn(requestsOf(allowed, "main")[1])[0]?.isError).toBe(false);
  expect(existsSync(join(sandbox.project, "two"))).toBe(true);
});

test("a call that it cannot tell how to correct is held once", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, touch);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("touhc one; touhc two")), calls(bash("touch one two")), "done"] },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(toolResultsIn(second)[0]?.text).toContain("This call was held once and has not run");
  expect(toolResultsIn(third)[0]?.isError).toBe(false);
  expect(textIn(third)).toContain("there is no touhc");
});

test("where another hook changes the call later, its version runs, and the call does not count as fixed", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, touch);
  const answer = {
    hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "echo theirs" } },
  };
  const folder = join(sandbox.root, "late");
  const args = ["-c", `cat >/dev/null; sleep 2; printf '%s' '${JSON.stringify(answer)}'`];
  writePlugin(folder, {
    name: "late",
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "sh", args }] }] },
  });
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    plugins: [lessonsPlugin, folder],
    script: { main: [calls(bash("touhc one")), "done"] },
  });
  expect(toolResultsIn(requestsOf(run, "main")[1])).toEqual([{ text: "theirs", isError: false }]);
  expect(resultNotes(sandbox).map(({ ran }) => ran)).toEqual([false]);
  lessons(sandbox, ["scan", "--auto"]);
  expect(JSON.parse(lessons(sandbox, ["stats", "--json"])).deliveries).toMatchObject({
    delivered: 1,
    fixed: 0,
    unclear: 1,
  });
});

function resultNotes(sandbox: Sandbox): readonly { readonly ran: boolean }[] {
  return readFileSync(join(sandbox.home, ".lessons/spool/results.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("the hook of a plugin that the program has installed is seen, until the plugin is switched off", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, { ...touch, slug: "no-touhc" });
  const rewrite = { type: "command", command: "${CLAUDE_PLUGIN_ROOT}/rewrite.sh" };
  const market = writeMarketplace(join(sandbox.root, "market"), "here", {
    name: "rewriter",
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [rewrite] }] },
  });
  const plugin = (...args: readonly string[]) => okClaudeCommand(sandbox, ["plugin", ...args]);
  await plugin("marketplace", "add", market);
  await plugin("install", "rewriter@here");
  const seen = () => lessons(sandbox, ["explain", "no-touhc"]).replaceAll(/\s+/g, " ");
  expect(seen()).toContain(
    "another hook runs before shell calls (rewrite.sh of the plugin rewriter@here): it may override the fix",
  );
  await plugin("disable", "rewriter@here");
  expect(seen()).not.toContain("another hook");
});
