import { maskedMessage, outputLines } from "../../agents/outcome/read-output.ts";
import { baseName } from "../../shell/word.ts";
import { blameOf, plainMessage } from "./blame.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { lintRule } from "../failures/lint-rule.ts";

/**
 * What a failure is about: how its message was read, and what it names. Failures with the same fact are the
 * same mistake, whatever the command line around it was.
 */
export interface Fact {
  readonly class: string;
  /** `jq`, `cat -A`, `rtk bun`; empty where the class says it all. */
  readonly subject: string;
}

/** As people and other tables name it: `no-option cat -A`. */
export function factName({ class: name, subject }: Fact): string {
  return subject === "" ? name : `${name} ${subject}`;
}

/** A failure as far as its fact depends on it. */
export type FailureMessage = Omit<
  FailureStory,
  | "is"
  | "fact"
  | "attempts"
  | "fix"
  | "cause"
  | "path"
  | "signature"
  | "said"
  | "isHidden"
  | "retryOf"
  | "advice"
>;

/**
 * The fact of a failed call. It follows from the message and the words of the call alone, so that neither the
 * order of the logs nor what happened elsewhere can change it.
 */
export function factOf(failure: FailureMessage, output: string): Fact {
  const { failureClass, name, subject: named, command } = blameOf(failure);
  const { as, by } = isValue(failureClass, named)
    ? // An argument that is no option is a value that the program does not take.
      { as: "bad-argument", by: "head" as const }
    : isUnnamed(failureClass, named)
      ? readingOf("unknown")
      : readingOf(failureClass);
  return {
    class: as,
    subject: subjectBy(by, { ...failure, name, named, words: command?.words ?? [] }, output).slice(
      0,
      longestSubject,
    ),
  };
}

const longestSubject = 120;

function isValue(failureClass: string, named: string | undefined): boolean {
  return failureClass === "no-such-flag" && named === undefined;
}

/** Something is not found, and nobody says what: not the program that was typed, for that one may be what says so. */
function isUnnamed(failureClass: string, named: string | undefined): boolean {
  return failureClass === "command-not-found" && named === undefined;
}

/** A failure with what its message is about: the command to blame, and what the message names. */
interface BlamedFailure extends FailureMessage {
  readonly name: string;
  readonly named: string | undefined;
  /** Of the command to blame. */
  readonly words: readonly string[];
}

function subjectBy(by: Reading["by"], failure: BlamedFailure, output: string): string {
  const { name, named } = failure;
  switch (by) {
    case "class":
      return "";
    case "named":
      return named ?? name;
    case "program":
      return firstWord(name);
    case "head":
      return speakerIn(output) ?? name;
    case "head and named": {
      const speaker = speakerIn(output);
      // What runs in the place of what was typed does not know its options, whichever it was.
      return speaker !== undefined && isInPlaceOf(speaker, failure.words)
        ? speaker
        : joined((speaker ?? name).split(" "), named);
    }
    case "program and named": {
      const head = (speakerIn(output) ?? name).split(" ");
      // What follows a command that does not exist says nothing; what leads to it belongs to its name.
      const at = named === undefined ? -1 : head.indexOf(named);
      if (at > 0) return joined(head.slice(0, at), named);
      const place = named === undefined ? -1 : failure.words.indexOf(named);
      const before = failure.words.slice(1, Math.max(place, 1));
      const isNested =
        place > 1 && place <= 3 && before.every((word) => /^[a-z][\w-]*$/u.test(word));
      return joined([firstWord(name), ...(isNested ? before : [])], named);
    }
    case "host":
      return hostIn(failure.headline) ?? firstWord(name);
    case "rule":
      return ruleIn(output) ?? "";
    case "message":
      return maskedMessage(plainMessage(failure.headline));
    case "speaker and message": {
      const template = maskedMessage(plainMessage(failure.headline));
      // A message of some words is the same whoever passes it on; a short one is not.
      const isTelling = failure.command !== undefined && tellingWords(template) >= fewestWords;
      return isTelling ? template : `${name} | ${template}`;
    }
  }
}

function tellingWords(template: string): number {
  return template.match(/\p{L}{3,}/gu)?.length ?? 0;
}

const fewestWords = 4;

function firstWord(text: string): string {
  return text.split(" ", 1)[0] ?? text;
}

function joined(head: readonly string[], named: string | undefined): string {
  return named === undefined || head.includes(named) ? head.join(" ") : [...head, named].join(" ");
}

/**
 * Who speaks, where the message is followed by its usage: a wrapper or a hook that runs another program in place
 * of the one that was typed is to blame, and not the program.
 */
function speakerIn(output: string): string | undefined {
  for (const line of outputLines(output)) {
    const [, program = "", rest = ""] = usageLine.exec(line) ?? [];
    if (program === "") continue;
    const subcommands: string[] = [];
    for (const word of rest.trim().split(/\s+/u)) {
      if (!/^[a-z][a-z\d-]{1,30}$/u.test(word) || subcommands.length === 2) break;
      subcommands.push(word);
    }
    return [baseName(program), ...subcommands].join(" ");
  }
  return undefined;
}

const usageLine = /^\s{0,8}(?:[Uu]sage|USAGE): {1,4}([\w./@-]{1,60})((?: [^\s]{1,60}){0,4})/u;

/** Whether a program that nobody typed speaks; what a script or a task runner starts speaks for itself. */
export function isInPlaceOf(speaker: string, typed: readonly string[]): boolean {
  const [program = "", ...rest] = typed.map(baseName);
  const isTyped = [program, ...rest].includes(firstWord(speaker));
  return program !== "" && !isTyped && !startsOthers.has(program);
}

const startsOthers: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun bunx make just task mise uv poetry cargo go sh bash zsh node python python3".split(
    " ",
  ),
);

