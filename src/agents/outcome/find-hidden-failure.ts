import { parseCommandLine } from "../../shell/command.ts";
import { outputLines, printsContent } from "./output-lines.ts";

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
  const bare = text.replace(/^["'`‘(]+/, "").replace(/["'`’),.]+$/, "");
  return bare.slice(bare.lastIndexOf("/") + 1) || bare;
}

/**
 * Whether there may be such a line, asked of any text that holds it, also of the undecoded JSON of a
 * record. Lets too much through, never too little. Each way in begins with a letter that is rare, so
 * that the search skips through the text: a plain list of the messages is four times slower.
 */
export const hiddenFailureHint =
  /f(?:(?<=not f|es f)ound|atal: path|ile or directory|or flag -|ined: -)|g(?:al option --|nized (?:as |opt|fla|arg|sub)|it (?:command|remotes))|k(?:nown (?:opt|fla|sho|sub|com)|y - )|jected\]|valid option --|xpected argument|FoundError/;

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
  row(String.raw`^${shell}command not found: (\S{1,80})`),
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
  row(String.raw`^ ! \[remote rejected\] `, "push"),
  row(String.raw`^ModuleNotFoundError: No module named '[^']{1,80}'`, "python"),
  row(String.raw`^husky - [\w-]{1,40} (?:script|hook) (?:failed|exited)`, "commit"),
];

function row(pattern: string, subject?: string): HiddenFailure {
  const line = new RegExp(pattern);
  return subject === undefined ? { line } : { line, subject };
}
