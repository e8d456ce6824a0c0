import { expect, test } from "vitest";
import { frameDelivery } from "../../src/agents/our-text/frame.ts";
import { HookGround, reasonIn, session, silent } from "../kit/hook-ground.ts";

const python = {
  delivery: "fix" as const,
  commandPatterns: ["^python(?!\\S)"],
  text: "### python is not installed",
  fix: { from: "python", to: "python3", said: "python3 instead of python" },
};

test("the corrected input comes with one line about it, and nothing is allowed or refused", () => {
  const ground = new HookGround([python]);
  const input = { command: "cd x && python 'a b'", description: "run it", timeout: 5000 };
  expect(ground.call({ tool_name: "Bash", tool_input: input })).toEqual({
    status: 0,
    out: JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        updatedInput: { ...input, command: "cd x && python3 'a b'" },
        additionalContext: frameDelivery(["python3 instead of python"]),
      },
    }),
    err: "",
  });
});

test("every such call is corrected, claims nothing, and leaves one note", () => {
  const ground = new HookGround([python]);
  for (const id of ["toolu_0001", "toolu_0002"])
    expect(commandIn(ground.bash("python x", { payload: { tool_use_id: id } }).out)).toBe(
      "python3 x",
    );
  expect(ground.names(`sessions/${session}/claims`)).toEqual([]);
  const notes = ground.records("spool/deliveries.jsonl");
  expect(notes.map(({ mode, form, call }) => [mode, form, call])).toEqual([
    ["fix", "fix", "toolu_0001"],
    ["fix", "fix", "toolu_0002"],
  ]);
});

test("of two hooks that see the same call one corrects it", async () => {
  const ground = new HookGround([python]);
  const payload = { tool_use_id: "toolu_0001" };
  const answers = await Promise.all(
    [1, 2, 3].map(() => ground.bashAtOnce("python x", { payload })),
  );
  expect(answers.filter((answer) => answer !== "")).toHaveLength(1);
  expect(ground.records("spool/deliveries.jsonl")).toHaveLength(1);
});

test("where it cannot tell how to correct the call it holds it once, and the next clear one is corrected", () => {
  const ground = new HookGround([python]);
  expect(reasonIn(ground.bash("python a; python b").out)).toContain("### python is not installed");
  expect(ground.bash("python a; python b")).toEqual(silent);
  expect(commandIn(ground.bash("python x").out)).toBe("python3 x");
  expect(ground.bash("sh -c 'python a'")).toEqual(silent);
});

test("a lesson that holds the call comes before the correction", () => {
  const push = { delivery: "hold" as const, commandPatterns: ["^git\\s+push"], text: "### push" };
  const ground = new HookGround([python, push]);
  const line = "python x && git push";
  const payload = { tool_use_id: "toolu_0001" };
  expect(reasonIn(ground.bash(line, { payload }).out)).toContain("### push");
  expect(commandIn(ground.bash(line, { payload }).out)).toBe("python3 x && git push");
});

test("a call is not corrected into one that another lesson holds", () => {
  const ground = new HookGround([
    python,
    { delivery: "hold", commandPatterns: ["^python3\\b"], text: "### python3" },
  ]);
  expect(reasonIn(ground.bash("python x").out)).toContain("### python is not installed");
});

test("lessons that advise come with the correction", () => {
  const ground = new HookGround([python, { commandPatterns: ["^ls\\b"], text: "### ls" }]);
  const { out } = ground.bash("ls; python x");
  expect(commandIn(out)).toBe("ls; python3 x");
  expect(JSON.parse(out).hookSpecificOutput.additionalContext).toBe(
    frameDelivery(["python3 instead of python", "### ls"]),
  );
  expect(ground.records("spool/deliveries.jsonl").map(({ mode }) => mode)).toEqual([
    "fix",
    "advise",
  ]);
});

test("two lessons correct one line", () => {
  const cat = {
    ...python,
    commandPatterns: ["(?-i)^cat(?!\\S)(?=.*\\s-A)"],
    fix: { from: "cat -A", to: "cat -v", said: "cat -v instead of cat -A" },
  };
  expect(commandIn(new HookGround([python, cat]).bash("python x | cat -A").out)).toBe(
    "python3 x | cat -v",
  );
});

test("another shell's language is not corrected", () => {
  const ground = new HookGround([python]);
  const call = { tool_name: "PowerShell", tool_input: { command: "python x" } };
  expect(reasonIn(ground.call(call).out)).toContain("### python is not installed");
});

test("the result of a corrected call tells whether it ran as corrected; other results start nothing", () => {
  const ground = new HookGround([python]);
  ground.bash("python x", { payload: { tool_use_id: "toolu_0001" } });
  ground.bash("python y", { payload: { tool_use_id: "toolu_0002" } });
  const starts = ground.starts;
  expect(result(ground, "toolu_0003", "ls")).toEqual(silent);
  expect(ground.starts).toBe(starts);
  expect(result(ground, "toolu_0001", "python3 x")).toEqual(silent);
  expect(result(ground, "toolu_0002", "rtk python y")).toEqual(silent);
  expect(result(ground, "toolu_0001", "python3 x")).toEqual(silent);
  expect(ground.records("spool/results.jsonl").map(({ call, ran }) => [call, ran])).toEqual([
    ["toolu_0001", true],
    ["toolu_0002", false],
  ]);
  expect(ground.log).toEqual([]);
});

function result(ground: HookGround, id: string, command: string) {
  const payload = { tool_name: "Bash", tool_input: { command }, tool_use_id: id };
  return ground.event("PostToolUse", payload, { args: ["PostToolUse", "bash"], session });
}

function commandIn(answer: string): unknown {
  return JSON.parse(answer).hookSpecificOutput.updatedInput.command;
}
