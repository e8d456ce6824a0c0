import { quoteWord } from "../quote-word.ts";
import { boundedOutput } from "../../core/bounded-output.ts";
import type { ToolAction } from "../../core/event.ts";
import { isRecord, numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { parseJsonLine } from "../../core/parse-json.ts";
import { patchAction } from "./patch-target.ts";
import { scriptCommand } from "./script-command.ts";

/** A call as Codex made it, whichever of its three kinds of call record it stands in. */
export interface CodexCall {
  readonly tool: string;
  readonly action: ToolAction;
  /** Asks for more output of a command that still runs, by the number of its session. */
  readonly pollsSession?: number;
  /** Written in JavaScript, so that what it runs is logged as items of their own. */
  readonly isScript?: true;
}

/** A `function_call`: the arguments are JSON inside a string. */
export function functionCall(payload: JsonRecord): CodexCall {
  const tool = textAt(payload, "name") ?? "";
  const given = parsedArguments(textAt(payload, "arguments") ?? "");
  if (tool === "write_stdin") {
    const session = numberAt(given, "session_id");
    const call: CodexCall = { tool, action: { does: "other" } };
    return session === undefined ? call : { ...call, pollsSession: session };
  }
  return { tool, action: functionAction(tool, given) };
}

function functionAction(tool: string, given: JsonRecord | undefined): ToolAction {
  switch (tool) {
    case "exec_command":
      return shell(textAt(given, "cmd") ?? "", textAt(given, "workdir"));
    case "shell":
    case "shell_command":
    case "container.exec":
    case "local_shell":
      return shell(
        textAt(given, "command") ?? commandLine(given?.["command"]),
        textAt(given, "workdir"),
      );
    case "apply_patch":
      return patch(textAt(given, "input") ?? textAt(given, "patch") ?? "");
    case "read_file":
    case "view_image":
      return { does: "read", path: textAt(given, "file_path") ?? textAt(given, "path") ?? "" };
    case "grep_files":
    case "list_dir": {
      const path = textAt(given, "dir_path") ?? textAt(given, "path");
      return path === undefined ? { does: "search" } : { does: "search", path };
    }
    default:
      return { does: "other" };
  }
}

/** A `custom_tool_call`: the input is free text, a patch or a script. */
export function customCall(payload: JsonRecord): CodexCall {
  const tool = textAt(payload, "name") ?? "";
  const input = textAt(payload, "input") ?? "";
  if (tool === "apply_patch") return { tool, action: patch(input) };
  if (tool !== "exec") return { tool, action: { does: "other" } };
  const command = scriptCommand(input);
  return {
    tool,
    isScript: true,
    action: command === undefined ? { does: "other" } : shell(command, undefined),
  };
}

/** A `local_shell_call`, which models with a shell of their own made. */
export function localShellCall(payload: JsonRecord): CodexCall {
  const action = recordAt(payload, "action");
  const folder = textAt(action, "working_directory");
  return { tool: "local_shell", action: shell(commandLine(action?.["command"]), folder) };
}

/** `["bash", "-lc", "ls | wc"]` is the line `ls | wc`; other lists of words are put back into a line. */
export function commandLine(words: unknown): string {
  if (!Array.isArray(words)) return "";
  const given = words.filter((word) => typeof word === "string");
  const [program = "", flag = "", script] = given;
  if (given.length === 3 && script !== undefined && /(?:^|[\\/])(?:ba|z|da|k)?sh$/.test(program)) {
    if (/^-[a-z]*c$/.test(flag)) return script;
  }
  return given.map(quoteWord).join(" ");
}

export function shell(command: string, workingDirectory: string | undefined): ToolAction {
  return workingDirectory === undefined
    ? { does: "shell", command }
    : { does: "shell", command, workingDirectory };
}

function patch(text: string): ToolAction {
  const action = patchAction(text);
  return "text" in action && action.text !== undefined
    ? { ...action, text: boundedOutput(action.text) }
    : action;
}

function parsedArguments(text: string): JsonRecord | undefined {
  const value = parseJsonLine(text);
  return isRecord(value) ? value : undefined;
}
