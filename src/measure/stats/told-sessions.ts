import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { Compliance } from "./compliance.ts";
import type { SessionStart } from "../../deliver/spool/session-starts.ts";

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
