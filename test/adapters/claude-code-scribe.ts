import { claudeCode } from "../../src/agents/claude-code/sessions.ts";
import {
  clock,
  sessionFacts,
  type Scribe,
  type ShellStep,
  type Step,
  type Story,
} from "./scribe.ts";

/** Where the work of subagents stands: in the main transcript until 2.1.149, in a file of its own since. */
export const claudeCodeScribes: readonly Scribe[] = (["in line", "own file"] as const).map(
  (subagents): Scribe => ({
    title: `Claude Code, subagents ${subagents}`,
    adapter: claudeCode,
    knows: ["sessionId", "agentVersion", "model", "workingDirectory"],
    write: (story) => write(subagents, story),
  }),
);

type Json = Readonly<Record<string, unknown>>;

function write(subagents: "in line" | "own file", story: Story): ReturnType<Scribe["write"]> {
  const now = clock();
  const isSubagent =
    subagents === "own file" && story.some(({ step }) => step === "subagent-shell");
  const records = recordsOf(subagents, story);
  if (records === undefined) return undefined;
  let count = 0;
  const lines = [greeting, ...records].map(({ type, ...rest }) =>
    JSON.stringify({
      parentUuid: count === 0 ? null : `uuid-${count - 1}`,
      isSidechain: isSubagent,
      ...(isSubagent ? { agentId: "a7" } : {}),
      type,
      ...rest,
      uuid: rest["uuid"] ?? `uuid-${count++}`,
      timestamp: now(),
      cwd: sessionFacts.workingDirectory,
      sessionId: sessionFacts.sessionId,
      version: sessionFacts.agentVersion,
    }),
  );
  const folder = "/home/dev/.claude/projects/-home-dev-project";
  const path = isSubagent
    ? `${folder}/${sessionFacts.sessionId}/subagents/agent-a7.jsonl`
    : `${folder}/${sessionFacts.sessionId}.jsonl`;
  return { shape: "lines", path, lines };
}

/** The first answer names the model; it says nothing. */
const greeting: Json = {
  type: "assistant",
  message: { id: "msg_0", role: "assistant", model: sessionFacts.model, content: [] },
};

function recordsOf(subagents: "in line" | "own file", story: Story): readonly Json[] | undefined {
  const written = story.map((step) => recordsOfStep(subagents, step));
  return written.includes(undefined) ? undefined : written.flatMap((records) => records ?? []);
}

function recordsOfStep(subagents: "in line" | "own file", step: Step): readonly Json[] | undefined {
  switch (step.step) {
    case "person-says":
      return [user(step.contentAs === "blocks" ? [text(step.text)] : step.text)];
    case "person-shows-image": {
      const source = { type: "base64", media_type: "image/png", data: "aW1hZ2U=" };
      return [user([text(step.text), { type: "image", source }])];
    }
    case "person-says-elsewhere":
      return [
        { type: "queue-operation", operation: "enqueue", content: step.text },
        { type: "queue-operation", operation: "remove" },
      ];
    case "agent-says":
      return [assistant(step.contentAs === "string" ? step.text : [text(step.text)])];
    case "shell":
      return [bash(step.callId, step.command), shellResult(step)];
    case "subagent-shell": {
      const records = [bash(step.callId, step.command), shellResult({ ...step, step: "shell" })];
      if (subagents === "own file") return records;
      return records.map((message): Json => ({
        type: "progress",
        data: { type: "agent_progress", agentId: "a7", message },
      }));
    }
    case "edit-fails": {
      const given = { file_path: step.path, old_string: "a", new_string: "b" };
      const said = `<tool_use_error>${step.message}</tool_use_error>`;
      return [toolUse(step.callId, "Edit", given), toolResult(step.callId, said, true)];
    }
    case "rejected-shell": {
      const said = `The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${step.reason}`;
      return [bash(step.callId, step.command), toolResult(step.callId, said, true)];
    }
    case "refused-shell": {
      const said = `PreToolUse:Bash hook error: [guard]: ${step.reason}`;
      return [bash(step.callId, step.command), toolResult(step.callId, said, true)];
    }
    case "compaction":
      return [
        { type: "system", subtype: "compact_boundary", content: "Conversation compacted" },
        {
          ...user(`This session is being continued from a previous conversation. ${step.summary}`),
          isCompactSummary: true,
          isVisibleInTranscriptOnly: true,
        },
      ];
    case "our-lesson":
      return [
        {
          type: "attachment",
          attachment: { type: "hook_additional_context", content: [step.text] },
        },
        { ...user(`<system-reminder>\n${step.text}\n</system-reminder>`), isMeta: true },
        bash("lesson-call", "true"),
        toolResult(
          "lesson-call",
          `done\n<system-reminder>\n${step.text}\n</system-reminder>`,
          false,
        ),
      ];
    case "looks-like-person":
      return fakes(step.text);
    case "unknown-record":
      return [{ type: "weather-report", sky: "clear" }];
    case "copied-history":
      // A resumed session begins with the same records, ids and all.
      return recordsOf(subagents, step.story)?.map((record, index) => ({
        ...record,
        uuid: `uuid-${index + 1}`,
      }));
  }
}

function fakes(words: string): readonly Json[] {
  return [
    { ...user(`Base directory for this skill: /skills/x\n${words}`), isMeta: true },
    user(`<command-name>/clear</command-name>${words}`),
    user(`<local-command-stdout>${words}</local-command-stdout>`),
    user(`<bash-input>${words}</bash-input>`),
    user(`<task-notification>${words}</task-notification>`),
    user(`<teammate-message from="x">${words}</teammate-message>`),
    { ...user(`Implement the following plan:\n${words}`), planContent: words },
    { ...user(words), origin: { kind: "task-notification" } },
    { ...user(words), promptSource: "system" },
    { type: "queue-operation", operation: "enqueue", content: `<task-notification>${words}` },
  ];
}

function shellResult({ callId, exitStatus, output }: ShellStep): Json {
  return exitStatus === 0
    ? toolResult(callId, output, false)
    : toolResult(callId, `Exit code ${exitStatus}\n${output}`, true);
}

function bash(callId: string, command: string): Json {
  return toolUse(callId, "Bash", { command });
}

function toolUse(callId: string, name: string, input: Json): Json {
  return assistant([{ type: "tool_use", id: callId, name, input }]);
}

function toolResult(callId: string, content: string, isError: boolean): Json {
  return user([{ type: "tool_result", tool_use_id: callId, content, is_error: isError }]);
}

function user(content: unknown): Json {
  return { type: "user", message: { role: "user", content } };
}

function assistant(content: unknown): Json {
  return {
    type: "assistant",
    message: { id: "msg_1", role: "assistant", model: sessionFacts.model, content },
  };
}

function text(words: string): Json {
  return { type: "text", text: words };
}
