import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Block, RequestBody } from "./messages-api.ts";
import type { Reply, ToolCall } from "./script.ts";

/** Sends a reply in the form that the request asked for: events, one JSON document, or an error. */
export function answerRequest(response: ServerResponse, body: RequestBody, reply: Reply): void {
  if (typeof reply === "string") return answerRequest(response, body, { text: reply });
  if ("refusal" in reply) {
    const { status, type, message } = reply.refusal;
    return answerJson(response, status, { type: "error", error: { type, message } });
  }
  const message = {
    id: draw("msg"),
    type: "message",
    role: "assistant",
    model: body.model,
    content: blocksOf(reply.text, reply.calls ?? []),
    stop_reason: reply.calls === undefined ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: {
      input_tokens: reply.inputTokens ?? 100,
      output_tokens: reply.outputTokens ?? 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
  return body.stream === true
    ? answerEvents(response, message)
    : answerJson(response, 200, message);
}

export function answerJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": draw("req") });
  response.end(JSON.stringify(value));
}

type ReplyBlock = Extract<Block, { readonly type: "text" | "tool_use" }>;

interface ReplyMessage {
  readonly content: readonly ReplyBlock[];
  readonly stop_reason: string;
  readonly usage: object;
}

function blocksOf(text: string | undefined, toolCalls: readonly ToolCall[]): ReplyBlock[] {
  const uses = toolCalls.map(({ id = draw("toolu"), name, input }) => {
    return { type: "tool_use" as const, id, name, input };
  });
  return text === undefined && uses.length > 0
    ? uses
    : [{ type: "text", text: text ?? "" }, ...uses];
}

function answerEvents(response: ServerResponse, message: ReplyMessage): void {
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": draw("req") });
  const send = (type: string, fields: object = {}): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  const { content, stop_reason, usage } = message;
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    send("content_block_start", { index, content_block: emptied(block) });
    send("content_block_delta", { index, delta: deltaOf(block) });
    send("content_block_stop", { index });
  }
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage });
  send("message_stop");
  response.end();
}

function emptied(block: ReplyBlock): ReplyBlock {
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltaOf(block: ReplyBlock): object {
  return block.type === "text"
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
}

function draw(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
