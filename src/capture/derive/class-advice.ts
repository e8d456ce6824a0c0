import type { Tag } from "../../lesson/record/tag.ts";
import { machineAdvice, repositoryAdvice } from "./environment-advice.ts";
import { harnessAdvice, usageAdvice } from "./usage-advice.ts";

/** What is known about a class of failures without looking at a single one; it holds for every one of them. */
export interface ClassAdvice {
  /** Goes on from the name of the command or the tool. */
  readonly summary: Wordings;
  readonly mistake: Wordings;
  readonly remediation: Wordings;
  /** Which changes between the failing call and the working one can be the cure. */
  readonly cures?: readonly Cure[];
  /** The heads or programs that such a message comes from, where a line has several. */
  readonly blames?: readonly string[];
  /** What the summary starts with, where neither the command nor the tool says it. */
  readonly name?: string;
  /** Words of a call in which the mistake is not made. */
  readonly fixWords?: readonly string[];
  readonly tags?: readonly Tag[];
  /**
   * The program says nothing about it: the reason is where the shell stands, what else runs, what the sandbox permits, or a
   * single argument. Without words of the call that the message names, no call can be recognised by it.
   */
  readonly needsWords?: true;
}

/**
 * In the order of preference: the first is taken whose places can all be filled. `{it}` is the command,
 * `{subject}` what the message names (a flag, a program), `{message}` the message where it is short.
 */
export type Wordings = string | readonly string[];

/**
 * `named`: the sentence speaks of what the message names. `quoting`, `flag`, `variable`, `limit` (of time),
 * `runner` (through another program), `place` (in another directory): it is about these.
 */
export type Cure = "named" | "quoting" | "flag" | "variable" | "limit" | "runner" | "place";

/** By the names that `classifyFailure` gives; undefined for a class that says nothing by itself. */
export function classAdvice(failureClass: string): ClassAdvice | undefined {
  return Object.hasOwn(known, failureClass) ? known[failureClass] : undefined;
}

