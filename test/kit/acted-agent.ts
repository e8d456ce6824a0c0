import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const launcher = join(import.meta.dirname, "../../plugin/hooks/lessons-hook");

/**
 * An agent that is played: the real launcher and hook are called as the real program calls them, and a log is written as it writes one, at
 * the time when it happens. For stories of many sessions, where the real program would take minutes.
 */
export class ActedAgent {
  readonly #home: string;
  readonly #project: string;

  /** `home`: of the user. */
  constructor(home: string, project: string = home) {
    this.#home = home;
    this.#project = project;
    mkdirSync(project, { recursive: true });
  }

  /** A session of some calls, each made knowing what the agent was told until then. Returns all that it was told. */
  session(id: string, failing: FailingCall, ...calls: readonly MadeCall[]): string {
    const log = new WrittenLog(this.#home, this.#project, id);
    let told = this.#hook(id, "SessionStart", [], { source: "startup" });
    log.add({ type: "user", message: { role: "user", content: "go" } });
    for (const [index, made] of calls.entries()) {
      const command = made(told);
      const call = `toolu_${id}_${index}`;
      log.add(toolUse(call, command));
      const isFailing = command === failing.command;
      const payload = { tool_name: "Bash", tool_input: { command }, tool_use_id: call };
      told += this.#hook(id, "PreToolUse", ["bash"], payload);
      const error = `Exit code ${failing.exitStatus}\n${failing.error}`;
      if (isFailing)
        told += this.#hook(id, "PostToolUseFailure", ["bash"], {
          ...payload,
          error,
          is_interrupt: false,
        });
      log.add(toolResult(call, isFailing ? error : "ok", isFailing));
    }
    log.add({ type: "assistant", message: { role: "assistant", content: [text("done")] } });
    return told;
  }

  /** What the hook puts before the model; empty when it says nothing. */
  #hook(id: string, event: string, more: readonly string[], payload: object): string {
    const whole = { session_id: id, cwd: this.#project, hook_event_name: event, ...payload };
    const { status, stdout, stderr } = spawnSync(launcher, [event, ...more], {
      cwd: this.#project,
      env: {
        HOME: this.#home,
        PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
        CLAUDE_CODE_SESSION_ID: id,
        SHELL: "/bin/bash",
      },
      input: JSON.stringify(whole),
      encoding: "utf8",
    });
    if (status !== 0 || stderr !== "") throw new Error(`the hook ended with ${status}: ${stderr}`);
    return stdout === ""
      ? ""
      : `${JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? ""}\n`;
  }
}

type MadeCall = (told: string) => string;

/** The command that fails in these sessions; all others go well. */
interface FailingCall {
  readonly command: string;
  readonly exitStatus: number;
  readonly error: string;
}

type Json = Readonly<Record<string, unknown>>;

class WrittenLog {
  readonly #file: string;
  readonly #common: Json;
  #count = 0;

  constructor(home: string, project: string, sessionId: string) {
    const folder = join(home, ".claude/projects", project.replaceAll(/[^\w]/gu, "-"));
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${sessionId}.jsonl`);
    this.#common = { isSidechain: false, cwd: project, sessionId, version: "2.1.150" };
  }

  add(record: Json): void {
    const { sessionId } = this.#common;
    const uuid = (count: number) => `${String(sessionId)}-${count}`;
    const parentUuid = this.#count === 0 ? null : uuid(this.#count - 1);
    const timestamp = new Date().toISOString();
    const line = { parentUuid, ...this.#common, ...record, uuid: uuid(this.#count++), timestamp };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

function text(words: string): Json {
  return { type: "text", text: words };
}

function toolUse(id: string, command: string): Json {
  const call = { type: "tool_use", id, name: "Bash", input: { command } };
  return {
    type: "assistant",
    message: { id: `msg_${id}`, role: "assistant", model: "claude-test", content: [call] },
  };
}

function toolResult(id: string, content: string, isError: boolean): Json {
  const result = { type: "tool_result", tool_use_id: id, content, is_error: isError };
  return { type: "user", message: { role: "user", content: [result] } };
}
