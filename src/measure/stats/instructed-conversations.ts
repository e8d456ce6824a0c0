import type { LedgerLog, LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { InstructedConversation, Compliance } from "./report-compliance.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import type { LogFacts } from "../../capture/ledger/logs.ts";
import type { ReportProblem } from "../../capture/reports/report-problems.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { SessionStart } from "../../deliver/spool/session-starts.ts";
import type { GoodReport } from "./mistake-reports.ts";

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
  const episodes = Map.groupBy(request.episodes, ({ log }) => log);
  const problems = Map.groupBy(request.problems, ({ log }) => log);
  return [...request.calls].flatMap(([log, calls]) =>
    conversationsIn(
      { ...log, model: request.facts.get(log.number)?.model ?? null },
      {
        calls,
        episodes: episodes.get(log.number) ?? [],
        problems: problems.get(log.number) ?? [],
        instructedAt: (thread) => request.instructed.instructedAt({ ...log, subagent: thread }),
      },
    ),
  );
}

interface LogContents extends Pick<InstructedRequest, "episodes" | "problems"> {
  readonly calls: readonly ConversationCall[];
  /** When a conversation was shown the protocol, if it was. */
  readonly instructedAt: (thread: string | null) => string | undefined;
}

/** The conversations of one log: mostly one, several where subagents have no log of their own. */
function conversationsIn(
  { agent, sessionId, model }: Pick<InstructedConversation, "agent" | "sessionId" | "model">,
  { calls, episodes, problems, instructedAt }: LogContents,
): readonly InstructedConversation[] {
  const threads = Map.groupBy(calls, ({ thread }) => thread);
  const threadsByLine = new Map(calls.map(({ line, thread }) => [line, thread]));
  // Whose words stand where no call stands.
  const [speaker = null] = threads.size === 1 ? threads.keys() : [];
  const threadAt = (line: number) => {
    const thread = threadsByLine.get(line);
    return thread === undefined ? speaker : thread;
  };
  const said = Map.groupBy(episodes, ({ line }) => threadAt(line));
  const flawed = Map.groupBy(problems, ({ line, thread }) => thread ?? threadAt(line));
  return [...threads].flatMap(([thread, own]) => {
    const at = instructedAt(thread);
    if (at === undefined) return [];
    const seen = said.get(thread) ?? [];
    return [
      {
        agent,
        sessionId,
        model,
        thread,
        instructedAt: at,
        callLines: own.map(({ line }) => line).toSorted((one, other) => one - other),
        episodes: seen.filter(isMistake),
        reports: seen.flatMap(reportIn),
        badReports: (flawed.get(thread) ?? []).map((bad) => ({ ...bad, flaw: bad.class })),
      },
    ];
  });
}

function reportIn({ line, seenAt, story }: StoredEpisode): readonly GoodReport[] {
  if (story.is !== "report") return [];
  return [{ line, at: seenAt, words: JSON.stringify(story.draft).toLowerCase() }];
}

/** What the log shows without the agent's help. A weak one counts only when it comes back. */
function isMistake({ kind, verdict, story }: StoredEpisode): boolean {
  return story.is !== "report" && mistakeKinds.has(kind) && verdict !== "weak";
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

const mistakeKinds: ReadonlySet<string> = new Set([
  "tool-error-fixed",
  "retry-loop",
  "hang",
  "user-correction",
  "explicit-lesson",
  "self-diagnosis",
]);
