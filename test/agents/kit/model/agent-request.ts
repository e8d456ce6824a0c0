import type { IncomingHttpHeaders } from "node:http";
import type { RequestKind } from "../request-kind.ts";

/** One request to a model, in words that all of their APIs have in common. */
export interface AgentRequest {
  readonly kind: RequestKind;
  /** What the program tells the model about itself, before any message. */
  readonly instructions: string;
  /** Oldest first. */
  readonly messages: readonly AgentMessage[];
  /** Names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** As it arrived, for what only one API has. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** False: the script had nothing more to say, and the model only closed the turn. */
  readonly isScripted: boolean;
}

export type AgentMessage =
  | { readonly from: "model"; readonly text: string; readonly calls: readonly MadeCall[] }
  /** `system` and `developer`: the program's own words between the others, hooks' texts among them. */
  | { readonly from: "user" | "developer" | "system"; readonly text: string }
  | { readonly from: "tool"; readonly callId: string; readonly text: string };

interface MadeCall {
  readonly id: string;
  readonly name: string;
  /** As the program shows it to the model: JSON, or the bare text of a tool that takes one. */
  readonly input: string;
}

/** The requests of one kind, in order. */
export function requestsOf(
  { requests }: { readonly requests: readonly AgentRequest[] },
  kind: RequestKind,
): readonly AgentRequest[] {
  return requests.filter((request) => request.kind === kind);
}

/** Everything that the model is shown, the program's instructions among it. */
export function textIn(request: AgentRequest | undefined): string {
  const { instructions, messages } = present(request);
  return [instructions, ...messages.map(({ text }) => text)].join("\n");
}

/** Only what came after the model's own last words: what is new to it. */
export function newTextIn(request: AgentRequest | undefined): string {
  return newMessagesIn(request)
    .map(({ text }) => text)
    .join("\n");
}

/** What the tools of the model's last turn gave back, in the order of the calls. */
export function toolResultsIn(request: AgentRequest | undefined): readonly string[] {
  const order = present(request).messages.flatMap((message) =>
    message.from === "model" ? message.calls.map(({ id }) => id) : [],
  );
  return newMessagesIn(request)
    .filter((message) => message.from === "tool")
    .toSorted((one, other) => order.indexOf(one.callId) - order.indexOf(other.callId))
    .map(({ text }) => text);
}

function newMessagesIn(request: AgentRequest | undefined): readonly AgentMessage[] {
  const { messages } = present(request);
  return messages.slice(messages.findLastIndex(({ from }) => from === "model") + 1);
}

function present(request: AgentRequest | undefined): AgentRequest {
  if (request === undefined) throw new Error("the model got no such request");
  return request;
}
