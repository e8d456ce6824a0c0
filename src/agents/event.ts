import type { Instant } from "../lesson/record/lesson.ts";

/**
 * What happened in a session, in the words that all agents have in common. Events come in the order of
 * the log. Text in them is as the log has it: whoever keeps some of it redacts it first.
 */
export type SessionEvent =
  | SessionFacts
  | UserMessage
  | AssistantText
  | ToolCall
  | ToolResult
  | TokenUsage
  | Interruption
  | Compaction;

/** Where an event stands. */
export interface EventPlace {
  /** 1-based line of the log; where the log has no lines, the place of the message in the session. */
  readonly line: number;
  readonly at?: Instant | undefined;
  /** Whose work it is: absent for the main conversation, else the name of the subagent. */
  readonly thread?: string | undefined;
}

/**
 * What the log says about the session itself. Facts come piecemeal, and the first word on each one holds. The model and the
 * directory may change: said again, they are those of the calls that follow in that conversation.
 */
export interface SessionFacts extends EventPlace {
  readonly is: "facts";
  readonly sessionId?: string | undefined;
  readonly agentVersion?: string | undefined;
  readonly model?: string | undefined;
  readonly workingDirectory?: string | undefined;
  /** The operating system as the log calls it: `linux`, `darwin`. */
  readonly system?: string | undefined;
  /** The shell that commands run in: `zsh`. */
  readonly shell?: string | undefined;
  /** The remote that the project was cloned from, when the log knows it. */
  readonly repository?: string | undefined;
  readonly parentSessionId?: string | undefined;
  /** A program wrote the prompts, so that nothing in this session is a person's word. */
  readonly isProgrammatic?: boolean | undefined;
}

/** A person's own words, and only those: neither tool results nor reminders nor what we injected. */
export interface UserMessage extends EventPlace {
  readonly is: "user";
  readonly text: string;
  /** The same in every copy of the session, so that a fork does not say it twice. */
  readonly recordId?: string | undefined;
  /** They waited in a queue and were an event then; now the agent gets them. */
  readonly isDelivery?: true | undefined;
}

/** What the agent said. Its thoughts are not in it. */
export interface AssistantText extends EventPlace {
  readonly is: "assistant";
  readonly text: string;
}

export interface ToolCall extends EventPlace {
  readonly is: "call";
  /** Pairs with the result, and is the same in every copy of the session. */
  readonly callId: string;
  /** As the agent calls it: `Bash`, `exec_command`. */
  readonly tool: string;
  readonly action: ToolAction;
}

/** What a call does, whatever the agent calls it. */
export type ToolAction =
  | { readonly does: "shell"; readonly command: string }
  | {
      readonly does: "read" | "edit" | "write";
      readonly path: string;
      /** What it adds to a file of instructions or of memories. */
      readonly noted?: string | undefined;
    }
  | { readonly does: "search"; readonly path?: string | undefined }
  | { readonly does: "other" };

/** How a call ended, as far as its record says so. What the output shows is judged elsewhere. */
export interface ToolResult extends EventPlace {
  readonly is: "result";
  readonly callId: string;
  /**
   * `failed`: flagged as an error. `refused`: the agent's program, a hook or a policy did not let it run.
   * `held`: we did not let it run, once. `rejected`: a person said no. `interrupted`: a person stopped it. `timeout`: it was ended for taking
   * too long. `cancelled`: another call beside it failed, so that it never ran. Absent: nothing was said.
   */
  readonly ending?:
    | "failed"
    | "refused"
    | "held"
    | "rejected"
    | "interrupted"
    | "timeout"
    | "cancelled"
    | undefined;
  readonly exitStatus?: number | undefined;
  /** What came back, without the agent's own frame around it, bounded by `boundedOutput`. Absent when nobody needs it. */
  readonly output?: string | undefined;
  /** The words of the person who rejected it. */
  readonly reason?: string | undefined;
  /** Measured by the agent, without the time that a person took to allow the call. */
  readonly durationMs?: number | undefined;
}

/** What a record says about the end of a call. */
export type CallEnd = Omit<ToolResult, keyof EventPlace | "is" | "callId">;

export interface TokenUsage extends EventPlace, TokenTotals {
  readonly is: "usage";
  /** A later report of the same request replaces the earlier; without one, the numbers are the session's total. */
  readonly requestId?: string;
}

export interface TokenTotals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** A person stopped the agent. Calls that have no result yet will not get one. */
interface Interruption extends EventPlace {
  readonly is: "interruption";
}

/** What came before was summed up and is no longer in front of the agent. */
interface Compaction extends EventPlace {
  readonly is: "compaction";
}

/**
 * A place without the fields that nobody knows. An event begins with it, `{ ...place, is: "call" }`: what is
 * spread first is copied in one piece, what is spread later field by field, and there are many events.
 */
export function placed(
  line: number,
  at: Instant | undefined,
  thread: string | undefined,
): EventPlace {
  if (at === undefined) return thread === undefined ? { line } : { line, thread };
  return thread === undefined ? { line, at } : { line, at, thread };
}
