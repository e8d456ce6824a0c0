import { pi } from "../../src/agents/pi/sessions.ts";
import {
  clock,
  sessionFacts,
  type Scribe,
  type ShellStep,
  type Step,
  type Story,
} from "./scribe.ts";

export const piScribes: readonly Scribe[] = [
  {
    title: "Pi",
    adapter: pi,
    knows: ["sessionId", "model", "workingDirectory"],
    write: (story) => {
      const now = clock();
      let count = 0;
      const { sessionId: id, workingDirectory: cwd, model: modelId } = sessionFacts;
      const lines = [{ type: "session", version: 3, id, timestamp: now(), cwd }].map((record) =>
        JSON.stringify(record),
      );
      const records = recordsOf(story);
      if (records === undefined) return undefined;
      const opening: Json = { type: "model_change", provider: "some", modelId };
      for (const { type, ...rest } of [opening, ...records]) {
        const place = { id: `r${count}`, parentId: count === 0 ? null : `r${count - 1}` };
        count += 1;
        lines.push(JSON.stringify({ type, ...place, timestamp: now(), ...rest }));
      }
      const path = `/home/dev/.pi/agent/sessions/--home-dev-project--/2026-11-15T12-00-00-000Z_${id}.jsonl`;
      return { shape: "lines", path, lines };
    },
  },
];

type Json = Readonly<Record<string, unknown>>;

function recordsOf(story: Story): readonly Json[] | undefined {
  const written = story.map(recordsOfStep);
  return written.includes(undefined) ? undefined : written.flatMap((records) => records ?? []);
}

function recordsOfStep(step: Step): readonly Json[] | undefined {
  switch (step.step) {
    case "person-says":
      return [
        message({
          role: "user",
          content: step.contentAs === "string" ? step.text : [text(step.text)],
        }),
      ];
    case "person-shows-image": {
      const image = { type: "image", data: "aW1hZ2U=", mimeType: "image/png" };
      return [message({ role: "user", content: [text(step.text), image] })];
    }
    case "agent-says":
      return [assistant(step.contentAs === "string" ? step.text : [text(step.text)])];
    case "shell":
      return [toolCall(step.callId, "bash", { command: step.command }), shellResult(step)];
    case "edit-fails":
      return [
        toolCall(step.callId, "edit", { path: step.path, edits: [{ oldText: "a", newText: "b" }] }),
        toolResult(step.callId, step.message, true),
      ];
    case "compaction":
      return [
        { type: "compaction", summary: step.summary, firstKeptEntryId: "r1", tokensBefore: 9 },
      ];
    case "our-lesson":
      return [
        { type: "custom_message", customType: "lessons", content: step.text, display: false },
        toolCall("lesson-call", "bash", { command: "true" }),
        message({
          role: "toolResult",
          toolCallId: "lesson-call",
          toolName: "bash",
          content: [text("done"), text(step.text)],
          isError: false,
        }),
      ];
    case "looks-like-person":
      return [
        { type: "custom_message", customType: "note", content: step.text, display: true },
        message({ role: "system", content: step.text }),
        message({ role: "bashExecution", command: step.text, output: step.text }),
        message({ role: "user", content: [text(`<skill name="x">${step.text}</skill>`)] }),
      ];
    case "unknown-record":
      return [{ type: "weather_report", sky: "clear" }];
    case "copied-history":
      // A fork is a new file that begins with the same records, ids and all.
      return recordsOf(step.story);
    case "person-says-elsewhere":
    case "rejected-shell":
    case "refused-shell":
    case "subagent-shell":
      return undefined;
  }
}

function shellResult({ callId, exitStatus, output }: ShellStep): Json {
  return exitStatus === 0
    ? toolResult(callId, output, false)
    : toolResult(callId, `${output}\n\nCommand exited with code ${exitStatus}`, true);
}

function toolCall(callId: string, name: string, given: Json): Json {
  const content = [{ type: "toolCall", id: callId, name, arguments: given }];
  return assistant(content);
}

function assistant(content: unknown): Json {
  return message({ role: "assistant", content, model: sessionFacts.model });
}

function toolResult(callId: string, said: string, isError: boolean): Json {
  return message({ role: "toolResult", toolCallId: callId, content: [text(said)], isError });
}

function message(content: Json): Json {
  return { type: "message", message: content };
}

function text(words: string): Json {
  return { type: "text", text: words };
}
