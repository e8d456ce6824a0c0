import type { SimpleCommand } from "../../shell/command.ts";
import { knownBy, type Failure, type FailureRule } from "./failure-rule.ts";

/** What a program was asked that it does not understand. */
export const flagsAndUsageRules: readonly FailureRule[] = [
  knownBy(
    {
      name: "own-program-usage",
      about: "work",
      worth: "weak",
      when: ({ commands }) => commands.some(runsOwnProgram),
    },
    /^.{0,200}\b(?:[Uu]nknown|[Uu]nrecognized|[Uu]nexpected|[Ii]nvalid) (?:\w{1,12} )?(?:option|flag|argument|command|subcommand|value|choice|usage)s?\b/,
  ),
  knownBy(
    { name: "no-such-flag", about: "interface", worth: "lesson" },
    /^(?:[\w./() -]{1,60}: ){0,3}(?:illegal|invalid|[Uu]nrecognized|[Uu]nknown|[Uu]nsupported|unexpected|bad) (?:command[- ]line )?(?:option|flag|switch|argument|primary or operator|predicate|shorthand flag|arguments)s?\b:? ?(?:-- )?["'‘`(]?-{0,2}[\w'‘`"]/,
  ),
  knownBy(
    { name: "no-such-flag", about: "interface", worth: "lesson" },
    /^(?:[\w./() -]{1,60}: ){0,3}(?:-{1,2}[\w-]{1,40}: (?:invalid option|unknown (?:option|primary or operator)|unrecognized option))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:[Nn]o such option:? ["'(]?-|flag provided but not defined: -)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:option -{0,2}\S{1,40}:? (?:is unknown|not recognized|is ambiguous))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:unknown primary|A parameter cannot be found that matches parameter name)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:Invalid switch - |extra characters at the end of [a-z] command)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:invalid command code|bad flag in substitute|illegal time format)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:illegal byte sequence)/,
  ),
  knownBy(
    // Parsers that print the line and point at the word.
    { name: "no-such-flag", about: "interface", worth: "lesson" },
    /^\s{0,400}\^{1,80} (?:Unknown|Unexpected|Unrecognized) (?:arguments?|options?|flags?)/,
  ),
  knownBy(
    { name: "no-such-field", about: "interface", worth: "lesson", when: ({ isShell }) => isShell },
    /^(?:[\w./() -]{1,60}: ){0,3}(?:[Uu]nknown|[Ii]nvalid|[Nn]o such) (?:\w{1,12} )?field:? ["'‘`]([\w.-]{1,60})/,
  ),
  knownBy(
    { name: "bad-argument", about: "interface", worth: "lesson", when: ({ isShell }) => isShell },
    /^(?:[\w./() -]{1,60}: ){0,3}(?:(?:error: )?invalid (?:value|argument) ["'].{0,80}["'] for )/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:argument \S{1,60}: (?:invalid|expected))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:(?:error: )?(?:a value is required|the argument '.{1,60}' (?:cannot be used|requires)))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:flag needs an argument|option requires an argument)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:option '?-{1,2}[\w-]{1,60}'? requires an argument|if any flags in the group)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:at least one of the flags|required flag\(s\))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:(?:error: )?the following (?:required )?arguments (?:were not provided|are required))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:accepts (?:at most |at least |between )?\d.{0,20} arg\(s\))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:requires (?:exactly|at least|at most) \d argument)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:"[^"]{1,40}" requires (?:exactly|at least|at most) )/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:Missing (?:required )?(?:argument|option|parameter|flag)s?\b)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:[Mm]issing required (?:argument|option|flag|parameter))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:too (?:many|few) arguments\b(?! in call)|wrong number of arguments\b)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:must (?:specify|provide|supply) )/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:you must (?:specify|provide) |No value given for)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:A positional parameter cannot be found)/,
  ),
  knownBy(
    { name: "no-such-subcommand", about: "interface", worth: "lesson" },
    /^(?:[\w./() -]{1,60}: ){0,3}(?:(?:[Uu]nrecognized|[Uu]nknown|[Ii]nvalid|[Nn]o such) (?:sub)?command\b)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:['"`]?[\w:-]{1,40}['"`]? is not (?:a|an) (?:\w{1,60} )?(?:command|recognized command))/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:["'].{1,60}["'] is not a (?:\w{1,60} )?command)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:argument \w{0,20}: ?[Ii]nvalid choice|Invalid choice: )/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:Command "[^"]{1,60}" (?:is )?not (?:defined|found)|no such command: )/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:'\S{1,60}' is misspelled or not recognized)/,
    /^(?:[\w./() -]{1,60}: ){0,3}(?:the server doesn't have a resource type)/,
  ),
  knownBy(
    { name: "no-such-task", about: "interface", worth: "lesson" },
    /^(?:npm (?:ERR!|error) |error: |ERR_PNPM_NO_SCRIPT ?|error )?(?:Missing script: |Script not found )/,
    /^(?:npm (?:ERR!|error) |error: |ERR_PNPM_NO_SCRIPT ?|error )?(?:Missing script )/,
    /^(?:npm (?:ERR!|error) |error: |ERR_PNPM_NO_SCRIPT ?|error )?(?:Command "\S{1,60}" not found\.)/,
    /^.{0,40}ERR_PNPM_NO_SCRIPT/,
    /^(?:g?make(?:\[\d{1,9}\])?): \*\*\* No rule to make target/,
    /^mise ERROR no task/,
    /^(?:\* )?(?:Task|Project) '\S{1,80}' not found in/,
    /^\[ERROR\] Unknown lifecycle phase/,
    /^error: Justfile does not contain recipe/,
    /^task: Task "\S{1,60}" does not exist/,
    /^rake aborted!/,
    /^Don't know how to build task/,
  ),
  knownBy(
    { name: "bad-query", about: "interface", worth: "lesson" },
    /^(?:jq|yq|gojq): (?:error|\d{1,9} compile error)/,
    /^(?:.{0,80}: )?(?:rg|grep|egrep|ggrep|ugrep): (?:regex parse error|the literal|Unmatched|Invalid|invalid)/,
    /^(?:.{0,80}: )?(?:rg|grep|egrep|ggrep|ugrep): (?:repetition-operator|lookbehind|unknown|unrecognized)/,
    /^(?:.{0,80}: )?(?:rg|grep|egrep|ggrep|ugrep): (?:parentheses not balanced|brackets|trailing backslash)/,
    /^(?:.{0,80}: )?(?:rg|grep|egrep|ggrep|ugrep): (?:exceeded PCRE|conflicting matchers|support for the -P)/,
    /^(?:g?sed): (?:-e expression|\d{1,9}: |can't find label|unterminated)/,
    /^(?:g?awk|mawk): (?:syntax error|cmd\. line|illegal statement|non-terminated|bailing out)/,
    /^find: (?:paths must precede|invalid|missing argument|unknown|The relative path|Illegal)/,
    /^xargs: (?:illegal|invalid|command line cannot)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:illegal)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:invalid)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:unrecognized)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:unknown)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:bad)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:the delimiter)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:only one)/,
    /^(?:tar|unzip|sort|cut|date|stat|xxd|mktemp|readlink|head|tail|tr|split|printf|seq|tee|paste|column): (?:option)/,
  ),
  knownBy(
    { name: "removed-interface", about: "interface", worth: "lesson", when: isSoleComplaint },
    /^(?:[\w.() -]{1,60}: ){0,3}.{0,120}(?:is being deprecated)/,
    /^(?:[\w.() -]{1,60}: ){0,3}.{0,120}(?:(?:is|has been|was|been) (?:deprecated|removed)(?: in| and| since|;|,|\.| as of))/,
    /^(?:[\w.() -]{1,60}: ){0,3}.{0,120}(?:(?:is |are )?no longer (?:supported|available|maintained|exists?))/,
  ),
  knownBy(
    { name: "usage-shown", about: "interface", worth: "lesson", when: isAnsweredWithUsage },
    /^(?:[Uu]sage|USAGE): ?\S/,
  ),
];

