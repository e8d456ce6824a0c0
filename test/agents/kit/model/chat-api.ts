import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { AgentMessage } from "./agent-request.ts";
import { sendJson, type ModelApi, type SpokenReply } from "./model-server.ts";

/** OpenAI's Chat Completions, which OpenCode, Copilot CLI and Pi can talk to. */
export function chatApi(isSubagent: (asked: ChatAsked) => boolean = () => false): ModelApi {
  return {
    isConversation: (path) => path.endsWith("/chat/completions"),
    read: (received, headers) => {
      const body = received as ChatBody;
      const [instructions, messages] = splitInstructions(body.messages);
      return {
        kind: kindOf({ body, headers }, isSubagent),
        instructions: instructions.map(({ content }) => textOf(content)).join("\n"),
        messages: messages.map(messageFrom),
        tools: (body.tools ?? []).map((tool) => tool.function.name),
      };
    },
    answer: (response, { body }, reply) => {
      const { model, stream = false } = body as ChatBody;
      const { base, message, finish, usage } = completion(model, reply);
      if (!stream) {
        const choices = [{ index: 0, message, finish_reason: finish }];
        return sendJson(response, 200, { ...base, object: "chat.completion", choices, usage });
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (delta: object, rest: object = {}): void => {
        const choices = [{ index: 0, delta, finish_reason: null, ...rest }];
        const chunk = { ...base, object: "chat.completion.chunk", choices };
        response.write(
          `data: ${JSON.stringify("finish_reason" in rest ? { ...chunk, usage } : chunk)}\n\n`,
        );
      };
      send({ role: "assistant", content: "" });
      if (reply.text !== undefined) send({ content: reply.text });
      for (const call of message.tool_calls ?? []) send({ tool_calls: [call] });
      send({}, { finish_reason: finish });
      response.end("data: [DONE]\n\n");
    },
    answerError: (status, message) => ({ error: { message, type: "error", code: status } }),
    asides: (path) =>
      path.endsWith("/models")
        ? { object: "list", data: [{ id: chatModel, object: "model", owned_by: "tests" }] }
        : undefined,
  };
}

/** The name under which the programs know the scripted model. */
export const chatModel = "scripted";

export interface ChatAsked {
  readonly body: ChatBody;
  readonly headers: IncomingHttpHeaders;
}

interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

interface ChatMessage {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly content?: ChatContent;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

type ChatContent = string | null | readonly { readonly text?: string }[];

/** Without tools it is a title, a summary or another small thing that the program asks beside the conversation. */
function kindOf(asked: ChatAsked, isSubagent: (asked: ChatAsked) => boolean) {
  if (asksForSummary(asked.body.messages)) return "summary";
  if ((asked.body.tools ?? []).length === 0) return "auxiliary";
  return isSubagent(asked) ? "subagent" : "main";
}

/** Rests on wording of the pinned versions: of Copilot CLI at the end, of OpenCode at the beginning. */
function asksForSummary(messages: readonly ChatMessage[]): boolean {
  return (
    /respond only with the summary text\.?\s*$/.test(textOf(messages.at(-1)?.content)) ||
    textOf(messages[0]?.content).startsWith("You are a context summarization agent.")
  );
}

function splitInstructions(messages: readonly ChatMessage[]) {
  const start = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  return [messages.slice(0, start), messages.slice(start)] as const;
}

function messageFrom(message: ChatMessage): AgentMessage {
  const text = textOf(message.content);
  if (message.role === "tool") return { from: "tool", callId: message.tool_call_id ?? "", text };
  if (message.role !== "assistant") return { from: message.role, text };
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => {
    return { id, name: called.name, input: called.arguments };
  });
  return { from: "model", text, calls };
}

function textOf(content: ChatContent | undefined): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content.map(({ text = "" }) => text).join("\n");
}

function completion(model: string, { text, calls, inputTokens }: SpokenReply) {
  const toolCalls = calls.map(({ name, input }, index) => {
    const args = typeof input === "string" ? input : JSON.stringify(input);
    return {
      index,
      id: `call_${randomUUID()}`,
      type: "function",
      function: { name, arguments: args },
    };
  });
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: 20,
    total_tokens: inputTokens + 20,
  };
  return {
    base: { id: `chatcmpl-${randomUUID()}`, created: 0, model },
    message: {
      role: "assistant",
      content: text ?? null,
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    },
    finish: toolCalls.length === 0 ? "stop" : "tool_calls",
    usage,
  };
}
