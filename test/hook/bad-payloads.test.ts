import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HookGround, session, silent, stash } from "../kit/hook-ground.ts";

const whole = JSON.stringify({
  session_id: session,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "git stash" },
});

const hostile: readonly (readonly [string, string | Uint8Array])[] = [
  ["nothing", ""],
  ["a payload that is cut off", whole.slice(0, -5)],
  ["no JSON", "git stash"],
  ["a number", "7 git stash"],
  ["a list", `[${whole}]`],
  ["two payloads", `${whole}\n${whole}`],
  ["a zero byte in it", `${whole.slice(0, 20)}\0${whole.slice(20)}`],
  ["deep nesting", `${"[".repeat(200_000)}git stash${"]".repeat(200_000)}`],
  ["a tool that is no text", whole.replace('"Bash"', '{"git stash":1}')],
  ["another event", whole.replace("PreToolUse", "PostToolUse")],
  ["an event that nobody knows", whole.replace("PreToolUse", "../../git stash")],
  ["an input that is no object", whole.replace('{"command":"git stash"}', '["git stash"]')],
  ["a command that is no text", whole.replace('"git stash"', '["git stash"]')],
  [
    "its own prototype",
    whole.replace('"tool_input":{', '"__proto__":null,"tool_input":{"__proto__":"git stash","'),
  ],
  ["bytes that are no text", Buffer.from('{"git stash":"\xff\xfe"}', "latin1")],
];

test.each(hostile)("%s gets an empty answer, and the next call works", (_, input) => {
  const ground = new HookGround([stash]);
  expect(ground.raw(input)).toEqual(silent);
  expect(ground.log.length).toBeLessThanOrEqual(1);
  // What started Node and could not be read has left its line, and nothing of what it was.
  if (ground.starts > 0 && ground.log.length > 0) expect(ground.log[0]).toMatch(/Z skipped: /);
  expect(ground.log.join("")).not.toMatch(/stash/);
  expect(ground.bash("git stash").out).not.toBe("");
});

test("a payload over several lines, or with a mark in front, is a payload", () => {
  for (const input of [
    JSON.stringify(JSON.parse(whole), null, 2),
    `\uFEFF${whole}`,
    `${whole}\n`,
  ]) {
    expect(new HookGround([stash]).raw(input).out).not.toBe("");
  }
});

test("50 MB are passed over, and what they hold is not in the log", () => {
  const ground = new HookGround([stash]);
  expect(ground.bash(`git stash ${"x".repeat(50_000_000)}`)).toEqual(silent);
  expect(ground.log).toEqual([expect.stringMatching(/Z skipped: the payload is too long$/)]);
  expect(ground.bash("git stash").out).not.toBe("");
});