/** What the agent builds is often called wrongly on purpose, to see what it says. */
export function runsOwnProgram({ program, words }: SimpleCommand): boolean {
  const [typed = "", first = "", second = ""] = words;
  if (/^(?:\.{1,2}\/|\/tmp\/|\/var\/folders\/|(?:target|dist|build|out|bin)\/|\$)/.test(typed))
    return true;
  if (/^(?:go|cargo|dotnet|swift|zig|stack|cabal|mix)$/.test(program)) return first === "run";
  if (/^(?:node|bun|deno|tsx|ts-node|python[\d.]{0,8}|ruby|php|perl)$/.test(program)) {
    return /[\w-]\.(?:[cm]?[jt]s|py|rb|php|pl)$/.test(first === "run" ? second : first);
  }
  return false;
}

/** Notices of deprecation stand beside every other error; alone they are the error. */
function isSoleComplaint({ isShell, lines }: Failure): boolean {
  return isShell && lines.length <= 3;
}

/** A program that answers with its usage was called wrongly, unless that is what was asked for. */
function isAnsweredWithUsage({ call, lines, commandText }: Failure): boolean {
  const opens = lines.slice(0, 3).some((line) => /^(?:usage|USAGE|Usage):/.test(line));
  const isAsked = /(?:^|\s)(?:--help|-h|help)\b/.test(commandText);
  return opens && !isAsked && call.exitStatus !== undefined && call.exitStatus !== 0;
}

