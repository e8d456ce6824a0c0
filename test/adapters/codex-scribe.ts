import { codex } from "../../src/agents/codex/sessions.ts";
import {
  clock,
  sessionFacts,
  type Scribe,
  type ShellStep,
  type Step,
  type Story,
} from "./scribe.ts";

/** The generations of the format that differ in more than additional fields. */
type Generation = "0.75" | "0.133" | "0.166" | "0.166 scripts";

export const codexScribes: readonly Scribe[] = (
  ["0.75", "0.133", "0.166", "0.166 scripts"] as const
).map((generation): Scribe => ({
  title: `Codex ${generation}`,
  adapter: codex,
  knows: ["sessionId", "agentVersion", "model", "workingDirectory"],
  write: (story) => write(generation, story),
}));

type Json = Readonly<Record<string, unknown>>;

function write(generation: Generation, story: Story): ReturnType<Scribe["write"]> {
  const now = clock();
  const hasOrdinals = generation.startsWith("0.166");
  let ordinal = 0;
  const record = (at: string, type: string, payload: Json, rest: Json = {}): string =>
    JSON.stringify({
      timestamp: at,
      ...(hasOrdinals ? { ordinal: ordinal++ } : {}),
      type,
      payload,
      ...rest,
    });
  const lines = headerOf(story).map(([type, payload]) => record(now(), type, payload));
  for (const step of story) {
    const written = recordsOf(generation, step);
    if (written === undefined) return undefined;
    // A copy is written at once, and only then does the new session begin.
    const copiedAt = step.step === "copied-history" ? now() : undefined;
    for (const [type, payload, rest] of written) {
      lines.push(record(copiedAt ?? now(), type, payload, rest));
    }
    if (copiedAt !== undefined) for (let seconds = 0; seconds < 10; seconds += 1) now();
  }
  const path = `/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T12-00-00-${sessionFacts.sessionId}.jsonl`;
  return { shape: "lines", path, lines };
}

type Written = readonly [type: string, payload: Json, rest?: Json];

function headerOf(story: Story): readonly Written[] {
  const isSubagent = story.some(({ step }) => step === "subagent-shell");
  const isFork = story[0]?.step === "copied-history";
  const meta: Json = {
    id: sessionFacts.sessionId,
    cwd: sessionFacts.workingDirectory,
    originator: "codex-tui",
    cli_version: sessionFacts.agentVersion,
    source: isSubagent
      ? { subagent: { thread_spawn: { parent_thread_id: parentId, agent_nickname: "Ada" } } }
      : "cli",
    git: {},
    ...(isFork ? { forked_from_id: parentId } : {}),
  };
  const model: Written = [
    "turn_context",
    { turn_id: ownTurn, cwd: sessionFacts.workingDirectory, model: sessionFacts.model },
  ];
  return isFork ? [["session_meta", meta]] : [["session_meta", meta], model];
}

/** Ids sort by time: the parent is older than the session, and the session than its own turns. */
const parentId = "01a1e089-0000-7000-8000-000000000000";
const parentTurn = "01a1e089-1111-7000-8000-000000000000";
const ownTurn = "01a1e08b-0000-7000-8000-000000000000";

function recordsOf(generation: Generation, step: Step): readonly Written[] | undefined {
  const isOld = generation === "0.75" || generation === "0.133";
  switch (step.step) {
    case "person-says":
      if (step.contentAs === (isOld ? "blocks" : "string")) return undefined;
      return isOld
        ? [userItem(step.text), event("user_message", { message: step.text, images: [] })]
        : [
            userItem(step.text),
            item({ type: "UserMessage", id: "u1", content: [text(step.text)] }),
          ];
    case "person-shows-image": {
      const image = { type: "input_image", image_url: "data:image/png;base64,aW1hZ2U=" };
      const sent: Written = [
        "response_item",
        { type: "message", role: "user", content: [inputText(step.text), image] },
      ];
      return isOld
        ? [sent, event("user_message", { message: step.text, images: [image.image_url] })]
        : [
            sent,
            item({ type: "UserMessage", id: "u1", content: [text(step.text), { type: "image" }] }),
          ];
    }
    case "agent-says":
      if (step.contentAs === "string") return undefined;
      return [
        isOld
          ? event("agent_message", { message: step.text })
          : item({ type: "AgentMessage", id: "m1", content: [text(step.text)] }),
        assistantItem(step.text),
      ];
    case "shell":
    case "subagent-shell":
      return shellRecords(generation, { ...step, step: "shell" });
    case "edit-fails":
      return [
        custom(step.callId, "apply_patch", patchOf(step.path)),
        customOutput(step.callId, `apply_patch verification failed: ${step.message}`),
      ];
    case "refused-shell":
      if (isOld) return undefined;
      return [
        call(step.callId, "exec_command", { cmd: step.command }),
        output(
          step.callId,
          `Command blocked by PreToolUse hook: ${step.reason}. Command: ${step.command}`,
        ),
      ];
    case "compaction":
      return compactionRecords(isOld, step.summary);
    case "our-lesson":
      return lessonRecords(step.text);
    case "looks-like-person":
      return fakeRecords(isOld, step.text);
    case "unknown-record":
      return [event("weather_report", { sky: "clear" })];
    case "copied-history":
      return copyOf(generation, step.story);
    case "person-says-elsewhere":
    case "rejected-shell":
      return undefined;
  }
}

