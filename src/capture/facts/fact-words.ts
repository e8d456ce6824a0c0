import { escaped } from "../../match/pattern/pattern.ts";

/** What is said about a class of facts, whatever the single one is about. */
export interface FactWords {
  /**
   * In one line, the first that can be filled. `{s}` is the subject, `{p}` its program, `{w}` its last word, `{m}` the
   * message; `{t}` is what was typed where something else runs in its place, `{c}` the program of a refused call, `{x}` what
   * runs it on another machine, `{h}` the commands that failed.
   */
  readonly summary: readonly string[];
  /** What happens, where the summary does not say it. */
  readonly mistake?: string | readonly string[];
  /** What helps against every fact of the class. Where this is missing, only what was seen to work helps. */
  readonly fix?: string;
  /** Sentences about a change that can have been the cure; others are about something else. */
  readonly cures?: readonly Cure[];
  /** A word of the call that makes it wrong must be known before a call can be recognised. */
  readonly needsWords?: true;
  /** The fix of the class is too general to be worth a look by itself: one must have been seen, or the fact comes back often. */
  readonly isGeneral?: true;
  /** The fix of the class says nothing to anybody: without one that was seen it is not worth a look, however often it comes back. */
  readonly isEmpty?: true;
  /** In fewer sessions it is the work of the day. */
  readonly fewestSessions?: number;
}

/**
 * `named`: the sentence speaks of what the message names. `quoting`, `flag`, `variable`, `limit` (of time),
 * `runner` (through another program), `place` (in another directory), `step` (something first), `file` (text that is read
 * from a file): it is about these.
 */
export type Cure =
  | "named"
  | "quoting"
  | "flag"
  | "variable"
  | "limit"
  | "runner"
  | "place"
  | "step"
  | "file";

export function factWords(name: string): FactWords | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** Whether a lesson advises no more than what is true of every fact of its class. `about` is the fact's name. */
export function isStockAdvice(about: string, advice: string): boolean {
  const fix = factWords(about.split(" ", 1)[0] ?? "")?.fix;
  if (fix === undefined) return false;
  const form = fix
    .split(/\{\w\}/u)
    .map(escaped)
    .join(".{1,80}");
  return new RegExp(`^${form}\\.?$`, "u").test(advice);
}

/** Whether that is also true of every project: it says what to do to nobody in particular. */
export function isGeneralAdvice(about: string, advice: string): boolean {
  const isGeneral = factWords(about.split(" ", 1)[0] ?? "")?.isGeneral === true;
  return isGeneral && isStockAdvice(about, advice);
}

/** Whether the same thing can be done with another program, so that one that was used next says how. */
export function hasOtherWay(name: string): boolean {
  return otherWays.has(name);
}

const otherWays: ReadonlySet<string> = new Set(
  (
    "not-installed program-missing no-command no-task no-option no-field bad-argument bad-query removed-interface " +
    "usage-shown not-authenticated message"
  ).split(" "),
);

