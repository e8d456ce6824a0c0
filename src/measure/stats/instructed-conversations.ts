import type { LedgerLog, LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { InstructedConversation, Compliance } from "./compliance.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import type { LogFacts } from "../../capture/ledger/logs.ts";
import type { ReportProblem } from "../../capture/reports/report-problems.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { SessionStart } from "../../deliver/spool/session-starts.ts";
import type { FlawedReport, GoodReport } from "./mistake-reports.ts";

interface InstructedRequest {
  readonly instructed: InstructedSessions;
  readonly episodes: readonly StoredEpisode[];
  readonly problems: readonly ReportProblem[];
  /** The calls of the sessions that were shown it. */
  readonly calls: ReadonlyMap<LedgerLog, readonly ConversationCall[]>;
  readonly facts: ReadonlyMap<number, LogFacts>;
}

/** The conversations that were shown the protocol and made a call, each with what happened in it. */
export function instructedConversations(
  request: InstructedRequest,
): readonly InstructedConversation[] {
  const { instructed, facts } = request;
  const logs = new Map<number, InstructedLog>();
  for (const [log, calls] of request.calls) {
    const instructedAt = (subagent: string | null) => instructed.instructedAt({ ...log, subagent });
    const model = facts.get(log.number)?.model ?? null;
    logs.set(log.number, new InstructedLog({ ...log, model }, calls, instructedAt));
  }
  for (const episode of request.episodes) logs.get(episode.log)?.addEpisode(episode);
  for (const problem of request.problems) logs.get(problem.log)?.addProblem(problem);
  return [...logs.values()].flatMap((log) => log.conversations());
}

/** Which sessions and subagents were shown the protocol, and when first. */
export class InstructedSessions {
  readonly #instructedAt = new Map<string, string>();
  readonly #sessions = new Set<string>();
  readonly #anywhere = new Set<string>();

  constructor(starts: readonly SessionStart[]) {
    for (const start of starts) {
      if (start.protocol === "off") continue;
      const key = conversationKey(start);
      const known = this.#instructedAt.get(key);
      if (known === undefined || start.at < known) this.#instructedAt.set(key, start.at);
      this.#anywhere.add(sessionKey(start));
      if (start.subagent === null) this.#sessions.add(sessionKey(start));
    }
  }

  instructedAt(conversation: ConversationName): string | undefined {
    return this.#instructedAt.get(conversationKey(conversation));
  }

  /** Whether the session or a subagent of it was shown it. */
  has(session: string): boolean {
    return this.#anywhere.has(session);
  }

  counts(
    isRead: (session: string) => boolean,
  ): Pick<Compliance, "instructedSessions" | "readSessions"> {
    const sessions = [...this.#sessions];
    return { instructedSessions: sessions.length, readSessions: sessions.filter(isRead).length };
  }
}

type ConversationName = Pick<SessionStart, "agent" | "sessionId" | "subagent">;

function conversationKey(conversation: ConversationName): string {
  return `${sessionKey(conversation)}\0${conversation.subagent ?? ""}`;
}

export type ConversationCall = Pick<LedgerCall, "line" | "thread">;

/** The conversations of one log: mostly one, several where subagents have no log of their own. */
class InstructedLog {
  readonly #threads = new Map<string | null, OpenConversation>();
  readonly #threadsByLine: ReadonlyMap<number, string | null>;
  /** Whose words stand where no call stands. */
  readonly #speaker: string | null;

  /** `calls` in order; `instructedAt` says when a conversation was shown the protocol, if it was. */
  constructor(
    { agent, sessionId, model }: Pick<InstructedConversation, "agent" | "sessionId" | "model">,
    calls: readonly ConversationCall[],
    instructedAt: (thread: string | null) => string | undefined,
  ) {
    for (const [thread, own] of Map.groupBy(calls, (call) => call.thread)) {
      const at = instructedAt(thread);
      if (at === undefined) continue;
      const callLines = own.map(({ line }) => line).toSorted((one, other) => one - other);
      const about = { agent, sessionId, model, thread, instructedAt: at, callLines };
      this.#threads.set(thread, { ...about, episodes: [], reports: [], badReports: [] });
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
    } else if (isMistake(episode)) conversation?.episodes.push(episode);
  }

  addProblem({ line, at, thread, class: flaw }: ReportProblem): void {
    this.#at(line, thread ?? undefined)?.badReports.push({ line, at, flaw });
  }

  conversations(): readonly InstructedConversation[] {
    return [...this.#threads.values()];
  }

  #at(line: number, thread = this.#threadsByLine.get(line)): OpenConversation | undefined {
    return this.#threads.get(thread === undefined ? this.#speaker : thread);
  }
}

interface OpenConversation extends InstructedConversation {
  readonly episodes: StoredEpisode[];
  readonly reports: GoodReport[];
  readonly badReports: FlawedReport[];
}

/** What the log shows without the agent's help. A weak one counts only when it comes back. */
function isMistake({ kind, verdict }: StoredEpisode): boolean {
  return mistakeKinds.has(kind) && verdict !== "weak";
}

const mistakeKinds: ReadonlySet<string> = new Set([
  "tool-error-fixed",
  "retry-loop",
  "hang",
  "user-correction",
  "explicit-lesson",
  "self-diagnosis",
]);
