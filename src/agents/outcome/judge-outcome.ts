import type { RawLine } from "../../platform/files/raw-line.ts";
import { parseCommandLine } from "../../shell/command.ts";
import type { ToolAction, ToolResult } from "../event.ts";
import { outputLines, printsContent } from "./read-output.ts";

/** How a call ended, for the ledger. */
export const outcomes = ["ok", "error", "timeout", "rejected", "interrupted"] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The outcome of a finished call: from the record's own flags and exit status, and for a shell call
 * whose record says nothing is wrong, from the few messages that pipes hide. Undefined when the call
 * is none of its own, because a call beside it failed before it ran.
 */
export function judgeOutcome(action: ToolAction, result: ToolResult): Outcome | undefined {
  const { ending, exitStatus = 0, output = "" } = result;
  switch (ending) {
    case "cancelled":
      return undefined;
    // It never ran, so it did not fail.
    case "held":
      return "rejected";
    case "rejected":
    case "interrupted":
    case "timeout":
      return ending;
    default:
  }
  const isFlagged = ending !== undefined || exitStatus !== 0;
  if (isFlagged) return isTimeout(action, exitStatus, output) ? "timeout" : "error";
  const isHidden = action.does === "shell" && hidesFailure(action.command, output);
  return isHidden ? "error" : "ok";
}

/** How the shell tools of the agents say that they gave up waiting. */
const timeoutNotice = /^(?:Command|command) timed out after \d/m;

/** What `timeout` ends with; without that program in the line it is a status like any other. */
const timeoutStatus = 124;

function isTimeout(action: ToolAction, exitStatus: number, output: string): boolean {
  if (action.does !== "shell") return false;
  if (timeoutNotice.test(output.slice(0, 400))) return true;
  return exitStatus === timeoutStatus && /\bg?timeout\b/.test(action.command);
}

function hidesFailure(command: string, output: string): boolean {
  return hiddenFailureHint.test(output) && findHiddenFailure(command, output) !== undefined;
}

/**
 * The line that shows that a shell call failed although its status says it did not: a pipe, a `;` or a
 * wrapper swallowed the status. Only messages that a shell or a program's own argument parser prints
 * at the start of a line count. Where the call prints files, such a line may be content, so what it
 * complains about must be in the command.
 */
export function findHiddenFailure(command: string, output: string): string | undefined {
  let reader: ((subject: string) => boolean) | undefined;
  for (const line of outputLines(output)) {
    const subject = complaintIn(line);
    if (subject === undefined) continue;
    reader ??= believes(command);
    if (reader(subject)) return line;
  }
  return undefined;
}

/** Whether a line of the output can be a message about this subject. */
function believes(command: string): (subject: string) => boolean {
  const { isParsed, commands } = parseCommandLine(command);
  const text = isParsed ? commands.map(({ words }) => words.join(" ")).join("\n") : command;
  const mayBeContent = commands.some(printsContent);
  return (subject) => !mayBeContent || (subject !== "" && text.includes(subject));
}

/** What the line complains about; undefined when it is no complaint. */
function complaintIn(line: string): string | undefined {
  if (!hiddenFailureHint.test(line)) return undefined;
  for (const { line: pattern, subject } of hiddenFailurePatterns) {
    const match = pattern.exec(line);
    if (match) return subject ?? subjectOf(match[1] ?? "");
  }
  return undefined;
}

