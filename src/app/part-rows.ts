import { heldClass } from "../core/ledger-call.ts";
import { shortHash } from "../core/short-hash.ts";
import { belongingOf } from "../ingest/cluster.ts";
import type { BadReport, Complaint } from "../ingest/detectors/detector.ts";
import type { Episode } from "../ingest/episode.ts";
import type { PlacedCitation } from "../ingest/placed-citation.ts";
import type { FinishedCall } from "../ingest/finished-call.ts";
import { formatLogMemory } from "../ingest/log-memory.ts";
import type { LogPart } from "../ingest/read-log.ts";
import type { SessionSummary } from "../ingest/session-summary.ts";
import type { TokenTotals } from "../ingest/token-totals.ts";
import type { CallRow } from "../store/calls.ts";
import type { CitationRow } from "../store/citations.ts";
import type { EpisodeRow } from "../store/episodes.ts";
import type { BadReportRow } from "../store/report-problems.ts";
import type { LinePlace } from "../system/raw-line.ts";

/** A part of a log as the store takes it: plain data and a copy, so that another thread may have made it. */
export interface PartRows {
  readonly isLast: boolean;
  readonly place: LinePlace;
  readonly memory: string;
  readonly session: SessionSummary;
  readonly tokens: TokenTotals;
  readonly calls: readonly CallRow[];
  readonly episodes: readonly EpisodeRow[];
  readonly records: number;
  readonly unknown: number;
  readonly unreadable: readonly Complaint[];
  readonly badReports: readonly BadReportRow[];
  readonly citations: readonly CitationRow[];
}

export function partRows(part: LogPart, agent: string): PartRows {
  return {
    isLast: part.isLast,
    place: part.place,
    memory: formatLogMemory(part.memory),
    session: { ...part.session },
    tokens: { ...part.tokens },
    calls: part.calls.map((call) => callRow(call, agent)),
    episodes: [
      ...part.episodes.map((episode) => episodeRow(episode, agent, false)),
      ...part.open.map((episode) => episodeRow(episode, agent, true)),
    ],
    records: part.records,
    unknown: part.unknown,
    unreadable: part.unreadable,
    badReports: part.badReports.map(badReportRow),
    citations: part.citations.map(citationRow),
  };
}

function callRow(call: FinishedCall, agent: string): CallRow {
  const { shape, failure } = call;
  return {
    ordinal: call.ordinal,
    line: call.line,
    thread: call.thread ?? null,
    at: call.at ?? null,
    tool: call.tool,
    program: shape?.program ?? null,
    subcommand: shape?.subcommand ?? null,
    flags: shape === undefined || shape.flags.length === 0 ? null : shape.flags.join(" "),
    command: call.command ?? null,
    path: call.path ?? null,
    outcome: call.outcome,
    exitStatus: call.exitStatus ?? null,
    failureClass: call.isHeld === true ? heldClass : (failure?.name ?? null),
    signature: failure?.signature ?? null,
    errorHead: failure?.errorHead ?? null,
    durationMs: call.durationMs === undefined ? null : Math.round(call.durationMs),
    callKey: shortHash(`${agent} ${call.callKey}`),
    idKey: call.idKey,
    resultLine: call.resultLine,
  };
}

function episodeRow(episode: Episode, agent: string, isOpen: boolean): EpisodeRow {
  const { block, cluster } = belongingOf(episode.story);
  return {
    line: episode.line,
    lines: JSON.stringify(episode.lines),
    kind: episode.kind,
    verdict: episode.verdict,
    seenAt: episode.seenAt,
    block,
    cluster,
    anchorKey: shortHash(`${agent} ${episode.kind} ${episode.anchor}`),
    isOpen,
    details: JSON.stringify(episode.story),
  };
}

function badReportRow(report: BadReport): BadReportRow {
  return { ...report, thread: report.thread ?? null, at: report.at ?? null };
}

function citationRow(citation: PlacedCitation): CitationRow {
  return { ...citation, thread: citation.thread ?? null, at: citation.at ?? null };
}
