import type { LedgerLog } from "../../capture/ledger/ledger-call.ts";
import type { ToldConversation } from "./compliance.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import type { LogFacts } from "../../capture/ledger/logs.ts";
import type { ReportProblem } from "../../capture/reports/report-problems.ts";
import { ToldLog, type CallPlace } from "./told-log.ts";
import type { ToldSessions } from "./told-sessions.ts";

export interface ToldRequest {
  readonly told: ToldSessions;
  readonly episodes: readonly StoredEpisode[];
  readonly problems: readonly ReportProblem[];
  /** The calls of the sessions that were told. */
  readonly calls: ReadonlyMap<LedgerLog, readonly CallPlace[]>;
  readonly facts: ReadonlyMap<number, LogFacts>;
}

/** The conversations that were told the protocol and made a call, each with what happened in it. */
export function toldConversations(request: ToldRequest): readonly ToldConversation[] {
  const { told, facts } = request;
  const logs = new Map<number, ToldLog>();
  for (const [log, calls] of request.calls) {
    const toldAt = (subagent: string | null) => told.toldAt({ ...log, subagent });
    const model = facts.get(log.number)?.model ?? null;
    logs.set(log.number, new ToldLog({ log, model, calls, toldAt }));
  }
  for (const episode of request.episodes) logs.get(episode.log)?.addEpisode(episode);
  for (const problem of request.problems) logs.get(problem.log)?.addProblem(problem);
  return [...logs.values()].flatMap((log) => log.conversations());
}
