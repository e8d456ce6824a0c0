import type { LedgerLog, LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { ToldConversation, Compliance } from "./compliance.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import type { LogFacts } from "../../capture/ledger/logs.ts";
import type { ReportProblem } from "../../capture/reports/report-problems.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { SessionStart } from "../../deliver/spool/session-starts.ts";
import type { BadReport, GoodReport } from "./mistake-reports.ts";

interface ToldRequest {
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

/** Which sessions and subagents were told the protocol, and when first. */
export class ToldSessions {
  readonly #toldAt = new Map<string, string>();
  readonly #sessions = new Set<string>();
  readonly #anywhere = new Set<string>();

  constructor(starts: readonly SessionStart[]) {
    for (const start of starts) {
      if (start.protocol === "off") continue;
      const key = conversationKey(start);
      const known = this.#toldAt.get(key);
      if (known === undefined || start.at < known) this.#toldAt.set(key, start.at);
      this.#anywhere.add(sessionKey(start));
      if (start.subagent === null) this.#sessions.add(sessionKey(start));
    }
  }

  toldAt(conversation: Conversation): string | undefined {
    return this.#toldAt.get(conversationKey(conversation));
  }

  /** Whether the session or a subagent of it was told. */
  has(session: string): boolean {
    return this.#anywhere.has(session);
  }

  counts(isRead: (session: string) => boolean): Pick<Compliance, "toldSessions" | "readSessions"> {
    const sessions = [...this.#sessions];
    return { toldSessions: sessions.length, readSessions: sessions.filter(isRead).length };
  }
}

type Conversation = Pick<SessionStart, "agent" | "sessionId" | "subagent">;

function conversationKey(conversation: Conversation): string {
  return `${sessionKey(conversation)}\0${conversation.subagent ?? ""}`;
}

export type CallPlace = Pick<LedgerCall, "line" | "thread">;

interface ToldLogFacts {
  readonly log: LedgerLog;
  readonly model: string | null;
  /** In order. */
  readonly calls: readonly CallPlace[];
  /** When that conversation was told; undefined when it was not. */
  readonly toldAt: (thread: string | null) => string | undefined;
}

/** The conversations of one log: mostly one, several where subagents have no log of their own. */
class ToldLog {
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
