import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { RequestKind } from "../request-kind.ts";
import type { AgentMessage } from "./agent-request.ts";
import type { AgentCall } from "./agent-script.ts";
import type { ModelApi } from "./model-server.ts";

/** OpenAI's Responses over server-sent events, as Codex speaks it. */
export const responsesApi: ModelApi = {
  isConversation: (path) => path.endsWith("/responses"),
  read: (received, headers) => {
    const body = received as ResponsesBody;
    return {
      kind: kindOf(headers),
      instructions: body.instructions ?? "",
      messages: body.input.flatMap(messagesFrom),
      tools: toolNames(body),
    };
  },
  answer: (response, _asked, { text, calls, inputTokens }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (type: string, fields: object): void => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    };
    const id = draw("resp");
    const output = [...(text === undefined ? [] : [messageItem(text)]), ...calls.map(callItem)];
    send("response.created", { response: { id, object: "response", status: "in_progress" } });
    for (const [index, item] of output.entries()) {
      send("response.output_item.added", { output_index: index, item });
      send("response.output_item.done", { output_index: index, item });
    }
    const usage = {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + 20,
    };
    const completed = { id, object: "response", status: "completed", output, usage };
    send("response.completed", { response: completed });
    response.end();
  },
  answerError: (status, message) => ({ error: { message, type: "error", code: String(status) } }),
};

interface ResponsesBody {
  readonly instructions?: string;
  readonly input: readonly InputItem[];
  readonly tools?: readonly OfferedTool[];
}

type InputItem =
  | {
      readonly type: "message";
      readonly role: "user" | "assistant" | "developer" | "system";
      readonly content: readonly TextItem[];
    }
  | {
      readonly type: "function_call";
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly type: "custom_tool_call";
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
    }
  | {
      readonly type: "function_call_output" | "custom_tool_call_output";
      readonly call_id: string;
      readonly output: string | readonly TextItem[];
    }
  | { readonly type: "agent_message"; readonly content: readonly TextItem[] }
  | { readonly type: "additional_tools"; readonly tools: readonly OfferedTool[] }
  | { readonly type: "reasoning" };

interface TextItem {
  readonly text?: string;
  /** What agents say to each other; encrypted by the real model only. */
  readonly encrypted_content?: string;
}

interface OfferedTool {
  readonly name?: string;
  readonly type: string;
  /** Those of a namespace. */
  readonly tools?: readonly OfferedTool[];
}

/** In code mode they come with the messages. */
function toolNames({ tools = [], input }: ResponsesBody): readonly string[] {
  const added = input.flatMap((item) => (item.type === "additional_tools" ? item.tools : []));
  return [...tools, ...added].flatMap(namesOf);
}

function namesOf({ name, type, tools }: OfferedTool): readonly string[] {
  return tools === undefined ? [name ?? type] : tools.flatMap(namesOf);
}

/** Each request says what it is for, in a header that is JSON. */
function kindOf(headers: IncomingHttpHeaders): RequestKind {
  const { request_kind: kind, agent_name: agent } = JSON.parse(
    String(headers["x-codex-turn-metadata"] ?? "{}"),
  ) as { readonly request_kind?: string; readonly agent_name?: string };
  if (kind === "compaction") return "summary";
  if (kind !== "turn") return "auxiliary";
  return agent === "/root" ? "main" : "subagent";
}

function messagesFrom(item: InputItem): readonly AgentMessage[] {
  switch (item.type) {
    case "message": {
      const text = textOf(item.content);
      if (item.role === "assistant") return [{ from: "model", text, calls: [] }];
      return [{ from: item.role, text }];
    }
    case "function_call":
    case "custom_tool_call": {
      const input = item.type === "function_call" ? item.arguments : item.input;
      return [{ from: "model", text: "", calls: [{ id: item.call_id, name: item.name, input }] }];
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ from: "tool", callId: item.call_id, text: textOf(item.output) }];
    // From another agent: the parent's task, or the child's result.
    case "agent_message":
      return [{ from: "user", text: textOf(item.content) }];
    default:
      return [];
  }
}

function textOf(content: string | readonly TextItem[]): string {
  if (typeof content === "string") return content;
  return content.map(({ text, encrypted_content: secret = "" }) => text ?? secret).join("\n");
}

function messageItem(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", role: "assistant", id: draw("msg"), status: "completed", content };
}

function callItem({ name, input, namespace }: AgentCall): object {
  const call = { id: draw("fc"), call_id: draw("call"), name, status: "completed" };
  if (typeof input === "string") return { ...call, type: "custom_tool_call", input };
  return { ...call, type: "function_call", namespace, arguments: JSON.stringify(input) };
}

function draw(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
