import { type Failure, type FailureRule, knownBy } from "./failure-rule.ts";

/** The shell stands somewhere else than the agent believes. */
export const workingDirectoryRules: readonly FailureRule[] = [
  knownBy(
    {
      name: "wrong-directory",
      about: "environment",
      worth: "lesson",
      onlyIf: (_, match) =>
        /[Nn]o such file|[Nn]ot a directory|can't cd to|Cannot find path/.test(match.input),
    },
    /^.{0,80}?\b(?:cd|pushd): (?:no such file or directory: |can't cd to |)?(\S{1,300}?)(?:: (?:No such file or directory|Not a directory))/,
    /^.{0,80}?\b(?:cd|pushd): (?:no such file or directory: |can't cd to |)?(\S{1,300}?)(?:$)/,
    /^(?:zsh|\(eval\)):cd:\d{1,9}: (?:no such file or directory|not a directory): (\S{1,300})/,
    /^(?:Set-Location|cd|Push-Location) ?: Cannot find path/,
  ),
  knownBy(
    { name: "outside-project", about: "environment", worth: "lesson", evenInTests: true },
    /^(?:go: |pattern \S{1,300}: |# ?)?(?:directory prefix \S{1,300}|directory \S{1,300}) (?:is )?(?:outside|does not contain) (?:main module)/,
    /^(?:go: |pattern \S{1,300}: |# ?)?(?:directory prefix \S{1,300}|directory \S{1,300}) (?:is )?(?:outside|does not contain) (?:modules listed)/,
    /^pattern \S{1,300}: directory prefix/,
    /^go: (?:go\.mod file not found|cannot find main module)/,
    /^no required module provides package .{0,200}go\.mod file not found/,
  ),
  knownBy(
    { name: "outside-project", about: "environment", worth: "lesson" },
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
  ),
  knownBy(
    {
      name: "wrong-directory",
      about: "environment",
      worth: "lesson",
      onlyIf: (_, match) => !isRevision(match[1] ?? ""),
    },
    /^fatal: ambiguous argument '((?:[\w.@-]{1,80}\/){0,12}[\w@-]{1,80}\.[A-Za-z]\w{0,7})': unknown revision or path/,
    /^fatal: (?:pathspec|bad source) '?(\S{1,300}?)'? did not match any file/,
    /^error: pathspec '(\S{1,300}\.\w{1,8})' did not match any file/,
    /^fatal: (?:not under version control|bad source), source=(\S{1,300}),/,
    /^fatal: cannot change to '(\S{1,300})'/,
  ),
  knownBy(
    // A script that the agent names by a relative path, or a redirection to one.
    {
      name: "wrong-directory",
      about: "environment",
      worth: "lesson",
      onlyIf: (_, match) => !(match[1] ?? match[2] ?? "/").startsWith("/"),
    },
    /^(?:\S{0,60}\b(?:bash|sh|zsh|dash)): (?:line \d{1,9}: |\d{1,9}: )?(\.{0,2}\/?[\w.@-]{1,80}\/[\w./@-]{1,200}): No such file or directory$/,
    /^(?:zsh|\(eval\)):\d{1,9}: no such file or directory: (\.{0,2}\/?[\w.@-]{1,80}\/[\w./@-]{1,200})$/,
  ),
  knownBy(
    { name: "wrong-directory", about: "environment", worth: "lesson" },
    /^\S{0,80}(?:python|node|ruby|perl|php|deno|bun)[\d.]{0,8}(?:\.exe)?: (?:can't open file|No such file or directory --|Cannot open|Module not found) ?["'(]?(\S{1,300}?)["')]?(?::)/,
    /^\S{0,80}(?:python|node|ruby|perl|php|deno|bun)[\d.]{0,8}(?:\.exe)?: (?:can't open file|No such file or directory --|Cannot open|Module not found) ?["'(]?(\S{1,300}?)["')]?(?:$)/,
    /^Could not open input file: (\S{1,300})/,
    /^Error: Unable to access jarfile (\S{1,300})/,
    /^error: Module not found "(\S{1,300})"/,
  ),
  knownBy(
    // Looking at a file that may not be there is one thing, changing it another.
    { name: "wrong-directory", about: "environment", worth: "lesson", onlyIf: changesFiles },
    /^(sed|perl|gofmt|goimports|prettier|chmod|patch|truncate|dos2unix|black|ruff|rustfmt|sqlite3): .{0,40}?((?:\.{1,2}\/)?[\w.@-]{1,80}(?:\/[\w.@-]{1,80}){0,12}): No such file or directory$/,
  ),
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

/** Rules of the repository and its host, and what git wants first. */
export const gitAndHostingRules: readonly FailureRule[] = [
  knownBy(
    { name: "protected-branch", about: "rule", worth: "lesson" },
    /^\s{0,9}! \[remote rejected\]/,
    /^remote: (?:error: |- )?(?:GH\d{3}|GitLab: |Protected branch|Cannot force-push|Changes must be made)/,
    /^remote: (?:error: |- )?(?:You are not allowed to push)/,
    /protected branch hook declined/,
    /pre-receive hook declined/,
    /refusing to allow an? (?:OAuth App|GitHub App|Personal Access Token)/,
    /^(?:GraphQL|gh|HTTP 4\d\d): .{0,120}(?:branch protection|protected branch|not allowed|is not mergeable)/,
    /^(?:GraphQL|gh|HTTP 4\d\d): .{0,120}(?:review required|base branch policy)/,
    /^X Pull request .{0,60}is not mergeable/,
  ),
  knownBy(
    { name: "no-known-remote", about: "environment", worth: "lesson" },
    /^.{0,60}?(?:none of the git remotes configured|[Nn]o default remote repository has been set)/,
    /^.{0,60}?(?:could not determine (?:base|default) (?:repo|repository))/,
    /^fatal: (?:No configured push destination|'\S{1,80}' does not appear to be a git repository)/,
  ),
  knownBy(
    { name: "no-upstream", about: "environment", worth: "lesson" },
    /^fatal: (?:The current branch \S{1,300} has no upstream branch)/,
    /^fatal: (?:The upstream branch of your current branch does not match)/,
    /^There is no tracking information for the current branch/,
  ),
  knownBy(
    { name: "diverged-branches", about: "environment", worth: "lesson" },
    /^fatal: (?:Need to specify how to reconcile|Not possible to fast-forward)/,
    /^hint: You have divergent branches/,
  ),
  knownBy(
    { name: "ignored-path", about: "rule", worth: "lesson" },
    /^The following paths are ignored by one of your \.gitignore files/,
  ),
  knownBy(
    { name: "worktree-in-use", about: "environment", worth: "lesson" },
    /^(?:fatal|error): .{0,120}(?:already (?:checked out|used by worktree) at|used by worktree at)/,
    /^(?:fatal|error): .{0,120}(?:is already checked out|cannot delete branch '\S{1,300}' (?:checked out|used by))/,
    /^(?:fatal|error): .{0,120}(?:already exists and is not an empty directory)/,
    /^(?:fatal|error): .{0,120}(?:contains modified or untracked files, use --force)/,
  ),
  knownBy(
    { name: "git-lock", about: "environment", worth: "lesson" },
    /^(?:fatal|error): Unable to create '.{1,300}\.lock': File exists/,
    /^Another git process seems to be running/,
  ),
  knownBy(
    { name: "commit-signing", about: "environment", worth: "lesson" },
    /^error: gpg failed to sign/,
    /^error: Signing file/,
    /^(?:gpg|gpg2): (?:signing failed|can't|no default secret key|skipped)/,
    /agent refused operation/,
    /^error: Load key /,
    /cannot auto-sign commit/,
    /^fatal: failed to write commit object/,
  ),
  knownBy(
    { name: "needs-terminal", about: "environment", worth: "lesson" },
    /^(?:error: )?(?:There was a )?problem with the editor/,
    /^error: Terminal is dumb/,
    /Output is not to a terminal/,
    /[Tt]he input device is not a TTY/,
    /\bnot a (?:tty|TTY|terminal)\b/,
    /\brequires? (?:an interactive|a TTY|a tty|a terminal)/,
    /inappropriate ioctl for device/,
    /must be run (?:in|from) an? (?:interactive|terminal)/,
    /^(?:.{0,60}: )?(?:stdin is not a|--\w{1,60} required when not running interactively)/,
    /when not running interactively/,
    /Running in (?:a )?non-interactive/,
    /User force closed the prompt/,
    /ERR_USE_AFTER_CLOSE/,
  ),
  knownBy(
    { name: "git-identity", about: "environment", worth: "lesson" },
    /^\*\*\* Please tell me who you are/,
    /^fatal: unable to auto-detect email address/,
    /^Author identity unknown/,
  ),
  knownBy(
    { name: "dirty-tree", about: "rule", worth: "lesson" },
    /\bplease commit (?:the )?(?:result|changes|your)/,
    /^error: (?:cannot (?:pull with rebase|rebase|merge)|You have unstaged changes|Your index contains uncommitted)/,
    /(?:working (?:tree|directory)|repository|repo|git state) (?:is dirty|is not clean|has uncommitted|not clean)/,
    /^error: .{0,80}uncommitted changes (?:found|present|detected)/,
    /uncommitted changes\b.{0,60}(?:commit or stash|--allow-dirty)/,
  ),
  knownBy(
    { name: "would-overwrite", about: "work", worth: "weak" },
    /^error: (?:Your local changes|The following untracked working tree files) /,
    /^error: The branch '\S{1,300}' is not fully merged/,
    /^\s{0,9}! \[rejected\]/,
    /^Updates were rejected/,
    /^hint: Updates were rejected/,
  ),
  knownBy(
    { name: "merge-conflict", about: "work", worth: "none" },
    /^CONFLICT \(/,
    /^Automatic merge failed/,
    /^error: could not apply /,
    /^(?:error|fatal): (?:Merging is not possible|Exiting because of an unresolved conflict|Pulling is not possible)/,
    /^error: (?:patch failed|\S{1,200}: patch does not apply)/,
    /^hint: after resolving the conflicts/,
  ),
];
