import { textOf, type RequestBody } from "./messages-api.ts";
import type { RequestKind } from "./request-kind.ts";

/** What the model will say, per kind of request. A list is used up from the front; a function is asked each time. */
export interface Script {
  readonly main?: Replies;
  /** Replies for all subagents alike, or by a text that the subagent's prompt contains. */
  readonly subagent?: Replies | Readonly<Record<string, Replies>>;
  readonly summary?: Replies;
  readonly auxiliary?: Replies;
}

type Replies = readonly Reply[] | ((body: RequestBody, turn: number) => Reply);

/** A text, tool calls (several are parallel), or an error of the API. */
export type Reply =
  | string
  | {
      readonly text?: string;
      readonly calls?: readonly ToolCall[];
      /** What the model claims the request took; 990,000 brings about compaction before the next request. */
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | {
      readonly refusal: {
        readonly status: number;
        readonly type: string;
        readonly message: string;
      };
    };

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Drawn when absent. */
  readonly id?: string;
}

/** A reply that calls tools, all in one turn. */
export function calls(...toolCalls: readonly ToolCall[]): Reply {
  return { calls: toolCalls };
}

export function bash(command: string): ToolCall {
  return { name: "Bash", input: { command, description: "scripted" } };
}

export function subagent(prompt: string, type = "general-purpose"): ToolCall {
  return {
    name: "Agent",
    input: { description: "scripted", prompt, subagent_type: type, run_in_background: false },
  };
}

/** Hands out the replies of a script; undefined where the script says nothing more. */
export function promptFrom(
  script: Script,
): (kind: RequestKind, body: RequestBody) => Reply | undefined {
  const turns = new Map<string, number>();
  return (kind, body) => {
    const [part, replies] = repliesFor(script, kind, body);
    const turn = turns.get(part) ?? 0;
    turns.set(part, turn + 1);
    return typeof replies === "function" ? replies(body, turn) : replies?.[turn];
  };
}

function repliesFor(
  script: Script,
  kind: RequestKind,
  body: RequestBody,
): readonly [part: string, Replies | undefined] {
  const replies = script[kind];
  if (!isByPrompt(replies)) return [kind, replies];
  const prompt = textOf(body.messages[0]?.content);
  const [part, found] = Object.entries(replies).find(([words]) => prompt.includes(words)) ?? [""];
  return [`${kind}: ${part}`, found];
}

function isByPrompt(replies: Script["subagent"]): replies is Readonly<Record<string, Replies>> {
  return typeof replies === "object" && !Array.isArray(replies);
}
