import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { claudeCodeScribes } from "../adapters/claude-code-scribe.ts";
import type { Step } from "../adapters/scribe.ts";
import type { ScriptCall } from "./session-script.ts";

export interface GuideSessionPlace {
  readonly home: string;
  readonly project: string;
  /** No two sessions of a guide have the same. */
  readonly number: number;
  readonly daysAgo: number;
}

/** A session of Claude Code that grows step by step, and its log with it. */
export class GuideSession {
  readonly id: string;
  readonly #place: GuideSessionPlace;
  readonly #log: string;
  readonly #startedAt: number;
  /** When each record was written. */
  readonly #times: string[] = [];
  readonly #steps: Step[] = [];
  readonly #calls: ScriptCall[] = [];

  constructor(place: GuideSessionPlace) {
    this.#place = place;
    this.#startedAt = Date.now() - place.daysAgo * 86_400_000;
    this.id = `01a1e08a-5ea9-7e32-b1b7-${String(place.number).padStart(12, "0")}`;
    const folder = place.project.replaceAll(/[^A-Za-z0-9]/g, "-");
    this.#log = join(place.home, ".claude/projects", folder, `${this.id}.jsonl`);
  }

  get startPayload(): object {
    return { ...this.#payload, hook_event_name: "SessionStart", source: "startup" };
  }

  say(step: Step): void {
    if ("text" in step && step.text === "") return;
    this.#steps.push(step);
    this.#write();
  }

  /** The payload that a hook gets before the call. */
  begin({ tool, target }: ScriptCall): object {
    return {
      ...this.#payload,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: inputOf(this.#place, { tool, target }),
      tool_use_id: this.#callId(this.#calls.length),
    };
  }

  /** What became of the call; `told` is why it was refused, if it was. */
  end(call: ScriptCall, told: string): void {
    const { target: command, exitStatus, output, isHeld } = call;
    const callId = this.#callId(this.#calls.length);
    this.#calls.push(call);
    this.say(
      isHeld
        ? { step: "refused-shell", callId, command, reason: told }
        : { step: "shell", callId, command, exitStatus, output },
    );
  }

  get #payload(): object {
    return { session_id: this.id, transcript_path: this.#log, cwd: this.#place.project };
  }

  #callId(at: number): string {
    return `toolu_${this.#place.number}_${at}`;
  }

  /** The scribe always writes the same session at the same noon, and a refusal by somebody else's hook. */
  #write(): void {
    const log = claudeCodeScribes[0]?.write(this.#steps);
    if (log?.shape !== "lines") throw new Error("the scribe has no log of lines");
    const lines = log.lines.map((line, at) => {
      const { message, uuid, ...record } = JSON.parse(
        line.replace("hook error: [guard]: ", "hook error: "),
      );
      return JSON.stringify({
        ...record,
        uuid: `${this.#place.number}-${uuid}`,
        message: this.#withTools(message),
        timestamp: (this.#times[at] ??= this.#timeOf(at)),
        cwd: this.#place.project,
        sessionId: this.id,
      });
    });
    mkdirSync(dirname(this.#log), { recursive: true });
    writeFileSync(this.#log, lines.map((line) => `${line}\n`).join(""));
  }

  /** A session of today has the time at which it is written; before, there was a record every ten seconds. */
  #timeOf(at: number): string {
    const time = this.#place.daysAgo === 0 ? Date.now() : this.#startedAt + at * 10_000;
    return new Date(time).toISOString();
  }

  /** The scribe writes every call as one of the shell. */
  #withTools(message: { content: unknown }): object {
    const { content } = message;
    if (!Array.isArray(content)) return message;
    const blocks = content.map((block) => {
      const call = this.#calls[this.#calls.findIndex((_, at) => this.#callId(at) === block.id)];
      if (block.type !== "tool_use" || call === undefined) return block;
      return { ...block, name: call.tool, input: inputOf(this.#place, call) };
    });
    return { ...message, content: blocks };
  }
}

function inputOf(
  { project }: GuideSessionPlace,
  { tool, target }: Pick<ScriptCall, "tool" | "target">,
): object {
  if (tool === "Bash") return { command: target };
  return { file_path: join(project, target), content: "{}\n" };
}
