import { textOf, type Block, type Message } from "./messages-api.ts";
import type { RequestKind } from "./request-kind.ts";
import type { ModelRequest } from "./scripted-model.ts";

/** The requests of one kind, in order. */
export function requestsOf(
  { requests }: { readonly requests: readonly ModelRequest[] },
  kind: RequestKind,
): readonly ModelRequest[] {
  return requests.filter((request) => request.kind === kind);
}

/** All text in front of the model, from the first message on; not the program's own instructions. */
export function textIn(request: ModelRequest | undefined): string {
  return messagesIn(request)
    .map(({ content }) => textOf(content))
    .join("\n");
}

/** Only what came after the model's own last words: what is new to it. */
export function newTextIn(request: Pick<ModelRequest, "body"> | undefined): string {
  return newMessagesIn(request)
    .map(({ content }) => textOf(content))
    .join("\n");
}

/** How often a text stands in front of the model. */
export function timesIn(request: ModelRequest | undefined, text: string): number {
  return textIn(request).split(text).length - 1;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** What the tools of the model's last turn gave back, in the order of the calls; the program sends them as they end. */
export function toolResultsIn(request: ModelRequest | undefined): readonly ToolResult[] {
  const results = newMessagesIn(request)
    .flatMap(blocksIn)
    .filter((block) => block.type === "tool_result");
  const order = messagesIn(request)
    .flatMap(blocksIn)
    .flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  return results
    .toSorted((one, other) => order.indexOf(one.tool_use_id) - order.indexOf(other.tool_use_id))
    .map((block) => ({ text: textOf(block.content), isError: block.is_error === true }));
}

/** What the program itself added since the model's last words; the texts of hooks are there. */
export function systemMessagesIn(request: ModelRequest | undefined): readonly string[] {
  return newMessagesIn(request)
    .filter(({ role }) => role === "system")
    .map(({ content }) => textOf(content));
}

function messagesIn(request: Pick<ModelRequest, "body"> | undefined): readonly Message[] {
  if (request === undefined) throw new Error("the model got no such request");
  return request.body.messages;
}

function blocksIn({ content }: Message): readonly Block[] {
  return typeof content === "string" ? [] : content;
}

function newMessagesIn(request: Pick<ModelRequest, "body"> | undefined): readonly Message[] {
  const messages = messagesIn(request);
  return messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
}