/** The line means something else in the shell that runs it, or nothing. */
export const shellDialectRules: readonly FailureRule[] = [
  knownBy(
    { name: "glob-probe", about: "exploration", worth: "weak", when: isOnlyLooking },
    /^(?:\S{0,40}zsh|\(eval\)):(?:\d{1,9}:)? no matches found: (\S{1,300})/,
  ),
  knownBy(
    { name: "zsh-glob", about: "environment", worth: "lesson", evenInTests: true },
    /^(?:.{0,60}?zsh|\(eval\)):(?:\d{1,9}:)? (?:no matches found|bad pattern|no match): ?(\S{1,300})/,
    /^(?:.{0,60}?zsh|\(eval\)):\d{1,9}: (=\S{0,40}) not found$/,
  ),
  knownBy(
    { name: "fish-glob", about: "environment", worth: "lesson" },
    /^fish: No matches for wildcard /,
  ),
  knownBy(
    { name: "shell-syntax", about: "environment", worth: "lesson", evenInTests: true },
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:syntax error)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:parse error near)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:Syntax error)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:unexpected EOF)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:unmatched|unterminated)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:bad substitution)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:bad option|bad math)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:bad floating)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:event not found)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:read-only variable)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:no such user)/,
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(?eval\)?): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:.{0,60}: (?:bad substitution|event not found|invalid option|ambiguous redirect|numeric argument required|unary operator expected|binary operator expected|too many arguments|readonly variable|bad interpreter|integer expression expected))/,
  ),
  knownBy(
    { name: "shell-syntax", about: "environment", worth: "lesson", evenInTests: true },
    /^.{0,80}?: (?:\[\[|declare|mapfile|shopt|source|local|readarray|typeset): (?:not found|-\w: invalid option)/,
    /^fish: (?:Unsupported use of|Expected|Unexpected|Missing end)/,
    /^ParserError:(?: |$)/,
    /^\s{0,9}\+ CategoryInfo\s{1,9}: ParserError/,
    /running scripts is disabled on this system/,
    /^The token '\S{1,300}' is not a valid statement separator/,
    /^(?:.{0,60}: )?Missing (?:closing|statement)/,
    /: Argument list too long$/,
    /^-?(?:bash|zsh): !.{0,40}: event not found/,
  ),
  knownBy(
    { name: "command-from-quoting", about: "environment", worth: "lesson" },
    /^(?:zsh|\(eval\)):\d{1,9}: permission denied: /,
  ),
];

/** A lone `ls` with a glob asks whether something is there, and was answered. */
function isOnlyLooking({ commands }: Failure): boolean {
  return commands.length === 1 && /^(?:ls|find|stat|file|du)$/.test(commands[0]?.program ?? "");
}
