import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isConfirming } from "../../src/deliver/hook/ask-person.ts";
import { writePlan } from "../../src/deliver/confirm/plan-file.ts";
import { HookGround } from "../kit/hook-ground.ts";

const plan = (home: string) =>
  writePlan(home, {
    preparedAt: new Date().toISOString(),
    words: ["✓ approve git-stash as hold (global): git stash leaves files behind"],
    content: {},
  });

const askedIn = (out: string) => JSON.parse(out).hookSpecificOutput;

test.each([
  ["no lessons", []],
  ["lessons", [{ commandPatterns: ["^git\\s+stash\\b"] }]],
])(
  "with %s the person is asked about a plan in our words, and only the command that they see has the proof",
  (_, drafts) => {
    const ground = new HookGround(drafts);
    const digest = plan(ground.home);
    const { out } = ground.call({
      tool_name: "Bash",
      tool_input: { command: `lessons confirm ${digest}`, description: "d" },
    });
    expect(askedIn(out)).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason:
        "lessons will do this:\n✓ approve git-stash as hold (global): git stash leaves files behind",
      updatedInput: {
        command: expect.stringMatching(
          new RegExp(`^lessons confirm ${digest} --asked [0-9a-f]{32}$`),
        ),
        description: "d",
      },
    });
    expect(existsSync(join(ground.home, "plans", `${digest}.asked`))).toBe(true);
  },
);

const digest = "0123456789abcdef0123456789abcdef";

test.each([
  `lessons confirm ${digest} && echo done`,
  `cd . && lessons confirm ${digest}`,
  `lessons confirm ${digest} | cat`,
  `echo | lessons confirm ${digest}`,
  `(lessons confirm ${digest})`,
  `bash -c 'lessons confirm ${digest}'`,
  `env -u CLAUDECODE lessons confirm ${digest}`,
  `"lessons" 'confirm' "${digest}"`,
  `less\\ons con\\firm ${digest}`,
  `npx lessons confirm ${digest}`,
  `node /usr/lib/lessons.js confirm ${digest}`,
  `lessons --json confirm ${digest}`,
  `lessons confirm --json ${digest}`,
  `lessons confirm $D`,
  `lessons confirm ${digest} --asked ${digest}`,
  `timeout 5 lessons confirm ${digest} &`,
])("wrapped, chained or piped it is asked about as well, without a proof: %s", (command) => {
  const ground = new HookGround();
  plan(ground.home);
  expect(isConfirming(command)).toBe(true);
  if (command.includes("\\")) return;
  const { out } = ground.bash(command);
  expect(askedIn(out)).toMatchObject({ permissionDecision: "ask" });
  expect(askedIn(out)).not.toHaveProperty("updatedInput");
  expect(readdirSync(join(ground.home, "plans")).filter((name) => name.endsWith(".asked"))).toEqual(
    [],
  );
});

test.each([
  "git commit -m 'lessons: confirm asks a person'",
  "grep -rn confirm src/lessons",
  "lessons decide 'approve 1'",
  "lessons list | grep confirm",
])("other commands are not asked about: %s", (command) => {
  expect(isConfirming(command)).toBe(false);
  expect(new HookGround().bash(command).out).toBe("");
});

test("a plan that is not there is asked about, too, and the question says that nothing will happen", () => {
  const { out } = new HookGround().bash(`lessons confirm ${digest}`);
  expect(askedIn(out)).toMatchObject({
    permissionDecision: "ask",
    permissionDecisionReason: expect.stringContaining("Nothing will change"),
  });
});

test("other calls of an empty home start no Node", () => {
  const ground = new HookGround();
  ground.bash("ls -la");
  ground.call({ tool_name: "Read", tool_input: { file_path: "lessons-confirm.md" } });
  expect(ground.starts).toBe(0);
});

test("a line with many options is judged at once", () => {
  const options = " --a".repeat(2000);
  expect(isConfirming(`lessons${options}`)).toBe(false);
  expect(isConfirming(`lessons${options} confirm${options} ${digest}`)).toBe(true);
});
