import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import type { ToldConversation } from "./compliance.ts";
import type { BadReport, GoodReport } from "./link-reports.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import type { ReportProblem } from "../../capture/reports/report-problems.ts";

export type CallPlace = Pick<LedgerCall, "line" | "thread">;

export interface ToldLogFacts {
  readonly log: LedgerLog;
  readonly model: string | null;
  /** In order. */
  readonly calls: readonly CallPlace[];
  /** When that conversation was told; undefined when it was not. */
  readonly toldAt: (thread: string | null) => string | undefined;
}

/** The conversations of one log: mostly one, several where subagents have no log of their own. */
export class ToldLog {
  readonly #threads = new Map<string | null, OpenConversation>();
  readonly #threadsByLine: ReadonlyMap<number, string | null>;
  /** Whose words stand where no call stands. */
  readonly #speaker: string | null;

  constructor({ log, model, calls, toldAt }: ToldLogFacts) {
    const { agent, sessionId } = log;
    for (const [thread, own] of Map.groupBy(calls, (call) => call.thread)) {
      const at = toldAt(thread);
      if (at === undefined) continue;
      const callLines = own.map(({ line }) => line).toSorted((one, other) => one - other);
      const found = { episodes: [], reports: [], badReports: [] };
      this.#threads.set(thread, {
        agent,
        sessionId,
        model,
        thread,
        toldAt: at,
        callLines,
        ...found,
      });
    }
    this.#threadsByLine = new Map(calls.map(({ line, thread }) => [line, thread]));
    const threads = new Set(calls.map(({ thread }) => thread));
    const [only = null] = threads;
    this.#speaker = threads.size === 1 ? only : null;
  }

  addEpisode(episode: StoredEpisode): void {
    const { line, seenAt: at, story } = episode;
    const conversation = this.#at(line);
    if (story.is === "report") {
      const words = JSON.stringify(story.draft).toLowerCase();
      conversation?.reports.push({ line, at, words });
    } else if (isFinding(episode)) conversation?.episodes.push(episode);
  }

  addProblem({ line, at, thread, class: flaw }: ReportProblem): void {
    this.#at(line, thread ?? undefined)?.badReports.push({ line, at, flaw });
  }

  conversations(): readonly ToldConversation[] {
    return [...this.#threads.values()];
  }

  #at(line: number, thread = this.#threadsByLine.get(line)): OpenConversation | undefined {
    return this.#threads.get(thread === undefined ? this.#speaker : thread);
  }
}

interface OpenConversation extends ToldConversation {
  readonly episodes: StoredEpisode[];
  readonly reports: GoodReport[];
  readonly badReports: BadReport[];
}

/** What the log shows without the agent's help. A weak one counts only when it comes back. */
function isFinding({ kind, verdict }: StoredEpisode): boolean {
  return findingKinds.has(kind) && verdict !== "weak";
}

const findingKinds: ReadonlySet<string> = new Set([
  "tool-error-fixed",
  "retry-loop",
  "hang",
  "user-correction",
  "explicit-lesson",
  "self-diagnosis",
]);
