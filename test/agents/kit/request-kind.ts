import type { IncomingHttpHeaders } from "node:http";
import { textOf, type Content, type RequestBody } from "./messages-api.ts";

/**
 * What the program wants of the model: the next step of the conversation, or of a subagent's, a summary for
 * compaction, or something small beside it (a title, a web search).
 */
export type RequestKind = "main" | "subagent" | "summary" | "auxiliary";

/** Rests on a header and on wording of the pinned version; `kit.test.ts` fails when they change. */
export function requestKind(body: RequestBody, headers: IncomingHttpHeaders): RequestKind {
  if (asksForSummary(body)) return "summary";
  if (!body.tools?.some((tool) => tool.input_schema !== undefined)) return "auxiliary";
  return agentIdOf(headers) === undefined ? "main" : "subagent";
}

export function agentIdOf(headers: IncomingHttpHeaders): string | undefined {
  const id = headers["x-claude-code-agent-id"];
  return typeof id === "string" ? id : undefined;
}

function asksForSummary({ messages }: RequestBody): boolean {
  // A message of the system may follow the instruction.
  return messages
    .slice(-3)
    .some(({ role, content }) => role !== "assistant" && summaryWords.test(lastTextOf(content)));
}

const summaryWords = /CRITICAL: Respond with TEXT ONLY|Your task is to create a detailed summary/;

function lastTextOf(content: Content): string {
  return textOf(typeof content === "string" ? content : content.slice(-1));
}
