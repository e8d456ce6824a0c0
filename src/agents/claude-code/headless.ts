import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { HeadlessProgram } from "../adapter.ts";

/**
 * `claude -p`: safe mode leaves out hooks, plugins, memory files and MCP servers, but not how the person
 * signs in; without persistence there is no log that a scan would read.
 */
export const claudeHeadless: HeadlessProgram = {
  program: "claude",
  args: (model) => [
    "--print",
    "--output-format",
    "json",
    "--safe-mode",
    "--strict-mcp-config",
    "--no-session-persistence",
    "--permission-mode",
    "dontAsk",
    // The equals sign, because an empty word behind the flag would be taken for the prompt.
    "--tools=",
    ...(model === undefined ? [] : [`--model=${model}`]),
  ],
  environment: {},
  replyIn: (printed) => {
    const result = parseJsonLine(printed.trim());
    if (!isRecord(result) || result["is_error"] === true) return undefined;
    const text = textAt(result, "result");
    if (text === undefined) return undefined;
    return { text, model: Object.keys(recordAt(result, "modelUsage") ?? {})[0] };
  },
};

/** By these a program takes itself for a part of the session that it was started from. */
export const outerSession: readonly string[] = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_CHILD_SESSION",
];