/** Which shell it is, where it stands, and what is installed. */
const shellAdvice: Readonly<Record<string, ClassAdvice>> = {
  "command-not-found": {
    summary: ["{subject} is not installed here", "a program is not installed here"],
    mistake: [
      "{subject} is not installed on this machine, or not on the path of the agent's shell.",
      "{it} runs a program that is not installed on this machine, or not on the path of the agent's shell.",
    ],
    remediation: [
      "Check with `command -v` before relying on {subject}; run it through the project's own runner, or use a program that is there.",
      "Check with `command -v` first; run it through the project's own runner, or use a program that is there.",
    ],
    cures: ["named", "runner"],
  },
  "backticks-in-quotes": {
    summary: "backticks in double quotes are run as a command",
    mistake:
      "Text with backticks stands in double quotes, so the shell runs what is between them and puts its output into the text.",
    remediation:
      "Put such text in single quotes, or pass it through a file or a heredoc whose marker is quoted.",
  },
  "program-missing": {
    summary: ["{subject} is not where the command looks", "the program is not at this path"],
    mistake: "{it} is called by a path at which there is no program.",
    remediation:
      "Call it by its full path, or from the directory that holds it; check that it was built.",
    cures: ["place", "runner"],
  },
  "toolchain-not-set-up": {
    summary: "no version of the toolchain is set up here",
    mistake: "{it} needs a toolchain of which no version is installed or chosen here.",
    remediation:
      "Run it through the version manager of the project, or choose a version first; do not install one without asking.",
    cures: ["runner", "variable"],
  },
  "wrong-version": {
    summary: "needs another version than the one that runs here",
    mistake: "{it} is run with a version of its runtime that it does not support.",
    remediation:
      "Switch to the version that the project asks for (its version file or version manager), then run it again.",
    cures: ["runner", "variable"],
  },
  "wrong-architecture": {
    summary: "the program was built for another system",
    mistake: "{it} runs a binary that was built for another system or processor.",
    remediation:
      "Build it for this machine, or only compile it (do not run it) when the other system is meant.",
    cures: ["variable"],
  },
  "missing-module": {
    summary: ["{subject} is not installed in this environment", "a module is not installed here"],
    mistake: [
      "{it} needs {subject}, which is not installed in the environment that runs it.",
      "{it} needs a package that is not installed in the environment that runs it.",
    ],
    remediation:
      "Run it in the project's own environment, or install the project's dependencies first.",
    cures: ["runner", "variable", "named"],
  },
  "dependency-resolution": {
    summary: "the dependencies do not fit the lock file",
    mistake: "{it} stops because the manifest, the lock file and what is asked for do not agree.",
    remediation:
      "Bring the lock file up to date with the project's own package manager and commit it; do not force the install.",
    cures: ["flag"],
  },
  "dependencies-not-installed": {
    summary: "the project's dependencies are not installed",
    mistake: "{it} is run in a checkout whose dependencies are not installed.",
    remediation: "Install the project's dependencies first; a fresh clone or worktree has none.",
  },
  "not-initialised": {
    summary: ["{message}", "must be set up first"],
    mistake: "{it} is run before it was set up here.",
    remediation: "Run the initialisation that the message names first.",
    cures: ["place"],
  },
  "wrong-directory": {
    summary: "the path is not there, seen from where the shell stands",
    mistake:
      "A relative path is used that does not exist from where the shell stands: earlier commands have changed the directory, or never did.",
    remediation:
      "Check with `pwd` where the shell stands, and use paths from there or absolute ones; do not `cd` again into the same directory.",
    cures: ["place"],
    needsWords: true,
  },
  "outside-project": {
    summary: "run outside the directory that it needs",
    mistake: "{it} is run in a directory that is not inside the project (or module) that it needs.",
    remediation:
      "Run it from the directory that holds the project file, or name that directory with the program's own flag.",
    cures: ["place"],
    needsWords: true,
  },
  "zsh-glob": {
    summary: ["zsh takes {subject} for a glob", "zsh stops at a glob that is not quoted"],
    mistake: [
      "zsh takes {subject} for a glob that matches no file, and does not run the command at all.",
      "zsh takes an unquoted word for a glob that matches no file, and does not run the command at all.",
    ],
    remediation: [
      "If the program should see it, quote it: `'{bare}'`. If files are meant, look first whether there are any, or write `{bare}(N)`.",
      "Quote every word with `*`, `?`, `[` or a leading `=` that the program should see; where files are meant, look first whether there are any. zsh runs nothing when one matches no file.",
    ],
    cures: ["quoting"],
    tags: ["env:zsh"],
    needsWords: true,
  },
  "glob-probe": {
    summary: "zsh stops when a glob matches no file",
    mistake: "A glob that matches no file makes zsh stop instead of passing it on.",
    remediation: "Use `find` with a quoted name, or add `(N)` to the glob, to look for files.",
    tags: ["env:zsh"],
  },
  "fish-glob": {
    summary: "fish stops when a wildcard matches no file",
    mistake: "An unquoted wildcard that matches no file makes fish stop.",
    remediation: "Quote wildcards that are meant for the program.",
    cures: ["quoting"],
    tags: ["env:fish"],
  },
  "shell-syntax": {
    summary: ["the shell cannot read the line ({message})", "the shell cannot read the line"],
    mistake:
      "The line is not valid in the shell that runs it: a quote that is not closed, a parenthesis that is not quoted, or syntax of another shell. Nothing of it runs.",
    remediation:
      "Put long or quoted text into a file or a quoted heredoc, and write only what the shell that runs it understands.",
    cures: ["quoting"],
    needsWords: true,
  },
  "read-only-variable": {
    name: "zsh",
    summary: ["{subject} is a read-only variable", "the variable is read-only"],
    mistake: [
      "The line assigns to {subject}, which zsh reserves for itself; the line stops there.",
      "The line assigns to a variable that zsh reserves for itself; the line stops there.",
    ],
    remediation: "Choose another name for the variable, such as `exit_status` or `result`.",
    tags: ["env:zsh"],
  },
  "command-from-quoting": {
    summary: "a piece of quoted text is run as a command",
    mistake: "A quote ends too early, so the shell runs a piece of the text as a command.",
    remediation: "Put the text in single quotes, or pass it through a file or a quoted heredoc.",
    cures: ["quoting"],
    needsWords: true,
  },
};

const known: Readonly<Record<string, ClassAdvice>> = {
  ...harnessAdvice,
  ...shellAdvice,
  ...usageAdvice,
  ...machineAdvice,
  ...repositoryAdvice,
};