function shellRecords(generation: Generation, step: ShellStep): readonly Written[] {
  const { callId, command, exitStatus, output: said } = step;
  const argv = ["/bin/bash", "-lc", command];
  const framed = `Chunk ID: 0a1b2c\nWall time: 0.2500 seconds\nProcess exited with code ${exitStatus}\nOriginal token count: 9\nOutput:\n${said}`;
  const about = { command: argv, aggregated_output: said, exit_code: exitStatus };
  switch (generation) {
    case "0.75":
      return [
        call(callId, "shell", { command: ["bash", "-lc", command] }),
        output(callId, JSON.stringify({ output: said, metadata: { exit_code: exitStatus } })),
      ];
    case "0.133":
      return [
        call(callId, "exec_command", { cmd: command }),
        event("exec_command_end", { call_id: callId, ...about }),
        output(callId, framed),
      ];
    case "0.166":
      return [
        call(callId, "exec_command", { cmd: command }),
        item({ type: "CommandExecution", id: callId, ...about }),
        output(callId, framed),
      ];
    case "0.166 scripts":
      return [
        custom(
          callId,
          "exec",
          `const r = await tools.exec_command({cmd: ${JSON.stringify(command)}});`,
        ),
        item({ type: "CommandExecution", id: `exec-${callId}`, ...about }),
        customOutput(callId, [
          inputText("Script completed\nWall time 0.6 seconds\nOutput:\n"),
          inputText(said),
        ]),
      ];
  }
}

function compactionRecords(isOld: boolean, summary: string): readonly Written[] {
  const history = [{ type: "message", role: "user", content: [inputText(summary)] }];
  const compacted: Written = ["compacted", { message: summary, replacement_history: history }];
  if (isOld) return [compacted, event("context_compacted", {})];
  const [type, payload] = assistantItem(summary);
  return [
    [type, payload, { metadata: { compaction_output: true } }],
    compacted,
    item({ type: "ContextCompaction", id: "c1" }),
  ];
}

function lessonRecords(lesson: string): readonly Written[] {
  return [
    [
      "response_item",
      {
        type: "message",
        role: "developer",
        content: [inputText(lesson)],
        internal_chat_message_metadata_passthrough: {
          content_item_kinds: ["hooks.additional_context"],
        },
      },
    ],
    userItem(`<hook_prompt hook_run_id="h1">${lesson}</hook_prompt>`),
  ];
}

function fakeRecords(isOld: boolean, words: string): readonly Written[] {
  const fakes = [
    `<environment_context>\n  <cwd>${words}</cwd>\n</environment_context>`,
    `<user_instructions>\n${words}\n</user_instructions>`,
    `# AGENTS.md instructions for /home/dev/project\n\n<INSTRUCTIONS>\n${words}\n</INSTRUCTIONS>`,
    `<codex_delegation>${words}</codex_delegation>`,
    `<subagent_notification>${words}</subagent_notification>`,
    `<turn_aborted>${words}</turn_aborted>`,
  ];
  return fakes.flatMap((fake): Written[] => [
    userItem(fake),
    isOld
      ? event("user_message", { message: fake })
      : item({ type: "UserMessage", id: "u1", content: [text(fake)] }),
  ]);
}

/** The parent's records as they are, its own first one among them; then the turn that is this session's. */
function copyOf(generation: Generation, story: Story): readonly Written[] | undefined {
  const copied = story.map((step) => recordsOf(generation, step));
  if (copied.includes(undefined)) return undefined;
  const begin = (turn: string): Written => event("task_started", { turn_id: turn });
  return [
    ["session_meta", { id: parentId, cwd: sessionFacts.workingDirectory, source: "cli", git: {} }],
    ...(generation === "0.75" ? [] : [begin(parentTurn)]),
    ...copied.flatMap((records) => records ?? []),
    ...(generation === "0.75" ? [] : [begin(ownTurn)]),
  ];
}

function event(type: string, rest: Json): Written {
  return ["event_msg", { type, ...rest }];
}

function item(content: Json): Written {
  return event("item_completed", { turn_id: ownTurn, item: content });
}

function call(callId: string, name: string, given: Json): Written {
  const type = "function_call";
  return ["response_item", { type, name, arguments: JSON.stringify(given), call_id: callId }];
}

function output(callId: string, said: string): Written {
  return ["response_item", { type: "function_call_output", call_id: callId, output: said }];
}

function custom(callId: string, name: string, input: string): Written {
  const type = "custom_tool_call";
  return ["response_item", { type, status: "completed", call_id: callId, name, input }];
}

function customOutput(callId: string, said: unknown): Written {
  return ["response_item", { type: "custom_tool_call_output", call_id: callId, output: said }];
}

function userItem(words: string): Written {
  return ["response_item", { type: "message", role: "user", content: [inputText(words)] }];
}

function assistantItem(words: string): Written {
  const content = [{ type: "output_text", text: words }];
  return ["response_item", { type: "message", role: "assistant", content }];
}

function inputText(words: string): Json {
  return { type: "input_text", text: words };
}

function text(words: string): Json {
  return { type: "text", text: words };
}

function patchOf(path: string): string {
  return `*** Begin Patch\n*** Update File: ${path}\n@@\n-old\n+new\n*** End Patch\n`;
}
