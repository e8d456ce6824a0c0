import { commandHead, shapeOf } from "../command-shape.ts";
import type { Failure, FailureRule } from "./failure-rule.ts";

/** Looking around: the answer was no. */
export const explorationRules: readonly FailureRule[] = [
  {
    name: "missing-file",
    about: "exploration",
    worth: "none",
    lines: [
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
    ],
  },
  {
    name: "missing-object",
    about: "exploration",
    worth: "none",
    lines: [
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
    ],
  },
  {
    name: "nothing-to-do",
    about: "expected",
    worth: "none",
    lines: [
      /^nothing (?:to commit|added to commit)/,
      /^no changes added to commit/,
      /^No stash entries found/,
      /^No local changes to save/,
      /^Everything up-to-date/,
      /^Already (?:up to date|on)/,
      /^No (?:tests? found|files? (?:matching|found))/,
    ],
  },
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

/** Programs whose exit status is the answer: differences, pending checks, no match, unset keys. */
function endsWithAnswer({ call, commands }: Failure): boolean {
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
