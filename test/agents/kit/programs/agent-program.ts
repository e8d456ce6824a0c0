import { join } from "node:path";
import type { AgentRequest } from "../model/agent-request.ts";
import type { AgentCall, AgentReply, AgentScript } from "../model/agent-script.ts";
import { startAgentModel, type ModelApi } from "../model/model-server.ts";
import { endProcesses, processesIn } from "../processes-in.ts";
import { runProgram, type Ended } from "../run-program.ts";
import type { Sandbox } from "../sandbox.ts";

/** A real agent program: how a test starts it, and how the scripted model calls its tools. */
export interface AgentProgram {
  /** As the adapters call it: `codex`. */
  readonly agent: string;
  readonly run: (sandbox: Sandbox, invocation: AgentInvocation) => Promise<AgentRun>;
  readonly shell: (command: string) => AgentCall;
  readonly write: (path: string, content: string) => AgentCall;
  /** Fails when the file does not contain `before`. */
  readonly edit: (path: string, before: string, after: string) => AgentCall;
  /** The turns in which the model starts a subagent and waits for it. Absent where there are none. */
  readonly subagent?: (prompt: string) => readonly AgentReply[];
}

export interface AgentInvocation {
  readonly prompt: string;
  readonly script: AgentScript;
  /** The session to go on with. */
  readonly resume?: string;
  /** Left to the program's own rules: most refuse without a person, Codex shuts commands in. Otherwise every call may run. */
  readonly approvals?: "own-rules";
  /** On top of the sandbox's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Other flags, as they are. */
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

export interface AgentRun extends Ended {
  readonly requests: readonly AgentRequest[];
  /** Empty when the program did not come so far as to have one. */
  readonly sessionId: string;
  /** Standard output, where each line is one JSON value. */
  readonly events: readonly AgentEvent[];
}

export type AgentEvent = Readonly<Record<string, unknown>>;

export interface AgentStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** One run against a scripted model. Its exit status is part of what it did, not an error. */
export async function runAgent(
  { home, project, environment }: Sandbox,
  api: ModelApi,
  invocation: AgentInvocation,
  how: {
    readonly start: (modelUrl: string) => AgentStart;
    readonly sessionIn: (events: readonly AgentEvent[]) => unknown;
  },
): Promise<AgentRun> {
  const model = await startAgentModel(api, invocation.script);
  try {
    const start = how.start(model.url);
    const ended = await runProgram({
      command: start.command,
      args: start.args,
      cwd: invocation.cwd ?? project,
      environment: { ...environment, ...start.environment, ...invocation.environment },
      timeoutMs: invocation.timeoutMs ?? 110_000,
    });
    // The shells of its tools have process groups of their own.
    if (ended.isTimedOut) endProcesses(await processesIn(home, { afterMs: 0 }));
    const events = ended.out.split("\n").flatMap(eventIn);
    const sessionId = how.sessionIn(events);
    return {
      ...ended,
      requests: model.requests,
      sessionId: typeof sessionId === "string" ? sessionId : "",
      events,
    };
  } finally {
    await model.close();
  }
}

/** A file of an installed program. */
export function installed(path: string): string {
  return join(import.meta.dirname, "../../node_modules", path);
}

function eventIn(line: string): readonly AgentEvent[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line) as AgentEvent];
  } catch {
    return [];
  }
}
