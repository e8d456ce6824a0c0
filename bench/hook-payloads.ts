import { resolve } from "node:path";

/** Payloads as the agent writes them. Each is of another session, so that every lesson may come. */
export type Payload = () => string;

let sessions = 0;

export function before(tool: string, input: object, transcript = "none.jsonl"): Payload {
  return about("PreToolUse", { tool_name: tool, tool_input: input }, transcript);
}

export function bash(command: string, transcript?: string): Payload {
  const description = "Does what the command says";
  return before("Bash", { command, description }, transcript);
}

export function write(bytes: number): Payload {
  const line = "const total = items.reduce((sum, item) => sum + item.price, 0);\n";
  const content = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
  return before("Write", { file_path: "/srv/shop/src/total.ts", content });
}

export function finished(command: string, stdout: string): Payload {
  return about("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command, description: "Does what the command says" },
    tool_response: { stdout, stderr: "", interrupted: false, isImage: false },
  });
}

export function failed(command: string): Payload {
  return about("PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command },
    error: "Exit code 1\nno answer",
  });
}

export function answered(command: string, stdout: string): Payload {
  const call = { tool_name: "Bash", tool_input: { command }, tool_response: stdout };
  return about("PostToolBatch", { tool_calls: [call] });
}

export function started(project: string): Payload {
  return about("SessionStart", { cwd: project, source: "startup" });
}

export function listing(bytes: number): string {
  return "-rw-r--r-- 1 me me 1234 total.ts\n".repeat(Math.ceil(bytes / 34));
}

/** A transcript in which a person has said this. */
export function transcriptWith(text: string): string {
  const message = { role: "user", content: text };
  return `${JSON.stringify({ type: "user", message })}\n`;
}

function about(event: string, more: object, transcript = "none.jsonl"): Payload {
  return () =>
    JSON.stringify({
      session_id: `bench-${(sessions += 1)}`,
      transcript_path: resolve("/srv/shop", transcript),
      cwd: "/srv/shop",
      permission_mode: "default",
      hook_event_name: event,
      tool_use_id: "toolu_bench",
      ...more,
    });
}
