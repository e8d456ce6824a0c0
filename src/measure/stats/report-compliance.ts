import type { Instant } from "../../lesson/record/lesson.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import {
  linkReports,
  type FlawedReport,
  type GoodReport,
  mergeMistakes,
} from "./mistake-reports.ts";
import { wilsonInterval, type Interval } from "../statistics.ts";

/** A conversation that was shown how to report, and what happened in it. */
export interface InstructedConversation {
  readonly agent: string;
  readonly sessionId: string;
  readonly model: string | null;
  /** Null is the main one. */
  readonly thread: string | null;
  /** When it was first shown that. What was before is not held against it. */
  readonly instructedAt: Instant;
  /** The lines of its calls, in order. */
  readonly callLines: readonly number[];
  readonly episodes: readonly StoredEpisode[];
  readonly reports: readonly GoodReport[];
  readonly badReports: readonly FlawedReport[];
}

/** How far agents report what they do wrong. */
export interface Compliance {
  /** Sessions that were shown the protocol, and those of them whose log has been read. */
  readonly instructedSessions: number;
  readonly readSessions: number;
  /** The protocol's own experiment asks for ten to twenty sessions. */
  readonly isEnough: boolean;
  readonly all: ComplianceCounts;
  readonly byAgent: readonly ComplianceGroup[];
  readonly byModel: readonly ComplianceGroup[];
  /** Main conversations and those of subagents. */
  readonly byConversation: readonly ComplianceGroup[];
  readonly gates: readonly ComplianceGate[];
}

interface ComplianceGroup extends ComplianceCounts {
  readonly name: string;
}

interface ComplianceCounts {
  readonly conversations: number;
  /** Reports that could be read. */
  readonly tags: number;
  /** Mistakes that the log shows and that no readable report is about. */
  readonly heuristicOnly: number;
  /** tags ÷ (tags + heuristicOnly); null of nothing. */
  readonly percent: number | null;
  readonly interval: Interval | null;
  readonly failures: FailureCounts;
}

interface FailureCounts {
  /** Of `heuristicOnly`: not even an attempt. */
  readonly missed: number;
  /** Reports that could not be read, and those that lack what their kind must say. */
  readonly malformed: number;
  readonly incomplete: number;
  /** Of `tags`: more than twenty calls after the mistake that it names. */
  readonly late: number;
}

/** What a share of reports means for where lessons should come from. */
interface ComplianceGate {
  readonly abovePercent: number;
  readonly belowPercent: number;
  readonly verdict: "reports-lead" | "both" | "log-leads" | "nothing-to-judge";
}

const fewestSessions = 10;

export function measureCompliance(
  conversations: readonly InstructedConversation[],
  { instructedSessions, readSessions }: Pick<Compliance, "instructedSessions" | "readSessions">,
): Compliance {
  const counted = conversations.map((conversation) => ({
    conversation,
    counts: countConversation(conversation),
  }));
  const all = sum(counted.map(({ counts }) => counts));
  const groups = (name: (conversation: InstructedConversation) => string) =>
    [...Map.groupBy(counted, ({ conversation }) => name(conversation))]
      .map(([group, found]) => ({ name: group, ...sum(found.map(({ counts }) => counts)) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    instructedSessions,
    readSessions,
    isEnough: readSessions >= fewestSessions,
    all,
    byAgent: groups(({ agent }) => agent),
    byModel: groups(({ model }) => model ?? "unknown"),
    byConversation: groups(({ thread }) => (thread === null ? "main" : "subagent")),
    // PRD-001 §15, which holds, and §11 beside it.
    gates: [gate(70, 40, all.percent), gate(80, 50, all.percent)],
  };
}

const countNames = ["tags", "heuristicOnly", "missed", "malformed", "incomplete", "late"] as const;
type RawCounts = Readonly<Record<(typeof countNames)[number], number>>;

function countConversation(conversation: InstructedConversation): RawCounts {
  const { instructedAt, callLines, reports, badReports } = conversation;
  const isSince = ({ at }: { readonly at: string | null }) => at === null || at >= instructedAt;
  const mistakes = mergeMistakes(
    conversation.episodes.filter(({ seenAt }) => seenAt >= instructedAt),
  );
  const good = reports.filter(isSince);
  const bad = badReports.filter(isSince);
  const { unreported, attempted, late } = linkReports(mistakes, good, bad, callLines);
  const flawed = (flaw: FlawedReport["flaw"]) =>
    bad.filter((report) => report.flaw === flaw).length;
  return {
    tags: good.length,
    heuristicOnly: unreported,
    missed: unreported - attempted,
    malformed: flawed("malformed"),
    incomplete: flawed("incomplete"),
    late,
  };
}

function sum(counts: readonly RawCounts[]): ComplianceCounts {
  const { tags, heuristicOnly, ...failures } = Object.fromEntries(
    countNames.map((name) => [name, counts.reduce((total, each) => total + each[name], 0)]),
  ) as RawCounts;
  const share = { hits: tags, all: tags + heuristicOnly };
  return {
    conversations: counts.length,
    tags,
    heuristicOnly,
    percent: share.all === 0 ? null : percentOf(share.hits / share.all),
    interval: share.all === 0 ? null : inPercent(wilsonInterval(share)),
    failures,
  };
}

function inPercent({ low, high }: Interval): Interval {
  return { low: percentOf(low), high: percentOf(high) };
}

function percentOf(share: number): number {
  return Math.round(share * 1000) / 10;
}

function gate(abovePercent: number, belowPercent: number, percent: number | null): ComplianceGate {
  const verdict =
    percent === null
      ? "nothing-to-judge"
      : percent > abovePercent
        ? "reports-lead"
        : percent < belowPercent
          ? "log-leads"
          : "both";
  return { abovePercent, belowPercent, verdict };
}
