import { claudeProgram } from "./claude-program.ts";
import { endProcesses, processesIn } from "./processes-in.ts";
import { runProgram, type Conversant, type Ended } from "./run-program.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Script } from "./script.ts";
import { startScriptedModel, type ModelRequest, type ScriptedModel } from "./scripted-model.ts";
import { streamEventIn, type StreamEvent } from "./stream-event.ts";

export interface Invocation {
  /** One prompt, given as a person types it after `-p`; or several, each after the answer to the one before. */
  readonly prompt: string | readonly string[];
  readonly script?: Script;
  /** One that is there already and goes on; then there is no script. */
  readonly model?: ScriptedModel;
  /** Several prompts come as from a client that a person sits at; otherwise a program says them. */
  readonly isTyped?: boolean;
  /** Folders of plugins. */
  readonly plugins?: readonly string[];
  readonly allowedTools?: readonly string[];
  /** The session to go on with. */
  readonly resume?: string;
  readonly isFork?: boolean;
  /** Other flags, as they are. */
  readonly args?: readonly string[];
  /** On top of the sandbox's own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

export interface ClaudeRun extends Ended {
  readonly sessionId: string;
  /** What the program said to each prompt. */
  readonly results: readonly string[];
  readonly events: readonly StreamEvent[];
  readonly requests: readonly ModelRequest[];
}

/** One run of the real Claude Code with a scripted model. Its exit status is part of what it did, not an error. */
export async function runClaude(sandbox: Sandbox, invocation: Invocation): Promise<ClaudeRun> {
  const { isTyped = false } = invocation;
  const model = invocation.model ?? (await startScriptedModel(invocation.script ?? {}));
  const earlier = model.requests.length;
  const { command, cwd, environment } = claudeProgram(sandbox, model.url);
  const events: StreamEvent[] = [];
  const prompts = typeof invocation.prompt === "string" ? [] : [...invocation.prompt];
  const opening = prompts.shift();
  const onLine = (line: string, program: Conversant): void => {
    const event = streamEventIn(line);
    if (event === undefined) return;
    events.push(event);
    if (event.type !== "result") return;
    const next = prompts.shift();
    if (next === undefined) program.hangUp();
    else program.say(userLine(next, isTyped));
  };
  try {
    const ended = await runProgram({
      command,
      args: flagsOf(invocation),
      cwd: invocation.cwd ?? cwd,
      environment: { ...environment, ...invocation.environment },
      timeoutMs: invocation.timeoutMs ?? 90_000,
      onLine,
      ...(opening === undefined ? {} : { opening: userLine(opening, isTyped) }),
    });
    // The shells of its tools have process groups of their own.
    if (ended.isTimedOut) endProcesses(await processesIn(sandbox.home, { afterMs: 0 }));
    return {
      ...ended,
      sessionId: events.find(({ session_id }) => session_id !== undefined)?.session_id ?? "",
      results: events.flatMap(({ type, result }) => (type === "result" ? [result ?? ""] : [])),
      events,
      requests: model.requests.slice(earlier),
    };
  } finally {
    if (invocation.model === undefined) await model.close();
  }
}

function flagsOf(invocation: Invocation): readonly string[] {
  const { prompt, plugins = [], allowedTools = [], resume, isFork = false } = invocation;
  return [
    ...(typeof prompt === "string" ? ["-p", prompt] : ["-p", "--input-format", "stream-json"]),
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-hook-events",
    ...plugins.flatMap((folder) => ["--plugin-dir", folder]),
    ...(allowedTools.length === 0 ? [] : ["--allowedTools", allowedTools.join(",")]),
    ...(resume === undefined ? [] : ["--resume", resume]),
    ...(isFork ? ["--fork-session"] : []),
    ...(invocation.args ?? []),
  ];
}

function userLine(prompt: string, isTyped: boolean): string {
  const origin = isTyped ? { origin: { kind: "human" } } : {};
  return JSON.stringify({ type: "user", message: { role: "user", content: prompt }, ...origin });
}
