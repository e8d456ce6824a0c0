/** What the card says about a class of facts. */
export interface CardWords {
  /** What is so. `{s}` is the subject, `{p}` all its words but the last, `{w}` the last. Absent: the remedy says it all. */
  readonly statement?: string;
  /** What to do, where nothing was seen to work and the class alone knows it. */
  readonly remedy?: string;
  /** The lesson's own summary says better what is so; the remedy alone is the line; or the subject is a message. */
  readonly says?: "summary" | "remedy" | "message";
  /** Many changes can have been the cure: only one that worked twice, or in two sessions, is believed. */
  readonly seenTwice?: "times" | "sessions";
  /** What the agent's own sandbox, hooks or tools do. */
  readonly isOfAgent?: true;
  /** Other changes are about something else. */
  readonly onlyRemedy?: RegExp;
  readonly onlySummary?: RegExp;
}

/**
 * Undefined for slips of the agent's own tools, for the state of one moment, and for classes without a subject or a remedy. What
 * holds for a program's own options says nothing about another that runs in its place.
 */
export function cardWords(
  name: string,
  { isReplaced }: { readonly isReplaced: boolean },
): CardWords | undefined {
  if (isReplaced) return { says: "summary", seenTwice: "times" };
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** Whether facts of a class are an agent's own. */
export function isOfAgent(name: string): boolean {
  return Object.hasOwn(words, name) && words[name]?.isOfAgent === true;
}

const words: Readonly<Record<string, CardWords>> = {
  // Names.
  // What is missing on another machine is not missing here.
  "not-installed": {
    statement: "{s} is not installed",
    remedy: "do without it",
    onlySummary: / here$/u,
  },
  "no-option": { says: "summary", remedy: "leave it out" },
  "no-command": { says: "summary", remedy: "do not run {s}" },
  "no-task": { says: "summary" },
  "no-field": { says: "summary", remedy: "leave it out" },
  "no-tool": { statement: "there is no tool, skill or agent {s}", isOfAgent: true },
  "bad-argument": { says: "summary" },
  "missing-variable": { statement: "the variable {s} is not set", remedy: "set it for the call" },
  "missing-module": { says: "summary" },
  "toolchain-not-set-up": { says: "summary" },
  "program-missing": { statement: "there is no {s} at that path" },
  "wrong-version": { says: "summary", seenTwice: "sessions" },
  "removed-interface": { says: "summary", seenTwice: "sessions" },
  "not-initialised": { says: "summary" },
  unreachable: {
    statement: "{s} often cannot be reached from here",
    isOfAgent: true,
    remedy: "do not retry, ask the user for another way",
  },
  // Habits.
  "zsh-glob": { statement: "zsh", remedy: "quote globs, an unmatched one aborts the line" },
  "fish-glob": { statement: "fish", remedy: "quote wildcards, an unmatched one aborts the line" },
  "read-only-variable": {
    statement: "zsh: {s} is read-only",
    remedy: "use another name for the variable",
  },
  "backticks-in-quotes": {
    statement: "backticks in double quotes run as a command",
    remedy: "use single quotes or a quoted heredoc",
  },
  "command-from-quoting": {
    statement: "a quote that ends too early runs text as a command",
    remedy: "use a quoted heredoc",
  },
  "wrong-directory": { says: "remedy", seenTwice: "times" },
  // The place and its rules.
  "no-network": {
    statement: "the shell has no network",
    isOfAgent: true,
    remedy: "ask for network access at the first try",
  },
  "dependencies-not-installed": {
    statement: "a fresh checkout has no dependencies",
    remedy: "install them first",
  },
  "sandbox-denied": { says: "remedy", seenTwice: "sessions", isOfAgent: true },
  "docker-not-reachable": {
    statement: "the container engine is not running",
    remedy: "check `docker info` first",
  },
  "not-authenticated": { statement: "{s} is not logged in", remedy: "ask the user to log in" },
  "commit-signing": {
    statement: "commits cannot be signed from the agent's shell",
    remedy: "ask the user to unlock the key",
  },
  "no-known-remote": {
    statement: "gh cannot tell the repository",
    onlyRemedy: / `(?:-R|--repo)[ =]|GH_REPO=/u,
  },
  "no-upstream": {
    statement: "a new branch has no upstream",
    remedy: "push with `git push -u origin <branch>` the first time",
  },
  "protected-branch": { statement: "the branch is protected", remedy: "open a pull request" },
  "ignored-path": { statement: "`git add` stops at ignored paths", remedy: "leave them out" },
  "git-lock": {
    statement: "git calls side by side block each other",
    remedy: "run them one after the other",
  },
  "commit-hook": { says: "summary", seenTwice: "sessions" },
  "dirty-tree": { says: "summary", seenTwice: "sessions" },
  "service-not-running": { says: "summary", seenTwice: "sessions" },
  format: { says: "summary", seenTwice: "times" },
  polling: {
    isOfAgent: true,
    statement: "loops that wait in the foreground run into the time limit",
    remedy: "run them in the background",
  },
  timeout: { says: "summary", seenTwice: "sessions" },
  killed: { says: "summary", seenTwice: "sessions" },
  // In the agent's own words, which are only worth a line where they begin with what they are about.
  cause: { says: "summary", seenTwice: "sessions", onlySummary: /^`/u },
  refused: { says: "message", isOfAgent: true },
  "lint-rule": { says: "message" },
  "step-first": { says: "message" },
  message: { says: "message" },
};