function hostIn(headline: string): string | undefined {
  return /(?:host(?:name)?:? |to |lookup |ENOTFOUND |EAI_AGAIN |https?:\/\/)['"`]?((?:[\w-]{1,60}\.){1,5}[a-z]{2,12})\b/u.exec(
    headline,
  )?.[1];
}

/** The id of the check that failed: `- hook id: ruff`, `lint/suspicious/noExplicitAny`, `[subject-case]`. */
function ruleIn(output: string): string | undefined {
  for (const line of outputLines(output)) {
    // Each form has one group, and only that of the form that matched is there.
    const rule = (hookRule.exec(line) ?? lintRule.exec(line))?.slice(1).find((part) => part);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

const hookRule =
  /^- hook id: ([\w-]{1,60})|\[((?:subject|type|scope|body|header|footer)-[\w-]{1,40})\]$/u;

/** Facts of the machine and its shell hold in every project on it; the others in the project that showed them. */
export function isOfMachine({ class: name }: Fact): boolean {
  return machineClasses.has(name);
}

/** The shell whose way something is, where the class or the message says so. */
export function shellOf({
  fact,
  headline,
}: Pick<FailureStory, "fact" | "headline">): string | undefined {
  const byClass = /^(zsh|fish)-/u.exec(fact.class)?.[1];
  if (byClass !== undefined || !shellClasses.has(fact.class)) return byClass;
  const [, speaker, evaluated] =
    /^(?:(?:\/[\w./-]{1,60}\/)?(zsh|bash|fish|dash|ksh)|(\(eval\))):/u.exec(headline) ?? [];
  return evaluated === undefined ? speaker : "zsh";
}

const shellClasses: ReadonlySet<string> = new Set([
  "shell-syntax",
  "read-only-variable",
  "command-from-quoting",
  "backticks-in-quotes",
]);

const machineClasses: ReadonlySet<string> = new Set(
  (
    "not-installed no-option no-command bad-query zsh-glob fish-glob shell-syntax read-only-variable " +
    "powershell-syntax command-from-quoting backticks-in-quotes no-network unreachable sandbox-denied docker-not-reachable " +
    "wrong-architecture toolchain-not-set-up wrong-version commit-signing not-authenticated git-identity " +
    "needs-terminal certificate out-of-resources removed-interface edit-before-read file-changed-since-read " +
    "text-not-unique text-not-found edit-without-change output-too-large invalid-input foreground-wait " +
    "directory-as-file broken-tool rejected-pattern ignored-path git-lock no-upstream diverged-branches polling"
  ).split(" "),
);

/** How the message of a class of failures is read. One without a row of its own says it all. */
export function readingOf(failureClass: string): Reading {
  const known = Object.hasOwn(readings, failureClass) ? readings[failureClass] : undefined;
  return known ?? { as: failureClass, by: "class" };
}

interface Reading {
  readonly as: string;
  readonly by:
    | "class"
    | "named"
    | "program"
    | "head"
    | "head and named"
    | "program and named"
    | "host"
    | "rule"
    | "message"
    | "speaker and message";
}

/** How the message of a class is read: by what it names, by who says it, or by its own words. */
const readings: Readonly<Record<string, Reading>> = {
  "command-not-found": { as: "not-installed", by: "named" },
  "program-missing": { as: "program-missing", by: "named" },
  "missing-module": { as: "missing-module", by: "head and named" },
  "missing-variable": { as: "missing-variable", by: "named" },
  "wrong-version": { as: "wrong-version", by: "program" },
  "wrong-architecture": { as: "wrong-architecture", by: "head" },
  "toolchain-not-set-up": { as: "toolchain-not-set-up", by: "program" },
  "not-initialised": { as: "not-initialised", by: "program" },
  "outside-project": { as: "wrong-directory", by: "class" },
  "no-such-flag": { as: "no-option", by: "head and named" },
  "no-such-subcommand": { as: "no-command", by: "program and named" },
  "no-such-task": { as: "no-task", by: "program and named" },
  "own-program-usage": { as: "no-option", by: "head and named" },
  "bad-argument": { as: "bad-argument", by: "head and named" },
  "no-such-field": { as: "no-field", by: "head and named" },
  "bad-query": { as: "bad-query", by: "speaker and message" },
  "removed-interface": { as: "removed-interface", by: "head" },
  "usage-shown": { as: "usage-shown", by: "head" },
  "read-only-variable": { as: "read-only-variable", by: "named" },
  "shell-syntax": { as: "shell-syntax", by: "message" },
  "powershell-syntax": { as: "powershell-syntax", by: "class" },
  "glob-probe": { as: "zsh-glob", by: "class" },
  timeout: { as: "timeout", by: "head" },
  hang: { as: "timeout", by: "head" },
  "bounded-run": { as: "timeout", by: "head" },
  killed: { as: "killed", by: "head" },
  "no-network": { as: "no-network", by: "class" },
  "unknown-host": { as: "unreachable", by: "host" },
  "service-not-running": { as: "service-not-running", by: "program" },
  "port-in-use": { as: "port-in-use", by: "named" },
  "not-authenticated": { as: "not-authenticated", by: "program" },
  "commit-hook": { as: "commit-hook", by: "rule" },
  format: { as: "format", by: "head" },
  "lint-rule": { as: "lint-rule", by: "rule" },
  "hook-blocked": { as: "refused", by: "message" },
  refusal: { as: "refused", by: "message" },
  "permission-policy": { as: "refused", by: "message" },
  "no-such-tool": { as: "no-tool", by: "named" },
  "tool-precondition": { as: "tool-precondition", by: "message" },
  stated: { as: "message", by: "speaker and message" },
  unknown: { as: "message", by: "speaker and message" },
};