const words: Readonly<Record<string, FactWords>> = {
  // The machine and its shell.
  "not-installed": {
    summary: ["{s} is not installed where {x} runs it", "{s} is not installed here"],
    mistake: [
      "{x} runs in another place, which has no program {s}.",
      "The agent's shell finds no program {s}.",
    ],
    fix: "Do without {s}.",
    cures: ["named", "runner"],
    isGeneral: true,
  },
  "program-missing": {
    summary: ["{s} is not there"],
    mistake: "The call names a program {s} that does not exist at that path.",
    fix: "Build it first, or call it by the path that exists.",
    cures: ["named", "place", "runner", "step"],
    isGeneral: true,
  },
  "toolchain-not-set-up": {
    summary: ["{s}: no version of the toolchain is set up here"],
    mistake: "{s} needs a toolchain that is not installed or not chosen here.",
    fix: "Run it through the project's version manager.",
    cures: ["runner", "variable", "named", "step"],
    isGeneral: true,
  },
  "wrong-version": {
    summary: ["{s} needs another version than the one here"],
    mistake: "{s} does not support the version of its runtime that runs here.",
    fix: "Switch to the version that the project asks for.",
    cures: ["runner", "variable"],
    isGeneral: true,
  },
  "wrong-architecture": {
    summary: ["{s} runs a program that was built for another system"],
    mistake: "The binary was built for another system or processor.",
    fix: "Build it for this machine, or only compile it.",
    cures: ["variable", "flag"],
    isGeneral: true,
  },
  "missing-module": {
    summary: ["{p} does not find the module {w}", "{s}: a module is missing"],
    mistake: "The environment that runs {p} does not have the module.",
    fix: "Run it in the project's own environment.",
    cures: ["runner", "variable", "named", "step"],
    isGeneral: true,
  },
  "missing-variable": {
    summary: ["{s} is not set here"],
    mistake: "The agent's shell does not have the variable {s}.",
    fix: "Set {s} for the call, or do without it.",
    cures: ["variable"],
  },
  "dependencies-not-installed": {
    summary: ["The project's dependencies are not installed here"],
    mistake: "A fresh clone or worktree has no dependencies.",
    fix: "Install the project's dependencies first.",
    cures: ["step"],
  },
  "dependency-resolution": {
    summary: ["The manifest and the lock file do not agree"],
    fix: "Update the lock file with the project's own package manager.",
    cures: ["flag", "step"],
    isGeneral: true,
  },
  "not-initialised": {
    summary: ["{s} must be set up first: {m}", "{s} must be set up first"],
    fix: "Run the step that the message names first.",
    cures: ["step", "place"],
    isGeneral: true,
  },
  "wrong-directory": {
    summary: ["Commands run in the wrong directory"],
    mistake: "The path or project file does not exist in the current directory.",
    fix: "Check `pwd` first, and use absolute paths.",
    cures: ["place"],
    needsWords: true,
    isGeneral: true,
    isEmpty: true,
  },
  "zsh-glob": {
    summary: ["zsh aborts the line when a glob matches nothing"],
    mistake:
      "zsh runs nothing of a line with an unquoted word that looks like a glob and matches no file.",
    fix: "Quote `*`, `?`, `[` and `=` that the program should see; where a glob may match nothing, write `*.x(N)` or use `find`.",
    needsWords: true,
  },
  "fish-glob": {
    summary: ["fish aborts the line when a wildcard matches nothing"],
    fix: "Quote wildcards that the program should see.",
    needsWords: true,
  },
  "shell-syntax": {
    summary: ["The shell cannot read the line: {m}", "The shell cannot read the line"],
    mistake: "The line is not valid in the shell that runs it, so nothing of it runs.",
    fix: "Put long or quoted text into a file or a quoted heredoc.",
    cures: ["quoting", "file"],
    needsWords: true,
    isGeneral: true,
  },
  "powershell-syntax": {
    summary: ["PowerShell cannot read the line"],
    mistake: "The line is not valid in PowerShell, so nothing of it runs.",
    fix: "Write long or quoted text to a file first: PowerShell has no heredoc, and `&&` and quotes work differently.",
    cures: ["quoting", "file"],
    needsWords: true,
    isGeneral: true,
  },
  "read-only-variable": {
    summary: ["zsh: {s} is a read-only variable"],
    mistake: "zsh reserves the variable {s} and stops the line.",
    fix: "Use another name, such as `result`.",
    needsWords: true,
  },
  "backticks-in-quotes": {
    summary: ["Backticks in double quotes are run as a command"],
    mistake: "The shell runs what is between the backticks and puts its output into the text.",
    fix: "Put such text in single quotes or a quoted heredoc.",
    cures: ["quoting", "file"],
    needsWords: true,
    isGeneral: true,
    isEmpty: true,
  },
  "command-from-quoting": {
    summary: ["A quote that ends too early runs text as a command"],
    fix: "Put the text in single quotes or a quoted heredoc.",
    cures: ["quoting", "file"],
    needsWords: true,
    isGeneral: true,
    isEmpty: true,
  },
  "sandbox-denied": {
    summary: ["The sandbox does not permit {h}", "The sandbox does not permit it"],
    mistake: "The call writes, listens or reads where the sandbox does not permit it.",
    fix: "Ask at once to run it outside the sandbox, or have it write in the workspace or `/tmp`.",
    cures: ["variable"],
    needsWords: true,
    isGeneral: true,
  },
  "no-network": {
    summary: ["The agent's shell has no network"],
    mistake: "The call needs the network, and the shell that runs it has none.",
    fix: "Ask to run it with network access at the first try.",
    needsWords: true,
  },
  unreachable: {
    summary: ["{s} cannot be reached from here"],
    mistake: "Calls to {s} fail on this machine.",
    fix: "Do not try again: ask the user for another way.",
    needsWords: true,
  },
  "docker-not-reachable": {
    summary: ["The container engine is not running here"],
    fix: "Check `docker info` first, and ask the user to start it.",
    needsWords: true,
  },
  "service-not-running": {
    summary: ["{s}: the service behind it is not running"],
    fix: "Start the service first, the way the project does it.",
    cures: ["step", "variable"],
    needsWords: true,
    isGeneral: true,
  },
  "port-in-use": {
    summary: ["Port {s} is already in use"],
    fix: "Use the server that is running, or choose another port.",
    cures: ["flag", "variable"],
    needsWords: true,
    isGeneral: true,
  },
  certificate: {
    summary: ["The server's certificate is not trusted here"],
    fix: "Point the program to the right certificate file.",
    cures: ["variable"],
    needsWords: true,
    isGeneral: true,
  },
  "out-of-resources": {
    summary: ["{m}", "The machine has no room left"],
    fix: "Clean up what earlier runs left, or do less at once.",
    cures: ["variable", "flag", "step"],
    needsWords: true,
    isGeneral: true,
  },
  "not-authenticated": {
    summary: ["{s} is not logged in here, or not allowed to do this"],
    fix: "Ask the user to log in. The same credentials fail again.",
    cures: ["variable"],
    needsWords: true,
  },
  "not-executable": {
    summary: ["A file is run that is not executable"],
    fix: "Run it through its interpreter.",
    cures: ["runner"],
    needsWords: true,
    isGeneral: true,
  },
  "permission-denied": {
    summary: ["The file system denies permission"],
    fix: "Work on a copy, or ask the user.",
    cures: ["variable", "place"],
    needsWords: true,
    isGeneral: true,
  },
  // What a program was asked.
  "no-option": {
    summary: [
      "{t} runs as {s} here, which takes other options",
      "{p} has no option {w} here",
      "{s} was given an option that it does not have",
    ],
    mistake: [
      "A wrapper or hook runs {s} in place of {t}, and {s} cannot read its options.",
      "The version on this machine does not know the option.",
    ],
    fix: "Leave {w} out.",
    cures: ["named"],
  },
  "no-command": {
    summary: ["{p} has no command {w}", "{s} was given a command that it does not have"],
    mistake: "The program has no such command.",
    fix: "There is no {w}: do not run {s}.",
    cures: ["named", "place", "runner"],
  },
  "no-task": {
    summary: ["{p} has no task {w} here", "{s} was given a task that it does not have"],
    mistake: "The project, or the folder that the call runs in, has no such task.",
    fix: "There is no {w} here: do not run {s}.",
    cures: ["named", "place", "runner"],
  },
  "bad-argument": {
    summary: ["{p} does not accept {w}", "{s}: {m}"],
    mistake: "{s} fails: {m}.",
    fix: "Leave {w} out.",
    cures: ["named", "flag"],
  },
  "no-field": {
    summary: ["{p} has no field {w}"],
    mistake: "{p} has no field {w}, and prints nothing at all.",
    fix: "Leave the field {w} out.",
    cures: ["named"],
  },
  "bad-query": {
    summary: ["{m}"],
    mistake: "The program cannot read the expression: {m}.",
    cures: ["quoting", "flag"],
    needsWords: true,
  },
  "removed-interface": {
    summary: ["{s}: {m}"],
    mistake: "{s} uses something that the program or its service no longer offers.",
    cures: ["flag", "named"],
  },
  "usage-shown": {
    summary: ["{s} only prints its usage: the arguments are wrong"],
    cures: ["flag", "named"],
    needsWords: true,
  },
  timeout: {
    summary: ["{s} takes longer than the time limit"],
    mistake: "The call runs until the time limit ends it, and its result is lost.",
    fix: "Run it in the background, or give it a longer limit.",
    needsWords: true,
    isGeneral: true,
  },
  polling: {
    summary: ["A loop that waits in the foreground runs into the time limit"],
    mistake: "The call waits for something until the time limit ends it.",
    fix: "Run loops that wait in the background, and look at them later.",
    needsWords: true,
  },
  killed: {
    summary: ["{s} is killed before it ends"],
    cures: ["limit", "flag"],
    needsWords: true,
    isGeneral: true,
  },
  // Rules of the place.
  refused: {
    summary: ["A hook refuses {c}: {m}", "{m}", "A hook or a policy refuses the call"],
    mistake: ["A hook or a policy refuses {c}.", "A hook or a policy refuses the call: {m}."],
    needsWords: true,
    isGeneral: true,
  },
  "commit-hook": {
    summary: ["The commit hook fails at {s}", "The commit hook fails"],
    mistake: "The commit hook runs the project's checks. They fail, and nothing is committed.",
    fix: "Run the project's checks before you commit.",
    cures: ["step"],
    needsWords: true,
    isGeneral: true,
  },
  format: {
    summary: ["{s} fails on formatting"],
    mistake: "{s} only checks the formatting. It fails after most edits.",
    cures: ["step", "flag"],
    needsWords: true,
    fewestSessions: 2,
  },
  "step-first": {
    summary: ["{m}"],
    mistake: "{m}.",
    needsWords: true,
    fewestSessions: 3,
  },
  "lint-rule": {
    summary: ["Code keeps breaking the lint rule {s}"],
    mistake: "The linter of this project enforces the rule {s}.",
    needsWords: true,
  },
  "protected-branch": {
    summary: ["The branch is protected: changes go through a pull request"],
    fix: "Push to a branch of its own and open a pull request.",
    needsWords: true,
  },
  "ignored-path": {
    summary: ["`git add` stops at paths that .gitignore excludes"],
    mistake: "git adds the other paths, but the call fails, and nothing behind `&&` runs.",
    fix: "Leave ignored paths out of `git add`.",
    needsWords: true,
  },
  "dirty-tree": {
    summary: ["The command needs a clean working tree"],
    mistake: "The command refuses to run while there are uncommitted changes.",
    fix: "Commit or stash the changes first.",
    cures: ["step", "flag"],
    needsWords: true,
    isGeneral: true,
  },
  "no-known-remote": {
    summary: ["gh cannot tell which repository is meant"],
    mistake: "No remote of this checkout points to a host that gh knows.",
    fix: "Name it: `--repo owner/name`, or set `GH_REPO`.",
    cures: ["flag", "variable"],
    needsWords: true,
  },
  "no-upstream": {
    summary: ["The branch has no upstream yet"],
    fix: "Push with `git push -u origin <branch>` the first time.",
    cures: ["flag", "named"],
    needsWords: true,
  },
  "diverged-branches": {
    summary: ["The branch and its upstream have diverged"],
    fix: "Say how to join them: `--rebase`, `--no-rebase` or `--ff-only`.",
    cures: ["flag"],
    needsWords: true,
  },
  "worktree-in-use": {
    summary: ["Another worktree uses the branch or the folder"],
    fix: "Look at `git worktree list` first.",
    needsWords: true,
    isGeneral: true,
  },
  "git-lock": {
    summary: ["Another git process holds the lock"],
    mistake: "Two git calls run side by side.",
    fix: "Run git commands one after the other.",
    needsWords: true,
  },
  "commit-signing": {
    summary: ["Commits cannot be signed from the agent's shell"],
    mistake: "Commits are signed here, and the agent's shell cannot use the key.",
    fix: "Ask the user to unlock the key, then commit again.",
    needsWords: true,
  },
  "needs-terminal": {
    summary: ["The program wants a terminal, and there is none"],
    fix: "Give everything on the command line (`-m`, `--no-edit`, `--yes`).",
    cures: ["variable", "flag"],
    needsWords: true,
    isGeneral: true,
  },
  "git-identity": {
    summary: ["git does not know who commits"],
    fix: "Ask the user whose name to use.",
    needsWords: true,
  },
  "would-overwrite": {
    summary: ["git stops, because work would be lost"],
    fix: "Commit or stash local changes, and fetch before you push.",
    needsWords: true,
    isGeneral: true,
  },
  "no-tool": {
    summary: ["There is no tool, skill or agent {s} here"],
    mistake: "The agent calls {s} by a name that does not exist in this session.",
    fix: "Do without {s}.",
    needsWords: true,
    isGeneral: true,
  },
  // Slips in the use of the agent's own tools: the same for every agent, project and file.
  "edit-before-read": {
    summary: ["An edit is refused for a file that was not read"],
    fix: "Read the file with the read tool first.",
  },
  "file-changed-since-read": {
    summary: ["An edit is refused because the file changed after it was read"],
    fix: "Read the file again after a formatter or a shell command ran over it.",
  },
  "text-not-unique": {
    summary: ["The text to replace is in the file more than once"],
    fix: "Give enough of the lines around it, or replace all.",
  },
  "text-not-found": {
    summary: ["The text to replace is not in the file as it was given"],
    fix: "Read the lines again and copy them exactly.",
  },
  "edit-without-change": {
    summary: ["The old text and the new text are the same"],
    fix: "Check whether the change is already there.",
  },
  "output-too-large": {
    summary: ["A file is too large to read at once"],
    fix: "Search it, or read it in parts.",
  },
  "invalid-input": {
    summary: ["A tool is called with parameters that it does not take"],
    fix: "Take the parameters from the tool's own description.",
  },
  "foreground-wait": {
    summary: ["A long wait in the foreground is blocked"],
    fix: "Run it in the background, and read the output when it is done.",
  },
  "directory-as-file": {
    summary: ["A directory is read as if it were a file"],
    fix: "List the directory first.",
  },
  "broken-tool": {
    summary: ["A tool cannot start its own program"],
    fix: "Use the shell, and ask the user to restart the session.",
  },
  "tool-precondition": {
    summary: ["{m}", "A tool is called before the one that it depends on"],
    fix: "Make the call that the message asks for first.",
  },
  "rejected-pattern": {
    summary: ["The search pattern is not valid"],
    fix: "Escape braces, brackets and parentheses, and leave out look-around.",
  },
};
