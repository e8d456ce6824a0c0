import { quoteWord } from "../../shell/word.ts";
import type { ToolAction } from "../event.ts";
import { notedWords } from "../memory-file.ts";
import { type ToolTable, toolAction } from "../tool-action.ts";
import {
  type JsonRecord,
  isRecord,
  numberAt,
  recordAt,
  textAt,
} from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";

/** A call as Codex made it, whichever of its three kinds of call record it stands in. */
export interface CodexCall {
  readonly tool: string;
  readonly action: ToolAction;
  /** Where it is to run, if it says so. */
  readonly workingDirectory?: string | undefined;
  /** Asks for more output of a command that still runs, by the number of its session. */
  readonly pollsSession?: number | undefined;
  /** Written in JavaScript, so that what it runs is logged as items of their own. */
  readonly isScript?: true;
}

/** A `function_call`: the arguments are JSON inside a string. */
export function functionCall(payload: JsonRecord): CodexCall {
  const tool = textAt(payload, "name") ?? "";
  const given = parsedArguments(textAt(payload, "arguments") ?? "");
  if (tool === "write_stdin") {
    return { tool, action: { does: "other" }, pollsSession: numberAt(given, "session_id") };
  }
  const action = functionAction(tool, given);
  return { tool, action, workingDirectory: textAt(given, "workdir") };
}

function functionAction(tool: string, given: JsonRecord | undefined): ToolAction {
  if (tool === "apply_patch") {
    return patchAction(textAt(given, "input") ?? textAt(given, "patch") ?? "");
  }
  // Some shells were given a line, others a list of words.
  if (Array.isArray(given?.["command"]) && tools[tool]?.[1] === "command") {
    return { does: "shell", command: commandLine(given["command"]) };
  }
  return toolAction(tools, tool, given);
}

const tools: ToolTable = {
  exec_command: ["shell", "cmd"],
  shell: ["shell", "command"],
  shell_command: ["shell", "command"],
  "container.exec": ["shell", "command"],
  local_shell: ["shell", "command"],
  read_file: ["read", "file_path", "path"],
  view_image: ["read", "file_path", "path"],
  grep_files: ["search", "dir_path", "path"],
  list_dir: ["search", "dir_path", "path"],
};

/** A `custom_tool_call`: the input is free text, a patch or a script. */
export function customCall(payload: JsonRecord): CodexCall {
  const tool = textAt(payload, "name") ?? "";
  const input = textAt(payload, "input") ?? "";
  if (tool === "apply_patch") return { tool, action: patchAction(input) };
  if (tool !== "exec") return { tool, action: { does: "other" } };
  return { tool, isScript: true, action: scriptAction(input) };
}

/** A script that does nothing but run one command, or apply one patch, is that command or patch in other clothes. */
function scriptAction(script: string): ToolAction {
  const command = scriptCommand(script);
  if (command !== undefined) return { does: "shell", command };
  const patch = scriptPatch(script);
  return patch === undefined ? { does: "other" } : patchAction(patch);
}

/** A `local_shell_call`, which models with a shell of their own made. */
export function localShellCall(payload: JsonRecord): CodexCall {
  const given = recordAt(payload, "action");
  return {
    tool: "local_shell",
    action: { does: "shell", command: commandLine(given?.["command"]) },
    workingDirectory: textAt(given, "working_directory"),
  };
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

function parsedArguments(text: string): JsonRecord | undefined {
  const value = parseJsonLine(text);
  return isRecord(value) ? value : undefined;
}

/**
 * What a patch does, as far as one call can say it: to the first file that it names. Codex has no other way to
 * write a file but the shell.
 */
function patchAction(patch: string): ToolAction {
  const target = firstTarget.exec(patch);
  if (target === null) return { does: "other" };
  const [, verb, given = ""] = target;
  const path = given.trim();
  const does = verb === "Add" ? "write" : "edit";
  const noted = verb === "Delete" ? undefined : notedWords(path, addedBy(patch));
  return noted === undefined ? { does, path } : { does, path, noted };
}

/** What a patch adds to its first file. */
function addedBy(patch: string): JsonRecord {
  const [, first = ""] = patch.split(/^\*\*\* (?:Add|Update|Delete) File: /mu, 2);
  const added = first.split("\n").filter((line) => line.startsWith("+"));
  return { content: added.map((line) => line.slice(1)).join("\n") };
}

const firstTarget = /^\*\*\* (Add|Update|Delete) File: (.+)$/m;

/** The one command that a script of the JavaScript tool runs, when it says it as a plain string. Undefined for anything cleverer. */
function scriptCommand(script: string): string | undefined {
  if (script.length > longestScript) return undefined;
  const commands = [...script.matchAll(commandArgument)];
  const only = commands[0];
  if (commands.length !== 1 || only === undefined) return undefined;
  const literal = only[1] ?? "";
  if (literal.startsWith("`") && literal.includes("${")) return undefined;
  return unquoted(literal);
}

/** The one patch that a script applies, when it says it as a plain string and runs nothing else. */
function scriptPatch(script: string): string | undefined {
  const at = script.indexOf(patchStart);
  if (at < 1 || script.includes(patchStart, at + 1) || !applies.test(script)) return undefined;
  const calls = script.match(toolUse)?.length ?? 0;
  patchLiteral.lastIndex = at - 1;
  const literal = patchLiteral.exec(script)?.[0] ?? "";
  const isPlain = literal !== "" && !(literal.startsWith("`") && literal.includes("${"));
  return calls === 1 && isPlain ? unquoted(literal) : undefined;
}

const patchStart = "*** Begin Patch";
const applies = /\btools\.apply_patch\(/;
const toolUse = /\btools\.\w+\(/g;
const patchLiteral = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`/y;

/** A string that never ends is looked for again from every beginning, so that length must be bounded. */
const longestScript = 8000;

const commandArgument =
  /\bcmd["']?\s{0,20}:\s{0,20}('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`)/g;

function unquoted(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\([^])/g, (_, escaped: string) => escapes[escaped] ?? escaped);
}

/** A backslash before a line break continues the line. */
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  "\n": "",
};
