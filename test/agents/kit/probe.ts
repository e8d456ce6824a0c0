import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writePlugin } from "./plugin.ts";
import type { Sandbox } from "./sandbox.ts";

/** A hook that writes down what it was told, and answers what it was given to say. */
export interface ProbeHook {
  readonly matcher?: string;
  /** Tells calls of several hooks apart. */
  readonly label?: string;
  /** Printed as the hook's answer. */
  readonly answer?: object;
}

interface ProbeCall {
  readonly label: string;
  /** `CLAUDE_CODE_SESSION_ID` as the hook found it. */
  readonly sessionInEnvironment: string;
  readonly payload: ProbePayload;
}

interface ProbePayload {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  readonly source?: string;
  readonly tool_name?: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly last_assistant_message?: string;
}

export interface Probe {
  /** For `plugins` of a run, alone or beside the plugin that it watches. */
  readonly folder: string;
  /** What the hooks were told so far, in the order of their starts. */
  calls(): readonly ProbeCall[];
}

/** Writes a plugin that hears the given events. */
export function writeProbe(
  sandbox: Sandbox,
  events: Readonly<Record<string, readonly ProbeHook[]>>,
): Probe {
  const [folder, log] = [join(sandbox.root, "probe"), join(sandbox.root, "probe-log")];
  mkdirSync(log);
  const hooks: Record<string, object[]> = {};
  const files: Record<string, string> = { "probe.sh": script };
  for (const [event, entries] of Object.entries(events)) {
    hooks[event] = entries.map(({ matcher = "", label = event, answer }, index) => {
      const answerFile = `answers/${event}-${index}.json`;
      files[answerFile] = answer === undefined ? "" : JSON.stringify(answer);
      const args = ["${CLAUDE_PLUGIN_ROOT}/probe.sh", log, label, answerFile];
      return { matcher, hooks: [{ type: "command", command: "sh", args, timeout: 10 }] };
    });
  }
  writePlugin(folder, { name: "probe", hooks, files });
  return {
    folder,
    calls: () =>
      readdirSync(log)
        .toSorted()
        .map((name) => JSON.parse(readFileSync(join(log, name), "utf8")) as ProbeCall),
  };
}

/** An answer that adds text for the model. */
export function context(event: string, text: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}

/** An answer that refuses the call. */
export function denial(reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  };
}

// One file per call, named by the time, since hooks run side by side.
const script = `started=$(date +%s%N)
{
  printf '{"label":"%s","sessionInEnvironment":"%s","payload":' "$2" "$CLAUDE_CODE_SESSION_ID"
  cat
  printf '}'
} > "$1/$started-$$"
cat "\${0%/*}/$3"
`;
