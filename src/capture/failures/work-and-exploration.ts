import { complains, printsContent } from "../../agents/outcome/read-output.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";
import type { SimpleCommand } from "../../shell/command.ts";
import { knownBy, type Failure, type FailureRule } from "./failure-rule.ts";
import { runsOwnProgram } from "./flags-and-usage.ts";
import { lintRule } from "./lint-rule.ts";

/** Looking around: the answer was no. */
export const explorationRules: readonly FailureRule[] = [
  knownBy(
    { name: "missing-file", about: "exploration", worth: "none" },
    /\b[Nn]o such file or directory\b/,
    /^(?:Error: )?(?:File|Path|Directory|The file) (?:\S{1,300} )?does not exist/,
    /^(?:Error: )?(?:File|Path) not found/,
    /cannot find the (?:path|file) specified/,
    /^(?:Get-\w{1,60}|Resolve-Path) ?: Cannot find path/,
    /Cannot find path '/,
    /^ENOENT\b/,
    /can't open file/,
    /: cannot (?:access|stat|open|remove|touch) /,
    /^Working directory ".{1,300}" was deleted/,
  ),
  knownBy(
    {
      name: "missing-object",
      about: "exploration",
      worth: "none",
      when: (failure) => !changesSomething(failure),
    },
    /^fatal: (?:ambiguous argument|bad revision|bad object|invalid object name|Not a valid object name)/,
    /^fatal: (?:no upstream configured|path '.{1,300}' (?:does not exist|exists on disk)|Needed a single revision)/,
    /^fatal: (?:invalid reference|couldn't find remote ref|Invalid revision range|git cat-file|unable to read)/,
    /^fatal: (?:no such (?:ref|branch)|no tag|No names found|No annotated tags|ref HEAD is not|not a valid)/,
    /^error: (?:pathspec '\S{1,300}' did not match any file|No such remote|branch '\S{1,300}' not found|unknown revision)/,
    /\bno pull requests? found/,
    /^no (?:open )?(?:issues|runs|releases|checks|artifacts|workflows)\b/,
    /\bHTTP 404\b/,
    /\b404 Not Found\b/,
    /\bcode E404\b/,
    /^GraphQL: Could not resolve to/,
    /^Error from server \(NotFound\)/,
    /^Entity not found/,
    /[Nn]ot found[.:]?$/,
    /^Could not find /,
    /^no such (?:table|column)/,
    /\bdoes not exist$/,
    /^which: no /,
    /^ERROR: No matching distribution/,
    /^release not found/,
    /^no [\w ]{1,30} reported on the /,
  ),
  knownBy(
    { name: "nothing-to-do", about: "expected", worth: "none" },
    /^nothing (?:to commit|added to commit)/,
    /^no changes added to commit/,
    /^No stash entries found/,
    /^No local changes to save/,
    /^Everything up-to-date/,
    /^Already (?:up to date|on)/,
    /^No (?:tests? found|files? (?:matching|found))/,
  ),
  { name: "status-by-design", about: "expected", worth: "none", when: endsWithAnswer },
  {
    name: "no-match",
    about: "exploration",
    worth: "none",
    when: ({ call, lines, isShell }) => isShell && lines.length === 0 && (call.exitStatus ?? 0) < 3,
  },
  {
    name: "no-match",
    about: "exploration",
    worth: "none",
    when: ({ call }) => call.action.does === "search" || call.action.does === "read",
  },
];

/** To ask for what is not there is looking around; to change or create by it is a mistake. */
function changesSomething({ commands }: Failure): boolean {
  const last = commands.at(-1);
  return last !== undefined && changing.test(shapeOf(last).subcommand ?? "");
}

const changing =
  /(?:^| )(?:add|apply|assign|close|comment|commit|create|delete|deploy|edit|install|merge|move|publish|push|remove|rename|reopen|set|submit|update|upload)$/;

/** Programs whose exit status is the answer: differences, pending checks, no match, unset keys. */
function endsWithAnswer({ call, commands }: Failure): boolean {
  // What complains does more than answer, unless it is something that was printed.
  if (complains(call.output) && !commands.some(printsContent)) return false;
  const last = commands.at(-1);
  if (last === undefined || (call.exitStatus ?? 0) === 0) return false;
  const { program, words } = last;
  if (answering.has(program) || answering.has(commandHead(shapeOf(last)))) return true;
  return words.some((word) =>
    /^(?:--check|--exit-code|--quiet|--diff|--dry-run|--watch|-d|-c)$/.test(word),
  );
}

const answering: ReadonlySet<string> = new Set([
  ..."grep egrep fgrep rg ag ack zgrep diff cmp comm test [ [[ which where type command".split(" "),
  ..."expr pgrep pidof lsof ls find stat file jq cat head tail wc sed awk ps kill pkill".split(" "),
  ...gitQuestions(),
  "gh pr checks",
  "gh run watch",
  "gh run view",
  "systemctl is-active",
  "systemctl status",
  "npm outdated",
  "npm ls",
  "npm audit",
]);

function gitQuestions(): readonly string[] {
  const names =
    "diff config check-ignore merge-base show-ref ls-files grep rev-parse cat-file ls-remote symbolic-ref";
  return names.split(" ").map((name) => `git ${name}`);
}

/** The work itself: tests, compilers, linters and the agent's own scripts doing their job. */
export const workRules: readonly FailureRule[] = [
  knownBy(
    // A checker that would only have to write: the cure is always the same command.
    {
      name: "format",
      about: "environment",
      worth: "weak",
      evenInTests: true,
      when: ({ isShell }) => isShell,
    },
    /\b(?:[Ww]ould (?:be )?re-?format|[Ff]ormatter would have|differs? from format|[Cc]ode style issues)/,
    /\b[Ff]ormat(?:ting)? (?:issues?|errors?|differences?|check failed)\b/,
    /\b(?:not (?:properly |correctly )?formatted|unformatted|needs? (?:re-?)?formatting)\b/,
    /^\s{0,9}\S{0,3} ?(?:Import statements could be|The imports and exports are not) sorted/,
    /^Diff in \S{1,300}(?::\d{1,9}| at line)/,
  ),
  { name: "test-failure", about: "work", worth: "none", evenInTests: true, when: isTestRun },
  knownBy(
    // One finding is the work. The same rule in another session is a rule of this place that nobody has told the agent.
    { name: "lint-rule", about: "work", worth: "weak", when: ({ isShell }) => isShell },
    lintRule,
  ),
  knownBy(
    { name: "compile-error", about: "work", worth: "none" },
    /^(?:\S{0,20} )?(?:[A-Za-z]:)?[^\s:()]{1,200}(?::\d{1,9}(?::\d{1,9})?:? |\(\d{1,9},\d{1,9}\): ).{0,300}\S/,
    /^error(?:\[E\d{1,9}\])?: (?:could not compile|aborting due to|linking with)/,
    /^BUILD FAILED/,
    /^(?:\[ERROR\] )?COMPILATION ERROR/,
    /^FAILURE: Build failed/,
    /^\S{1,60}: error TS\d{1,9}/,
    /^TS\d{1,9}: /,
    /^ERROR in /,
    /^SyntaxError: /,
    /^\[ERROR\] .{0,60}Compilation failure/,
    /^Build FAILED/,
  ),
  knownBy(
    { name: "lint-finding", about: "work", worth: "none" },
    /^\d{1,9} issues?:/,
    /^✖ \d{1,9} problems?/,
    /^Found \d{1,9} (?:errors?|problems?|issues?|warnings?)/,
    /^\[warn\] /,
    /^(?:would reformat|These .{0,40}files need to be formatted|Formatter would have printed)/,
    /lint\/\w{1,60}\/\w{1,60}/,
    /^\s{0,9}× /,
    /^\d{1,9} errors? (?:and|found|generated)/,
    /^\d{1,9} files? would be reformatted/,
    /^All matched files use/,
    /^Oh no! /,
    /^Checking formatting/,
  ),
  knownBy(
    { name: "own-script-failed", about: "work", worth: "none", when: runsOwnCode },
    /^Traceback \(most recent call last\)/,
    /^\s{2,8}at (?:Object\.|Module\.|Function\.|async |file:|\[eval|<anonymous>|new |process\.)/,
    /^Exception in thread /,
    /^panic: /,
    /^goroutine \d{1,9} \[/,
    /^thread '.{1,60}' panicked at/,
    /^[\w.]{0,80}(?:Error|Exception): /,
    /^PHP (?:Fatal|Parse) error/,
    /^Error: .{0,40}(?:ENOENT|EEXIST)/,
    /^node:internal\//,
  ),
  knownBy(
    { name: "task-failed", about: "work", worth: "none" },
    /^(?:error: script "\S{1,60}" exited with code|npm (?:ERR!|error) (?:code ELIFECYCLE|Lifecycle script))/,
    /^(?:ELIFECYCLE|ERROR task failed|make(?:\[\d{1,9}\])?: \*\*\* \[|Error: Process completed|Finished in)/,
    /^.{0,60}ELIFECYCLE/,
    /^go: updates to go\.mod needed/,
    /^exit status \d{1,9}$/,
    /^ERROR task failed/,
  ),
];

/** Code that the agent has just written: in the line itself, or a program that is being built. */
function runsOwnCode({ commands, isShell }: Failure): boolean {
  return !isShell || commands.some(isOwnCode);
}

function isOwnCode(command: SimpleCommand): boolean {
  const { program, words } = command;
  const isInterpreter =
    /^(?:node|bun|deno|tsx|ts-node|npx|python[\d.]{0,8}|uv|ruby|php|perl|go|cargo|java|dotnet|swift|pwsh|powershell)$/.test(
      program,
    );
  return (
    isInterpreter ||
    runsOwnProgram(command) ||
    /\.(?:py|[cm]?[jt]s|rb|pl|php)$/.test(words[0] ?? "")
  );
}

/**
 * Whether the output shows tests that failed. What they print on the way, such as hosts that were
 * never meant to exist, says nothing about the call.
 */
export function isTestRun({ isShell, lines }: Failure): boolean {
  return isShell && lines.some((line) => testMarks.test(line));
}

const testMarks = new RegExp(
  [
    /^\s{0,12}--- FAIL: /,
    /^FAIL(?:\s|$)/,
    /^FAILED (?:[\w./-]{1,200}(?:::| |$)|\()/,
    /^={1,80} .{0,60}\bfailed\b/,
    /^Tests?:? {1,9}.{0,40}\d{1,9} failed/,
    /^test result: FAILED/,
    /^\s{0,9}\d{1,9} (?:failing|fail)$/,
    /^\[ERROR\] Tests run:/,
    /^Ran \d{1,9} tests? /,
    /^\(fail\) /,
    /^\s{0,4}[✗✘×] /,
    /^not ok \d/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
