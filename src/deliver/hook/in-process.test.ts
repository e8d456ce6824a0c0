import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HookGround, stash } from "../../../test/kit/hook-ground.ts";
import { opencodeHook, opencodeModule } from "../../agents/opencode/hook.ts";
import { piHook, piModule } from "../../agents/pi/hook.ts";
import { claudeCodeHook } from "../../agents/claude-code/hook.ts";
import { actFor } from "./agent.ts";
import { inProcessHook } from "./in-process.ts";

const outside = { HOME: process.env["HOME"], LESSONS_HOME: process.env["LESSONS_HOME"] };
let ground: HookGround;

beforeEach(() => {
  ground = new HookGround([
    stash,
    { toolNames: ["Bash"], commandPatterns: ["^touch\\b"], delivery: "hold", text: "with care" },
    {
      toolNames: ["Bash"],
      commandPatterns: ["^ecko\\b"],
      delivery: "fix",
      fix: { from: "ecko", to: "echo", said: "corrected" },
    },
    {
      toolNames: ["Bash"],
      commandPatterns: ["^jq\\b"],
      injectOn: ["PostToolUseFailure"],
      hint: "jq is missing → use node -p",
    },
  ]);
  process.env["HOME"] = ground.userHome;
  process.env["LESSONS_HOME"] = ground.home;
});

afterEach(() => {
  for (const [name, value] of Object.entries(outside)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  actFor(claudeCodeHook);
});

async function inOpencode() {
  const hooks = await opencodeModule(inProcessHook(opencodeHook))({ directory: ground.userHome });
  let calls = 0;
  return async (command: string, { exit = 0, output = "" } = {}) => {
    calls += 1;
    const call = { tool: "bash", sessionID: "ses_1", callID: `call_${calls}` };
    const planned = { args: { command } };
    await hooks["tool.execute.before"](call, planned);
    const result = { output, metadata: { exit } };
    await hooks["tool.execute.after"]({ ...call, args: planned.args }, result);
    return { ran: planned.args.command, said: result.output };
  };
}

test("in OpenCode a lesson comes with the result once, a call is held once and another corrected", async () => {
  const run = await inOpencode();
  expect((await run("git stash", { output: "saved" })).said).toMatch(
    /^saved\n\n[^]*untracked files/,
  );
  expect((await run("git stash", { output: "saved" })).said).toBe("saved");
  await expect(run("touch x")).rejects.toThrow("with care");
  expect(await run("touch x", { output: "fine" })).toEqual({ ran: "touch x", said: "fine" });
  expect((await run("cd a && ecko b")).ran).toBe("cd a && echo b");
  const failed = await run("jq .", { exit: 127, output: "bash: jq: command not found" });
  expect(failed.said).toContain("jq is missing → use node -p");
  expect(ground.records("spool/deliveries.jsonl").map(({ agent }) => agent)).toContain("opencode");
});

test("nobody confirms a review inside an agent that cannot ask its person", async () => {
  const run = await inOpencode();
  const line = `lessons confirm ${"0123456789abcdef".repeat(2)}`;
  await expect(run(line)).rejects.toThrow("Only a person confirms a review");
});

test("a new compilation is seen at the next call, and one that is broken stops nothing", async () => {
  const run = await inOpencode();
  expect((await run("docker ps")).said).toBe("");
  ground.publish([{ toolNames: ["Bash"], commandPatterns: ["^docker\\b"], text: "about docker" }]);
  expect((await run("docker ps")).said).toContain("about docker");
  writeFileSync(join(ground.home, "cache/current/index.json"), "{");
  expect((await run("docker images", { output: "none" })).said).toBe("none");
});

test("a thousand calls and as many compilations leave one file open", async () => {
  const run = await inOpencode();
  const open = () => readdirSync("/proc/self/fd").length;
  await run("git status");
  const before = open();
  for (let round = 0; round < 20; round += 1) {
    ground.publish([{ toolNames: ["Bash"], commandPatterns: ["^docker\\b"], text: `${round}` }]);
    for (let call = 0; call < 50; call += 1) await run("docker ps");
  }
  expect(open()).toBeLessThanOrEqual(before + 1);
});

test("in Pi the same comes by what its events return", async () => {
  type Handler = (event: never, context: object) => unknown;
  const handlers = new Map<string, Handler>();
  piModule(inProcessHook(piHook))({
    on: (event: string, handler: Handler) => void handlers.set(event, handler),
  } as never);
  const context = {
    cwd: ground.userHome,
    sessionManager: { getSessionFile: () => "/x/2026-11-18_01a1eef7-8c0a.jsonl" },
  };
  const fire = (event: string, value: object) => handlers.get(event)?.(value as never, context);
  const call = (command: string) => ({ toolName: "bash", toolCallId: "1", input: { command } });
  const text = (said: string) => ({ type: "text", text: said });
  expect(fire("tool_call", call("git stash"))).toBeUndefined();
  expect(
    fire("tool_result", { ...call("git stash"), content: [text("saved")], isError: false }),
  ).toEqual({ content: [text("saved"), text(expect.stringContaining("untracked files"))] });
  expect(fire("tool_call", call("touch x"))).toEqual({
    block: true,
    reason: expect.stringContaining("with care"),
  });
  const wrong = call("ecko b");
  expect(fire("tool_call", wrong)).toBeUndefined();
  expect(wrong.input.command).toBe("echo b");
  const [noted] = ground.records("spool/deliveries.jsonl");
  expect(noted).toMatchObject({ agent: "pi", session: "01a1eef7-8c0a" });
});
