import type { SessionFacts } from "../../core/event.ts";
import { numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";

/** What the first record of a rollout says about the session. */
interface SessionMeta {
  readonly facts: Omit<SessionFacts, "is" | "line" | "at" | "thread">;
  /** The name of the subagent whose rollout it is. */
  readonly thread?: string;
  /** Records before this one are a copy of the parent's. */
  readonly startOrdinal?: number;
}

export function sessionMeta(payload: JsonRecord): SessionMeta {
  const source = payload["source"];
  const subagent = recordAt(payload, "source")?.["subagent"];
  const spawn = recordAt(recordAt(recordAt(payload, "source"), "subagent"), "thread_spawn");
  const thread =
    subagent === undefined && textAt(payload, "thread_source") !== "subagent"
      ? undefined
      : (textAt(payload, "agent_nickname") ??
        textAt(spawn, "agent_nickname") ??
        textAt(payload, "agent_path") ??
        (typeof subagent === "string" ? subagent : "subagent"));
  const startOrdinal = numberAt(payload, "subagent_history_start_ordinal");
  return {
    facts: {
      ...known("sessionId", textAt(payload, "id")),
      ...known("agentVersion", textAt(payload, "cli_version")),
      ...known("workingDirectory", textAt(payload, "cwd")),
      ...known("repository", textAt(recordAt(payload, "git"), "repository_url")),
      ...known(
        "parentSessionId",
        textAt(payload, "parent_thread_id") ??
          textAt(spawn, "parent_thread_id") ??
          textAt(payload, "forked_from_id"),
      ),
      // `codex exec` and a server for other programs: nobody sits before it.
      ...(thread !== undefined || source === "exec" || source === "mcp"
        ? { isProgrammatic: true }
        : {}),
    },
    ...known("thread", thread),
    ...(startOrdinal === undefined ? {} : { startOrdinal }),
  };
}

function known<Name extends string>(
  name: Name,
  value: string | undefined,
): Partial<Record<Name, string>> {
  if (value === undefined || value === "") return {};
  // A computed name makes TypeScript forget which one it is.
  return { [name]: value } as Partial<Record<Name, string>>;
}
