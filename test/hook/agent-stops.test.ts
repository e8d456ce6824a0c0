import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { HookGround, stash } from "../kit/hook-ground.ts";

const launcher = join(import.meta.dirname, "../../plugin/hooks/lessons-hook");
const call = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "git stash" },
});

test.each([
  ["at the start of a session", ["SessionStart"], "{}"],
  ["at a tool call", ["PreToolUse", "bash"], call],
])("an agent that stops the hook %s stops its Node, too", async (_, args, input) => {
  const ground = new HookGround([stash]);
  const pidFile = join(ground.userHome, "pid");
  ground.recordNode(`echo $$ >'${pidFile}'; exec sleep 20`);
  const child = spawn(launcher, args, {
    env: { HOME: ground.userHome, PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(child, "exit");
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  await vi.waitFor(() => expect(textOf(pidFile)).toMatch(/^\d+\n$/), 10_000);
  const pid = Number(textOf(pidFile));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5000);
  expect(ground.log).toEqual([expect.stringMatching(/ failed: \S+ ended with status 143$/)]);
});

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has asked about yet is not running.
    return !/^State:\s+Z/m.test(textOf(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
