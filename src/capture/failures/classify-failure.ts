import { PatternSieve } from "../../match/pattern/sieve.ts";
import { failureRules } from "./failure-rules.ts";
import { isTestRun } from "./work-and-exploration.ts";
import {
  failureOf,
  type FailedCall,
  type Failure,
  type FailureRule,
  type FailureSubject,
  type FailureWorth,
} from "./failure-rule.ts";
import { isMessage, printsContent, tellingLine } from "../../agents/outcome/read-output.ts";
import { statesLimit } from "./stated-limit.ts";

export type { FailedCall } from "./failure-rule.ts";

/** What a failure is, and whether a later session should know it. */
export interface FailureVerdict {
  /** The class: `command-not-found`, `edit-before-read`, `test-failure`. */
  readonly name: string;
  readonly worth: FailureWorth;
  readonly about: FailureSubject;
  /** What the message says, in one line. */
  readonly headline: string;
  /** Which simple command of the line failed, when the message tells. */
  readonly culprit?: number;
}

/** The class of a failed call: that of the first rule that knows its message. */
export function classifyFailure(call: FailedCall): FailureVerdict {
  if (call.outcome === "rejected" || call.outcome === "interrupted") {
    return {
      name: call.outcome,
      worth: "none",
      about: "expected",
      headline: headlineOf(call.output),
    };
  }
  const failure = failureOf(call);
  const isAmongTests = isTestRun(failure);
  const suspects = suspectsIn(failure.lines);
  for (const [index, rule] of failureRules.entries()) {
    if (isAmongTests && rule.evenInTests !== true) continue;
    const isKnownByLine = rule.lines !== undefined;
    if (isKnownByLine && suspects[index] === undefined) continue;
    if (rule.when?.(failure) === false) continue;
    const match = isKnownByLine ? findLine(failure, suspects[index] ?? []) : undefined;
    if (isKnownByLine && match === undefined) continue;
    if (match !== undefined && rule.onlyIf?.(failure, match) === false) continue;
    return verdictOf(rule, failure, match);
  }
  const headline = headlineOf(call.output);
  if (statesLimit(failure, headline)) {
    return { name: "stated", worth: "weak", about: "interface", headline };
  }
  // What fails without a word says nothing that another session could know.
  const worth = isMessage(withoutNotice(call.output)) ? "weak" : "none";
  return { name: "unknown", worth, about: "unknown", headline };
}

/** What agents write where a program wrote nothing. */
function withoutNotice(output: string): string {
  return /^\(?no output\)?$/iu.test(output.trim()) ? "" : output;
}

const linePatterns = failureRules.flatMap(({ lines = [] }, rule) =>
  lines.map((pattern) => ({ rule, pattern })),
);
const sieve = new PatternSieve(linePatterns.map(({ pattern }) => pattern));

/** A line that a rule may know, and by which of its patterns. */
interface Suspect {
  readonly line: string;
  readonly pattern: RegExp;
}

/** The suspects of each rule, by its place among them. Most lines mean nothing to any rule. */
function suspectsIn(lines: readonly string[]): readonly (readonly Suspect[] | undefined)[] {
  const byRule: Suspect[][] = [];
  for (const line of lines) {
    for (const index of sieve.candidatesFor(line)) {
      const candidate = linePatterns[index];
      if (candidate === undefined) continue;
      (byRule[candidate.rule] ??= []).push({ line, pattern: candidate.pattern });
    }
  }
  return byRule;
}

function findLine(failure: Failure, suspects: readonly Suspect[]): RegExpExecArray | undefined {
  for (const { line, pattern } of suspects) {
    const match = pattern.exec(line);
    if (match !== null && mayBelieve(failure, match)) return match;
  }
  return undefined;
}

/**
 * Where files are printed, a line may be content. The call's own is the first or the last line, or
 * names what is in the command: what it complains about, else the program that complains.
 */
function mayBelieve({ commands, lines }: Failure, match: RegExpExecArray): boolean {
  if (!commands.some(printsContent)) return true;
  if (match.input === lines[0] || match.input === lines.at(-1)) return true;
  const subject = subjectOf(match) ?? quotedOrFlag.exec(match.input)?.[0].replaceAll(quotes, "");
  const named = subject?.slice(subject.lastIndexOf("/") + 1) ?? speakerOf(match.input);
  if (named === undefined || named === "") return false;
  return commands.some(({ words }) => words.some((word) => word.includes(named)));
}

const quotes = /["'`‘’]/g;
const quotedOrFlag = /["'`‘][^\s"'`’]{1,120}["'`’]|--?[a-zA-Z][\w-]{1,40}/;

function subjectOf(match: RegExpExecArray): string | undefined {
  return match.slice(1).find((group) => group !== undefined);
}

/** `grep` of `/usr/bin/grep: invalid option`. */
function speakerOf(line: string): string | undefined {
  return /^(?:[\w./-]{0,80}\/)?([\w.-]{1,40}):/.exec(line)?.[1];
}

function verdictOf(
  { name, worth, about }: FailureRule,
  failure: Failure,
  match: RegExpExecArray | undefined,
): FailureVerdict {
  const headline =
    match === undefined
      ? headlineOf(failure.call.output)
      : match.input.trim().slice(0, longestHeadline);
  const culprit = culpritOf(failure, match);
  return culprit === undefined
    ? { name, worth, about, headline }
    : { name, worth, about, headline, culprit };
}

const longestHeadline = 240;

function headlineOf(output: string): string {
  return tellingLine(output).slice(0, longestHeadline);
}

function culpritOf({ commands }: Failure, match: RegExpExecArray | undefined): number | undefined {
  if (commands.length === 1) return 0;
  if (match === undefined) return undefined;
  const subject = subjectOf(match);
  const speaker = speakerOf(match.input);
  const index = commands.findIndex(
    ({ program, words }) =>
      program === speaker || (subject !== undefined && words.includes(subject)),
  );
  return index === -1 ? undefined : index;
}
