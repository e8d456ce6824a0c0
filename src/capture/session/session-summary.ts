import type { SessionFacts, TokenTotals, TokenUsage } from "../../agents/event.ts";
import type { Redact } from "../../redact/redact.ts";
import {
  systemNamed,
  systemOfFolder,
  type OperatingSystem,
} from "../../lesson/record/operating-system.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";

/** What is known about the session of a log. */
export interface SessionSummary {
  sessionId?: string | undefined;
  parentSessionId?: string | undefined;
  agentVersion?: string | undefined;
  model?: string | undefined;
  project?: Project | undefined;
  system?: OperatingSystem | undefined;
  /** The shell that commands run in, as the log says or shows it: `zsh`. */
  shell?: string | undefined;
  isProgrammatic?: boolean | undefined;
  startedAt?: string | undefined;
  endedAt?: string | undefined;
}

/**
 * Nothing known yet, or what was remembered. All fields stand there from the beginning: logs tell them in any order, and
 * objects that got the same fields in another order are different ones to the compiler of JavaScript.
 */
export function newSession(known: SessionSummary = {}): SessionSummary {
  return {
    sessionId: known.sessionId,
    parentSessionId: known.parentSessionId,
    agentVersion: known.agentVersion,
    model: known.model,
    project: known.project,
    system: known.system,
    shell: known.shell,
    isProgrammatic: known.isProgrammatic,
    startedAt: known.startedAt,
    endedAt: known.endedAt,
  };
}

export interface Project {
  readonly id: string;
  /** For people, redacted: `~/api`. */
  readonly label: string;
}

/** The first word on each fact holds. */
export function learnFacts(
  session: SessionSummary,
  facts: SessionFacts,
  { redact, identifyProject }: FactReading,
): void {
  for (const name of ["sessionId", "parentSessionId", "agentVersion", "model", "shell"] as const) {
    const value = facts[name];
    if (value !== undefined && session[name] === undefined) {
      session[name] = redact(value).slice(0, longestFact);
    }
  }
  if (facts.isProgrammatic !== undefined) session.isProgrammatic ??= facts.isProgrammatic;
  if (facts.system !== undefined) session.system ??= systemNamed(facts.system.toLowerCase());
  if (facts.workingDirectory !== undefined) {
    session.project ??= identifyProject(facts.workingDirectory, facts.repository);
    const system = session.system ?? systemOfFolder(facts.workingDirectory);
    if (system !== undefined) session.system = system;
  }
}

interface FactReading {
  readonly redact: Redact;
  readonly identifyProject: (workingDirectory: string, repository?: string) => Project;
}

export const longestFact = 200;

/**
 * The shell of the session, from a message in which it names itself in the first line. A line further down is of a program that
 * runs a shell of its own, as `npm` and `make` do; and `sh` is what nearly all of those call theirs.
 */
export function learnShell(session: SessionSummary, output: string): void {
  if (session.shell !== undefined) return;
  const line = output.trimStart().slice(0, 200).split("\n", 1)[0] ?? "";
  const named = selfNamed.exec(line);
  // This is how zsh names a line that it was given to evaluate.
  if (named !== null) session.shell = named[1] ?? "zsh";
}

const selfNamed = /^(?:\(eval\):\d|(?:\/[\w/.-]{1,40}\/)?(zsh|bash|fish)(?:: line \d|:\d|: \S))/u;

/** Records are not always in the order of their times. */
export function passTime(session: SessionSummary, at: string): void {
  if (session.startedAt === undefined || at < session.startedAt) session.startedAt = at;
  if (session.endedAt === undefined || at > session.endedAt) session.endedAt = at;
}

type RunningTotals = { -readonly [Name in keyof TokenTotals]: number };

/** Totals of a session. Requests are reported again while they go on; the last report of each counts. */
export interface Usage {
  total: RunningTotals;
  /** The last requests, whose reports may still be replaced. */
  recent: { request: number; tokens: RunningTotals }[];
}

export function newUsage(): Usage {
  return { total: noTokens(), recent: [] };
}

export function addUsage(usage: Usage, report: TokenUsage): void {
  const tokens = tokensOf(report);
  const { requestId } = report;
  if (requestId === undefined) {
    usage.total = tokens;
    return;
  }
  const request = shortHash(requestId);
  const known = usage.recent.find((recent) => recent.request === request);
  if (known !== undefined) {
    add(usage.total, known.tokens, -1);
    add(usage.total, tokens, 1);
    known.tokens = tokens;
    return;
  }
  add(usage.total, tokens, 1);
  usage.recent.push({ request, tokens });
  if (usage.recent.length > mostRecent) usage.recent.shift();
}

const mostRecent = 8;

function noTokens(): RunningTotals {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
}

function tokensOf({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: TokenUsage): RunningTotals {
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
}

function add(total: RunningTotals, tokens: TokenTotals, sign: 1 | -1): void {
  total.inputTokens += sign * tokens.inputTokens;
  total.outputTokens += sign * tokens.outputTokens;
  total.cacheReadTokens += sign * tokens.cacheReadTokens;
  total.cacheWriteTokens += sign * tokens.cacheWriteTokens;
}
