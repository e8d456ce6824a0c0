import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import type { HookDoor } from "../delivery.ts";
import { hookMoment, hookModel, messagesBefore } from "./hook-moment.ts";
import { readHookPayload } from "./hook-payload.ts";
import { readHookResults } from "./hook-result.ts";

/** What the programs that Claude Code calls know of it, and the answers in exactly the shapes that it takes. */
export const claudeCodeHook: HookDoor = {
  name: "claude-code",
  readPayload: readHookPayload,
  readResults: readHookResults,
  messagesBefore,
  momentOf: hookMoment,
  modelOf: hookModel,
  advisesBefore: true,
  // At a call the model reads it with the result. On Stop it would start another turn: there it is `userNotice`.
  adviceAnswer: (event, text, notice) =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
      systemMessage: notice,
    }),
  canHold: true,
  holdAnswer: (reason, notice) =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: reason,
      },
      systemMessage: notice,
    }),
  askAnswer: (reason, input) =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: reason,
        updatedInput: input,
      },
    }),
  // The other shell tool has another language.
  canFix: ({ call }) => call.tool === "Bash",
  // Without a decision the program checks its permissions on the new input.
  fixAnswer: (input, command, { text, notice }) =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        updatedInput: { ...input, command },
        additionalContext: text,
      },
      systemMessage: notice,
    }),
  userNotice: (text) => JSON.stringify({ systemMessage: text }),
  // The plugin brings the slash command; entries in the settings do not.
  reviewCommand: (environment) =>
    environment["CLAUDE_PLUGIN_ROOT"] ? "/lessons:review" : "lessons review",
  // From this many on, the program puts the context into a file and shows the first 2 kB.
  mostContextCharacters: 10_000,
  sessionIn: (environment) => environment["CLAUDE_CODE_SESSION_ID"],
  // A person may have set the variable to a file of their own, which every session would run: that one is not ours to write.
  environmentFile: (environment, userHome) => {
    const file = environment["CLAUDE_ENV_FILE"] ?? "";
    const settings = environment["CLAUDE_CONFIG_DIR"] || `${userHome}/.claude`;
    const folder = `${settings.replace(/\/+$/u, "")}/session-env/`;
    const inside = file.startsWith(folder) ? file.slice(folder.length) : "";
    return /^[\w-]{1,100}\/[\w-]{1,100}\.sh$/u.test(inside) ? file : undefined;
  },
  settingsBesidePlugin: (environment, userHome) =>
    environment["CLAUDE_PLUGIN_ROOT"]
      ? `${environment["CLAUDE_CONFIG_DIR"] || `${userHome}/.claude`}/settings.json`
      : undefined,
};

/** The folder and the session that the program says it is in, on the standard input of a status line. */
export function placeInStatus(text: string): {
  readonly folder?: string | undefined;
  readonly sessionId?: string | undefined;
} {
  const payload: unknown = text.trim() === "" ? undefined : JSON.parse(text);
  if (!isRecord(payload)) return {};
  return {
    folder: textAt(recordAt(payload, "workspace"), "current_dir") ?? textAt(payload, "cwd"),
    sessionId: textAt(payload, "session_id"),
  };
}
