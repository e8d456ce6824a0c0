import { randomUUID } from "node:crypto";
import type { RequestKind } from "../request-kind.ts";
import type { AgentMessage } from "./agent-request.ts";
import type { AgentCall } from "./agent-script.ts";
import { sendJson, type ModelApi } from "./model-server.ts";

/** Google's `generateContent`, streamed and whole, as Gemini CLI speaks it. */
export const geminiApi: ModelApi = {
  isConversation: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  read: (received) => {
    const body = received as GeminiBody;
    return {
      kind: kindOf(body),
      instructions: (body.systemInstruction?.parts ?? []).map(({ text = "" }) => text).join("\n"),
      messages: body.contents.flatMap(messagesFrom),
      tools: toolNames(body),
    };
  },
  answer: (response, { path, body }, { text, calls, inputTokens }) => {
    const parts = partsOf(body as GeminiBody, text, calls);
    const answer = {
      candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
      usageMetadata: {
        promptTokenCount: inputTokens,
        candidatesTokenCount: 20,
        totalTokenCount: inputTokens + 20,
      },
      modelVersion: "scripted",
      responseId: randomUUID(),
    };
    if (!path.endsWith(":streamGenerateContent")) return sendJson(response, 200, answer);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
  },
  answerError: (status, message) => ({ error: { code: status, message, status: "UNKNOWN" } }),
  asides: (path) => (path.endsWith(":countTokens") ? { totalTokens: 100 } : undefined),
};

function partsOf(body: GeminiBody, text: string | undefined, calls: readonly AgentCall[]) {
  if (calls.length === 0 && kindOf(body) === "subagent") {
    // Its last words count only as the argument of this call.
    return partsOf(body, undefined, [
      { name: "complete_task", input: { result: { response: text } } },
    ]);
  }
  return [
    ...(text === undefined ? [] : [{ text: isJsonWanted(body) ? verdict : text }]),
    ...calls.map(({ name, input }) => ({ functionCall: { id: randomUUID(), name, args: input } })),
  ];
}

interface GeminiBody {
  readonly systemInstruction?: { readonly parts: readonly GeminiPart[] };
  readonly contents: readonly { readonly role: string; readonly parts: readonly GeminiPart[] }[];
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly { readonly name: string }[];
  }[];
  readonly generationConfig?: { readonly responseMimeType?: string };
}

interface GeminiPart {
  readonly text?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: object };
  readonly functionResponse?: {
    readonly id?: string;
    readonly name: string;
    readonly response: { readonly output?: string; readonly error?: string };
  };
}

function kindOf(body: GeminiBody): RequestKind {
  const tools = toolNames(body);
  if (isJsonWanted(body) || tools.length === 0) return "auxiliary";
  // Only a subagent has to say that it is done.
  return tools.includes("complete_task") ? "subagent" : "main";
}

function isJsonWanted({ generationConfig }: GeminiBody): boolean {
  return generationConfig?.responseMimeType === "application/json";
}

/** An answer to every question that the program asks in JSON: whose turn it is, which model, whether it runs in circles. */
const verdict = JSON.stringify({
  reasoning: "scripted",
  next_speaker: "user",
  model_choice: "pro",
  complexity_reasoning: "scripted",
  complexity_score: 90,
  unproductive_state_analysis: "none",
  unproductive_state_confidence: 0,
});

function toolNames({ tools = [] }: GeminiBody): readonly string[] {
  return tools.flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name }) => name),
  );
}

function messagesFrom({ role, parts }: GeminiBody["contents"][number]): readonly AgentMessage[] {
  if (role === "model") {
    const calls = parts.flatMap(({ functionCall: call }) =>
      call === undefined
        ? []
        : [{ id: call.id ?? "", name: call.name, input: JSON.stringify(call.args) }],
    );
    return [{ from: "model", text: parts.map(({ text = "" }) => text).join(""), calls }];
  }
  return parts.map(({ text = "", functionResponse: returned }) => {
    if (returned === undefined) return { from: "user", text };
    const { output, error } = returned.response;
    const said = output ?? error ?? JSON.stringify(returned.response);
    return { from: "tool", callId: returned.id ?? "", text: said };
  });
}