/** The part of it that the command has as it was typed: of a path the last name, without quotes. */
function subjectOf(text: string): string {
  const bare = text.replace(/^["'`‘(]+/, "").replace(/(?<!["'`’),.])["'`’),.]+$/, "");
  return bare.slice(bare.lastIndexOf("/") + 1) || bare;
}

/**
 * Whether there may be such a line, asked of any text that holds it, also of the undecoded JSON of a
 * record. Lets too much through, never too little. Each way in begins with a letter that is rare, so
 * that the search skips through the text: a plain list of the messages is four times slower.
 */
export const hiddenFailureHint =
  /f(?:(?<=not f|es f)ound|atal: |ile or directory|or flag -|ined: -)|g(?:al option --|nized (?:as |opt|fla|arg|sub)|it (?:command|remotes))|k(?:nown (?:opt|fla|sho|sub|com)|y - )|jected\]|valid option --|x(?:pected argument|ternally-managed)|ule named |FoundError|GraphQL: /;

/** The same as plain texts, one of which is there wherever the expression matches: for programs that search faster than we. */
export const hiddenFailureTexts: readonly string[] = [
  "not found",
  "es found",
  "fatal: ",
  "file or directory",
  "for flag -",
  "fined: -",
  "gal option --",
  "gnized as ",
  "gnized opt",
  "gnized fla",
  "gnized arg",
  "gnized sub",
  "git command",
  "git remotes",
  "known opt",
  "known fla",
  "known sho",
  "known sub",
  "known com",
  "ky - ",
  "jected]",
  "valid option --",
  "xpected argument",
  "xternally-managed",
  "ule named ",
  "FoundError",
  "GraphQL: ",
];

interface HiddenFailure {
  /** For one line. The first group is what it complains about, or who complains. */
  readonly line: RegExp;
  /** What the command must have, where the line does not name it. */
  readonly subject?: string;
}

/** `bash: line 3: `, `/usr/bin/zsh:1: `, `(eval):1: `. */
const shell = String.raw`(?:-?(?:[\w./-]{0,40}\/)?(?:bash|zsh|dash|ksh|ash|sh)|\(eval\)):(?:(?: line )?\d{1,9}:)? `;
/** A program that says its name first. */
const program = String.raw`([\w./-]{1,60}): `;
/** What may stand before the message: the name of the program, or that it is an error. */
const speaker = String.raw`(?:[\w./-]{1,60}: ){0,2}`;

export const hiddenFailurePatterns: readonly HiddenFailure[] = [
  row(String.raw`^${shell}(\S{1,80}): command not found`),
  row(String.raw`^(?:error: |${shell})command not found: (\S{1,80})`),
  row(String.raw`^fish: Unknown command:? (\S{1,80})`),
  row(String.raw`^(\S{1,80}) ?: The term \S{1,80} is not recognized as `),
  row(String.raw`^'([^']{1,80})' is not recognized as an internal or `),
  row(String.raw`^${shell}no matches found: (\S{1,200})`),
  row(String.raw`^${shell}cd: ([^:]{1,200}): No such file or directory`),
  row(String.raw`^(?:zsh|\(eval\)):cd:\d{1,9}: no such file or directory: (\S{1,200})`),
  row(String.raw`^${shell}([\w.-]{1,60}/[\w./-]{1,160}): No such file or directory`),
  row(String.raw`^${program}(?:illegal|invalid) option -- '?\S`),
  row(String.raw`^${speaker}[Uu]n(?:recognized|known) option:? ["'\x60]?(-{0,2}[\w-]{1,60})`),
  row(String.raw`^${speaker}unknown flag:? (-{1,2}[\w-]{1,60})`),
  row(String.raw`^${speaker}unknown shorthand flag: '\w' in (-\w{1,20})`),
  row(String.raw`^${program}unrecognized flag -`),
  row(String.raw`^flag provided but not defined: (-\S{1,60})`),
  row(String.raw`^error: unexpected argument '([^']{1,80})' found`),
  row(String.raw`^${program}error: unrecognized arguments: `),
  row(String.raw`^error: unrecognized subcommand '([^']{1,60})'`),
  row(String.raw`^${speaker}unknown subcommand:? ["'\x60]?([\w:-]{1,60})`),
  row(String.raw`^${speaker}unknown command ["']([^"']{1,60})["'] for `),
  row(String.raw`^git: '([^']{1,60})' is not a git command`),
  row(String.raw`^invalid value "([^"]{0,80})" for flag -`),
  row(String.raw`^${speaker}none of the git remotes `, "gh"),
  row(String.raw`^fatal: pathspec '([^']{1,200})' did not match`),
  // Programs that speak like this have given up, whatever it is about.
  row(String.raw`^(?:failed to run git: )?fatal: \S`, "git"),
  row(String.raw`^failed to run git: fatal: \S`, "gh"),
  row(String.raw`^GraphQL: .{1,300} \([\w.]{1,80}\)$`, "gh"),
  row(String.raw`^ ! \[remote rejected\] `, "push"),
  row(String.raw`^ModuleNotFoundError: No module named '[^']{1,80}'`, "python"),
  row(String.raw`^\S{0,80}python[\d.]{0,8}(?:\.exe)?: No module named (\S{1,60})`),
  row(String.raw`^error: externally-managed-environment`, "pip"),
  row(String.raw`^husky - [\w-]{1,40} (?:script|hook) (?:failed|exited)`, "commit"),
];

function row(pattern: string, subject?: string): HiddenFailure {
  const line = new RegExp(pattern);
  return subject === undefined ? { line } : { line, subject };
}

/**
 * Whether what came back could be a failure although its exit status is 0. Where it could not, nobody
 * needs the output, and it is not decoded: that is nine of ten results and most bytes of a log.
 */
export function mayHideFailure(line: RawLine): boolean {
  if (line.length <= 2 * lookBytes) return hiddenFailureHint.test(line.latin1());
  return (
    hiddenFailureHint.test(line.latin1(0, lookBytes)) ||
    hiddenFailureHint.test(line.latin1(line.length - lookBytes))
  );
}

/** Failures that a pipe hides stand at the beginning of what came back, or at its end. */
const lookBytes = 1500;
