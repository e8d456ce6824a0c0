import type { Failure, FailureRule } from "./failure-rule.ts";

/** The shell stands somewhere else than the agent believes. */
export const workingDirectoryRules: readonly FailureRule[] = [
  {
    name: "wrong-directory",
    about: "environment",
    worth: "lesson",
    lines: [
      /^.{0,80}?\b(?:cd|pushd): (?:no such file or directory: |can't cd to |)?(\S{1,300}?)(?:: (?:No such file or directory|Not a directory))/,
      /^.{0,80}?\b(?:cd|pushd): (?:no such file or directory: |can't cd to |)?(\S{1,300}?)(?:$)/,
      /^(?:zsh|\(eval\)):cd:\d{1,9}: (?:no such file or directory|not a directory): (\S{1,300})/,
      /^(?:Set-Location|cd|Push-Location) ?: Cannot find path/,
    ],
    onlyIf: (_, match) =>
      /[Nn]o such file|[Nn]ot a directory|can't cd to|Cannot find path/.test(match.input),
  },
  {
    name: "outside-project",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /^(?:go: |pattern \S{1,300}: |# ?)?(?:directory prefix \S{1,300}|directory \S{1,300}) (?:is )?(?:outside|does not contain) (?:main module)/,
      /^(?:go: |pattern \S{1,300}: |# ?)?(?:directory prefix \S{1,300}|directory \S{1,300}) (?:is )?(?:outside|does not contain) (?:modules listed)/,
      /^pattern \S{1,300}: directory prefix/,
      /^go: (?:go\.mod file not found|cannot find main module)/,
      /^no required module provides package .{0,200}go\.mod file not found/,
    ],
  },
  {
    name: "outside-project",
    about: "environment",
    worth: "lesson",
    lines: [
      /^error: could not find `Cargo\.toml`/,
      /^fatal: not a git repository/,
      /^error: not a git repository/,
      /^npm (?:ERR!|error) (?:enoent )?.{0,40}Could not read package\.json/,
      /^ERR_PNPM_NO_(?:IMPORTER|PKG)_MANIFEST/,
      /^.{0,40}ERR_PNPM_NO_(?:IMPORTER|PKG)_MANIFEST/,
      /^(?:error: )?No package\.json (?:was )?found/,
      /^(?:make|gmake): \*\*\* No targets specified and no makefile found/,
      /^(?:\[ERROR\] )?The goal you specified requires a project to execute but there is no POM/,
      /^(?:Directory '[^']{1,200}'|.{0,60}) does not contain a Gradle build/,
      /^Poetry could not find a pyproject\.toml/,
      /^error: No `pyproject\.toml` found/,
      /^no configuration file provided: not found/,
      /^MSBUILD : error MSB1003/,
      /^Couldn't find a project to run/,
      /^Error: No pubspec\.yaml file found/,
      /^(?:Error: )?No (?:Terraform )?configuration files$/,
      /^Could not locate Gemfile/,
      /^error: could not find Package\.swift/,
      /^Error: No such file or directory \(os error 2\): .{0,40}Cargo\.toml/,
      /^just: No justfile found/,
      /^error: No justfile found/,
      /^task: No Taskfile found/,
      /^Composer could not find a composer\.json/,
    ],
  },
  {
    name: "wrong-directory",
    about: "environment",
    worth: "lesson",
    lines: [
      /^fatal: ambiguous argument '((?:[\w.@-]{1,80}\/){0,12}[\w@-]{1,80}\.[A-Za-z]\w{0,7})': unknown revision or path/,
      /^fatal: (?:pathspec|bad source) '?(\S{1,300}?)'? did not match any file/,
      /^error: pathspec '(\S{1,300}\.\w{1,8})' did not match any file/,
      /^fatal: (?:not under version control|bad source), source=(\S{1,300}),/,
      /^fatal: cannot change to '(\S{1,300})'/,
    ],
    onlyIf: (_, match) => !isRevision(match[1] ?? ""),
  },
  {
    name: "wrong-directory",
    about: "environment",
    worth: "lesson",
    // A script that the agent names by a relative path, or a redirection to one.
    lines: [
      /^(?:\S{0,60}\b(?:bash|sh|zsh|dash)): (?:line \d{1,9}: |\d{1,9}: )?(\.{0,2}\/?[\w.@-]{1,80}\/[\w./@-]{1,200}): No such file or directory$/,
      /^(?:zsh|\(eval\)):\d{1,9}: no such file or directory: (\.{0,2}\/?[\w.@-]{1,80}\/[\w./@-]{1,200})$/,
    ],
    onlyIf: (_, match) => !(match[1] ?? match[2] ?? "/").startsWith("/"),
  },
  {
    name: "wrong-directory",
    about: "environment",
    worth: "lesson",
    lines: [
      /^\S{0,80}(?:python|node|ruby|perl|php|deno|bun)[\d.]{0,8}(?:\.exe)?: (?:can't open file|No such file or directory --|Cannot open|Module not found) ?["'(]?(\S{1,300}?)["')]?(?::)/,
      /^\S{0,80}(?:python|node|ruby|perl|php|deno|bun)[\d.]{0,8}(?:\.exe)?: (?:can't open file|No such file or directory --|Cannot open|Module not found) ?["'(]?(\S{1,300}?)["')]?(?:$)/,
      /^Could not open input file: (\S{1,300})/,
      /^Error: Unable to access jarfile (\S{1,300})/,
      /^error: Module not found "(\S{1,300})"/,
    ],
  },
  {
    name: "wrong-directory",
    about: "environment",
    worth: "lesson",
    // Looking at a file that may not be there is one thing, changing it another.
    lines: [
      /^(sed|perl|gofmt|goimports|prettier|chmod|patch|truncate|dos2unix|black|ruff|rustfmt|sqlite3): .{0,40}?((?:\.{1,2}\/)?[\w.@-]{1,80}(?:\/[\w.@-]{1,80}){0,12}): No such file or directory$/,
    ],
    onlyIf: changesFiles,
  },
];

function changesFiles({ commands }: Failure, match: RegExpExecArray): boolean {
  const program = match[1] ?? "";
  return commands.some(
    (command) =>
      command.program === program &&
      (!/^(?:sed|perl|gofmt|goimports|prettier|black|ruff)$/.test(program) ||
        command.words.some((word) => /^-(?:[a-zA-Z]*i|w|-write|-in-place)/.test(word))),
  );
}

/** `v1.2` and `feature/x.y` look like files. */
function isRevision(text: string): boolean {
  return /^(?:v?\d|origin\/|upstream\/|refs\/|HEAD)/.test(text);
}
