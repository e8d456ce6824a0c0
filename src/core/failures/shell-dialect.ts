import type { Failure, FailureRule } from "./failure-rule.ts";

/** The line means something else in the shell that runs it, or nothing. */
export const shellDialectRules: readonly FailureRule[] = [
  {
    name: "glob-probe",
    about: "exploration",
    worth: "weak",
    lines: [/^(?:\S{0,40}zsh|\(eval\)):(?:\d{1,9}:)? no matches found: (\S{1,300})/],
    when: isOnlyLooking,
  },
  {
    name: "zsh-glob",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /^(?:.{0,60}?zsh|\(eval\)):(?:\d{1,9}:)? (?:no matches found|bad pattern|no match): ?(\S{1,300})/,
      /^(?:.{0,60}?zsh|\(eval\)):\d{1,9}: (=\S{0,40}) not found$/,
    ],
  },
  {
    name: "fish-glob",
    about: "environment",
    worth: "lesson",
    lines: [/^fish: No matches for wildcard /],
  },
  {
    name: "shell-syntax",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:syntax error)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:parse error near)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:Syntax error)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:unexpected EOF)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:unmatched|unterminated)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:bad substitution)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:bad option|bad math)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:bad floating)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:event not found)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:read-only variable)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:no such user)/,
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash|ksh)|\(eval\)): ?(?:-c: )?(?:(?:line )?\d{1,9}: )?(?:.{0,60}: (?:bad substitution|event not found|invalid option|ambiguous redirect|numeric argument required|unary operator expected|binary operator expected|too many arguments|readonly variable|bad interpreter|integer expression expected))/,
    ],
  },
  {
    name: "shell-syntax",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /^.{0,80}?: (?:\[\[|declare|mapfile|shopt|source|local|readarray|typeset): (?:not found|-\w: invalid option)/,
      /^fish: (?:Unsupported use of|Expected|Unexpected|Missing end)/,
      /^ParserError: /,
      /^\s{0,9}\+ CategoryInfo\s{1,9}: ParserError/,
      /running scripts is disabled on this system/,
      /^The token '\S{1,300}' is not a valid statement separator/,
      /^(?:.{0,60}: )?Missing (?:closing|statement)/,
      /: Argument list too long$/,
      /^-?(?:bash|zsh): !.{0,40}: event not found/,
    ],
  },
  {
    name: "command-from-quoting",
    about: "environment",
    worth: "lesson",
    lines: [/^(?:zsh|\(eval\)):\d{1,9}: permission denied: /],
  },
];

/** A lone `ls` with a glob asks whether something is there, and was answered. */
function isOnlyLooking({ commands }: Failure): boolean {
  return commands.length === 1 && /^(?:ls|find|stat|file|du)$/.test(commands[0]?.program ?? "");
}
