import type { RequestKind } from "../request-kind.ts";
import type { AgentRequest } from "./agent-request.ts";

/** What the model will say, per kind of request. A list is used up from the front; a function is asked each time. */
export type AgentScript = Readonly<Partial<Record<RequestKind, AgentReplies>>>;

type AgentReplies =
  | readonly AgentReply[]
  | ((request: AgentRequest, turn: number) => AgentReply | undefined);

/** A text, tool calls (several are parallel), or an error of the API. */
export type AgentReply =
  | string
  | {
      readonly text?: string;
      readonly calls?: readonly AgentCall[];
      /** What the model claims the request took; much of it brings about compaction. */
      readonly inputTokens?: number;
    }
  | { readonly refusal: { readonly status: number; readonly message: string } };

export interface AgentCall {
  readonly name: string;
  /** A bare text for tools that take no JSON, such as Codex's `apply_patch`. */
  readonly input: Readonly<Record<string, unknown>> | string;
  /** Some programs sort their tools into namespaces. */
  readonly namespace?: string;
}

/** A reply that calls tools, all in one turn. */
export function agentCalls(...calls: readonly AgentCall[]): AgentReply {
  return { calls };
}

/** Hands out the replies of a script; undefined where the script says nothing more. */
export function repliesFrom(
  script: AgentScript,
): (request: AgentRequest) => AgentReply | undefined {
  const turns = new Map<RequestKind, number>();
  return (request) => {
    const turn = turns.get(request.kind) ?? 0;
    turns.set(request.kind, turn + 1);
    const replies = script[request.kind];
    return typeof replies === "function" ? replies(request, turn) : replies?.[turn];
  };
}

/** What a model says when the script says nothing: it ends the turn, so that nothing goes on for ever. */
export const closingReplies: Readonly<Record<RequestKind, AgentReply>> = {
  main: "ok",
  subagent: "ok",
  summary: "what was said so far",
  auxiliary: "ok",
};
