import type { Chance } from "./budget.ts";
import type { Bundle } from "./hook-in-process.ts";

export interface PayloadCase {
  readonly bundle: Bundle;
  readonly bytes: Uint8Array;
}

/** A payload as an agent sends it, bent: fields of other types, keys of prototypes, texts without end, bytes that are none. */
export function anyPayload(chance: Chance, folder: string): PayloadCase {
  const { bundle, payload } = chance.of(usual);
  const transcript_path = `${folder}/${transcriptName}`;
  let value: unknown = { ...common, transcript_path, cwd: folder, ...structuredClone(payload) };
  for (let times = chance.below(4); times > 0; times -= 1) value = bentValue(chance, value, 3);
  const text = chance.once(6) ? bentText(chance, jsonOf(value)) : jsonOf(value);
  const bytes = Buffer.from(text, "utf8");
  return { bundle, bytes: chance.once(12) ? bentBytes(chance, bytes) : bytes };
}

/** In the folder. With a prompt in it: the hook would wait for one, and a million payloads would take hours of waiting. */
export const transcriptName = "transcript.jsonl";

const common = {
  session_id: "5e55101a-0000-4000-8000-000000000001",
  permission_mode: "default",
  tool_use_id: "toolu_01",
};

type Usual = { readonly bundle: Bundle; readonly payload: Readonly<Record<string, unknown>> };

function call(tool_name: string, tool_input: unknown): Usual {
  return { bundle: "call", payload: { hook_event_name: "PreToolUse", tool_name, tool_input } };
}

function failed(tool_name: string, tool_input: unknown, error: string): Usual {
  const payload = { hook_event_name: "PostToolUseFailure", tool_name, tool_input, error };
  return { bundle: "result", payload };
}

function event(hook_event_name: string, payload: object = {}): Usual {
  return { bundle: "session", payload: { hook_event_name, ...payload } };
}

/** Most are calls, because most are. */
const usual: readonly [Usual, ...Usual[]] = [
  call("Bash", { command: "git stash && npm test -- --watch", description: "try it" }),
  call("Bash", { command: "cd web; FOO=1 git   stash list | cat <<'E'\nx\nE" }),
  call("Bash", { command: 'bash -c "git push --force origin $(git rev-parse HEAD)"' }),
  call("Bash", { command: "grep -r foo . 2>/dev/null; pip install x", run_in_background: true }),
  call("Edit", { file_path: "src/app/index.ts", old_string: "a", new_string: "call now" }),
  call("Write", { file_path: "package.json", content: '{ "version": 1 }' }),
  call("MultiEdit", { file_path: "a/b.ts", edits: [{ old_string: "x", new_string: "call y" }] }),
  call("Read", { file_path: "/etc/hosts", offset: 3 }),
  call("Grep", { pattern: "(a+)+$", path: "src", glob: "*.ts" }),
  call("WebFetch", { url: "https://example.org/x", prompt: "read" }),
  call("mcp__server__tool", { query: { deep: [1, { command: "git stash" }] } }),
  call("NotebookEdit", { notebook_path: "n.ipynb", new_source: "call" }),
  failed("Bash", { command: "jq . x.json" }, "Exit code 127\nbash: jq: command not found"),
  failed("Bash", { command: "ls *.foo" }, "Exit code 1\nzsh: no matches found: *.foo"),
  failed(
    "Edit",
    { file_path: "x.ts" },
    "<tool_use_error>File has not been read yet.</tool_use_error>",
  ),
  {
    bundle: "result",
    payload: {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "jq . x" },
      tool_response: { stdout: "", stderr: "jq: command not found", interrupted: false },
    },
  },
  event("SessionStart", { source: "startup", model: "a-model" }),
  event("SubagentStart", { agent_id: "a1", agent_type: "Explore" }),
  event("Stop", { last_assistant_message: "#lesson\ntool: Bash\nmistake: x\nfix: y\n#/lesson" }),
  event("SessionEnd", { reason: "exit" }),
];

const strange: readonly [unknown, ...unknown[]] = [
  null,
  0,
  -1,
  1e308,
  true,
  "",
  " ",
  [],
  {},
  [[[[[[]]]]]],
  "../../../../etc/passwd",
  "/dev/stdin",
  "\u0000",
  "\uD800",
  "\u202Egnp.exe",
  "__proto__",
  "constructor",
  "git stash",
  "git stash ".repeat(500),
  `${"a".repeat(60)}!`,
  "$(touch /tmp/x)",
  "'\"`\\",
  "{".repeat(300),
  "((((((((",
  "<<E\nE\n<<-'F'",
  "for ((;;)) { while :; do case x in (a) ;; esac; done }",
  "é".repeat(3000),
  { toString: 1, length: -1 },
  { command: { command: "git stash" } },
  Array.from({ length: 200 }, (_, index) => index),
];

const keys: readonly [string, ...string[]] = [
  "command",
  "file_path",
  "tool_name",
  "tool_input",
  "session_id",
  "cwd",
  "hook_event_name",
  "agent_id",
  "transcript_path",
  "__proto__",
  "constructor",
  "toString",
  "length",
  "edits",
  "source",
  "",
];

/** One value in it, somewhere, becomes another; or a field goes, comes, or gets another name. */
function bentValue(chance: Chance, value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== "object" || value === null || chance.once(8))
    return typeof value === "string" && chance.once(2)
      ? bentText(chance, value)
      : structuredClone(chance.of(strange));
  if (Array.isArray(value))
    return value.map((each: unknown) =>
      chance.once(2) ? bentValue(chance, each, depth - 1) : each,
    );
  const entries = Object.entries(value);
  const [name, inner] = entries[chance.below(Math.max(entries.length, 1))] ?? ["x", 1];
  const others = entries.filter(([other]) => other !== name);
  switch (chance.below(4)) {
    case 0:
      return Object.fromEntries(others);
    case 1:
      return withKey(entries, chance.of(keys), structuredClone(chance.of(strange)));
    case 2:
      return withKey(others, chance.of(keys), inner);
    default:
      return withKey(others, name, bentValue(chance, inner, depth - 1));
  }
}

/** As JSON has it: a key is a key, whatever it is called. */
function withKey(entries: readonly [string, unknown][], name: string, value: unknown): object {
  return Object.fromEntries([...entries, [name, value]]);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function bentText(chance: Chance, text: string): string {
  const at = chance.below(text.length + 1);
  const end = at + chance.below(text.length - at + 1);
  switch (chance.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, end) + text.slice(at);
    case 3:
      return `${text.slice(0, at)}${jsonOf(chance.of(strange))}${text.slice(at)}`;
    default:
      return text.slice(0, at) + text.slice(at, end).repeat(chance.below(5)) + text.slice(end);
  }
}

function bentBytes(chance: Chance, bytes: Buffer): Buffer {
  const bent = Buffer.from(bytes);
  for (let times = 1 + chance.below(6); times > 0 && bent.length > 0; times -= 1)
    bent[chance.below(bent.length)] = chance.below(256);
  return bent;
}