test.each(["SessionStart", "Stop"])("of 50 MB at %s the most part stays unread", (event) => {
  const ground = new HookGround([stash]);
  const shell = join(ground.userHome, "agent");
  const writer = join(ground.userHome, "writer");
  const script = `{ head -c 50000000 /dev/zero; echo $? >'${writer}'; } | "$@"`;
  writeFileSync(shell, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  expect(ground.raw("", { args: [event], shell })).toEqual(silent);
  expect(ground.log).toEqual([expect.stringMatching(/Z skipped: the payload is too long$/)]);
  // Ended by the pipe that nobody reads any more.
  expect(readFileSync(writer, "utf8")).not.toBe("0\n");
});

test("a message that takes too long to read is given up, with a line, and slow runs have one, too", () => {
  const ground = new HookGround();
  const message = `#lesson\n${"password = hunter2hunter2 /home/user/x ".repeat(200_000)}\n#/lesson`;
  expect(ground.event("Stop", { last_assistant_message: message })).toEqual(silent);
  expect(ground.lines("log/hook.log")).toEqual([
    expect.stringMatching(/Z stopped/),
    expect.stringMatching(/Z slow: \d+ ms$/),
  ]);
  expect(ground.names("spool")).toEqual([]);
});

test("a grep that takes lines for records costs the answer to a payload over several lines", () => {
  const ground = new HookGround([stash]);
  const bin = join(ground.userHome, "bin");
  mkdirSync(bin);
  const grep = '#!/bin/sh\nfor file; do :; done\nexec /usr/bin/grep -a -E -f "$file"\n';
  writeFileSync(join(bin, "grep"), grep, { mode: 0o755 });
  const environment = { PATH: `${bin}:/usr/bin:/bin` };
  const overLines = JSON.stringify(JSON.parse(whole), null, 2);
  expect(ground.raw(overLines, { environment })).toEqual(silent);
  expect(ground.log).toEqual([expect.stringMatching(/Z skipped: no tool call in \d+/)]);
  expect(ground.raw(whole, { environment }).out).not.toBe("");
});

test.each([["SessionStart"], ["PreToolUse", "bash"]])(
  "%s without any standard input disturbs nobody",
  (...args) => {
    const ground = new HookGround([stash]);
    const shell = join(ground.userHome, "agent");
    writeFileSync(shell, '#!/bin/sh\nexec "$@" <&-\n', { mode: 0o755 });
    expect(ground.raw("", { args, shell })).toEqual(silent);
  },
);

test.each(["SessionStart", "SubagentStart", "Stop", "SessionEnd", "Nonsense"])(
  "%s with a payload that is none says nothing and leaves one line",
  (event) => {
    const ground = new HookGround([stash]);
    expect(ground.raw("{", { args: [event] })).toEqual(silent);
    expect(ground.log).toEqual([expect.stringMatching(/Z skipped: /)]);
  },
);

test("a session start with fields of every wrong type is a session start", () => {
  const ground = new HookGround([stash]);
  const { status, out } = ground.event("SessionStart", { session_id: 7, cwd: ["/"], source: {} });
  expect([status, out !== ""]).toEqual([0, true]);
});

test.each([
  ["../../../escaped", "other-"],
  ["..", "other-"],
  ["a/b", "other-"],
  ["", "unknown"],
  ["x".repeat(500), "other-"],
  ["x".repeat(5000), "unknown"],
  ["sitzung-größe-🙂", "other-"],
  ["-rf", "-rf"],
  ["a\nb $(id) `id`", "other-"],
])("the session id %j makes one folder, and is told once", (id, folder) => {
  const ground = new HookGround([stash]);
  const as = { payload: { session_id: id }, session: id };
  expect(ground.bash("git stash", as).out).not.toBe("");
  expect(ground.bash("git stash", as)).toEqual(silent);
  expect(ground.names("sessions")).toEqual([expect.stringMatching(`^${folder}`)]);
  expect(ground.event("SessionStart", { session_id: id, source: "clear" }).status).toBe(0);
  expect(readdirSync(ground.userHome).toSorted()).toEqual([".lessons", "starts"]);
  expect(ground.bash("git stash", as).out).not.toBe("");
});

test("an agent that hangs up before we answer is none of our business", async () => {
  const ground = new HookGround([stash]);
  await expect(ground.rawAtOnce(whole, { args: ["PreToolUse", "read"] })).resolves.toBe("");
  expect(ground.starts).toBe(0);
});

test.each(['exec "$@" >&-', '"$@" | :'])(
  "an agent that takes no answer (%s) disturbs no call",
  (script) => {
    const ground = new HookGround([stash]);
    const shell = join(ground.userHome, "agent");
    writeFileSync(shell, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    expect(ground.raw(whole, { shell })).toEqual(silent);
    expect(ground.bash("git stash", { payload: { session_id: "next" } }).out).not.toBe("");
  },
);

test("no lesson is blamed for a command that takes long to read, whether it is stopped or in time", () => {
  const ground = new HookGround([stash, { ...stash, commandPatterns: ["x"] }]);
  // A fast machine reads it in time.
  const { status, out } = ground.bash(`git stash ${"<<a ".repeat(16_000)}`);
  expect(status).toBe(0);
  if (out === "") expect(ground.log).toEqual([expect.stringMatching(/Z stopped/)]);
  expect(ground.names("cache/current/slow")).toEqual([]);
  expect(ground.bash("git stash", { payload: { session_id: "next" } }).out).not.toBe("");
});
