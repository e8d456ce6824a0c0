import type { DeliveryNote } from "../core/delivery-note.ts";
import { bucketOf } from "../core/tool-bucket.ts";
import { queryAll, queryOne, type Database } from "./database.ts";

type Place = NonNullable<DeliveryNote["call"]>;

/** The calls of one session, to find those that hooks noted something about. */
export class SessionCalls {
  readonly agent: string;
  readonly sessionId: string;
  readonly #database: Database;
  readonly #byId = new Map<number, CallPlace>();
  /** With a time, the oldest first. */
  readonly #timed: readonly TimedCall[];

  constructor(database: Database, agent: string, sessionId: string) {
    this.agent = agent;
    this.sessionId = sessionId;
    this.#database = database;
    const calls = queryAll<CallPlace>(
      database,
      `SELECT calls.log, calls.ordinal, calls.line, calls.thread, calls.at, calls.tool,
              calls.id_key AS idKey, calls.call_key AS callKey, calls.is_copy AS isCopy
       FROM logs JOIN calls ON calls.log = logs.number
       WHERE logs.agent = ? AND logs.session_id = ? ORDER BY calls.at, calls.log, calls.ordinal`,
      agent,
      sessionId,
    );
    for (const call of calls) {
      const known = call.idKey === null ? undefined : this.#byId.get(call.idKey);
      if (call.idKey !== null && (known === undefined || known.isCopy > call.isCopy))
        this.#byId.set(call.idKey, call);
    }
    this.#timed = calls.flatMap((call) =>
      call.at === null ? [] : [{ call, atMs: Date.parse(call.at) }],
    );
  }

  /** Undefined when the log of the session has not been read, or not that far. */
  placeOf(noted: NotedCall): Place | undefined {
    const call = this.#named(noted.idKey) ?? this.#before(noted);
    return call && this.#counting(call);
  }

  #named(idKey: number | null): CallPlace | undefined {
    return idKey === null ? undefined : this.#byId.get(idKey);
  }

  /** Where one of the two has no id: the last call of such a tool that was just being made. */
  #before({ idKey, at, tool, subagent }: NotedCall): CallPlace | undefined {
    const notedMs = Date.parse(at);
    return this.#timed.findLast(
      ({ call, atMs }) =>
        atMs <= notedMs &&
        atMs >= notedMs - longestWaitMs &&
        (idKey === null || call.idKey === null) &&
        call.thread === subagent &&
        commonTool(call.tool) === commonTool(tool),
    )?.call;
  }

  /** A call that a forked session repeats counts in one of the logs, and that is where whoever asks will find it. */
  #counting(call: CallPlace): Place {
    const original =
      call.isCopy === 0
        ? undefined
        : queryOne<Place>(
            this.#database,
            "SELECT log, ordinal, line, thread FROM calls WHERE call_key = ? AND is_copy = 0",
            call.callKey,
          );
    const { log, ordinal, line, thread } = original ?? call;
    return { log, ordinal, line, thread };
  }
}

interface CallPlace extends Place {
  readonly at: string | null;
  readonly tool: string;
  readonly idKey: number | null;
  readonly callKey: number;
  readonly isCopy: number;
}

interface TimedCall {
  readonly call: CallPlace;
  readonly atMs: number;
}

type NotedCall = Pick<DeliveryNote, "at" | "tool" | "subagent"> & { readonly idKey: number | null };

/** Between a call in the log and the hook about it lie the end of the agent's answer and a process. */
const longestWaitMs = 5000;

/** Hooks hear the agent's own name of a tool, and the ledger calls every shell `Bash` and every editor `Edit`. */
function commonTool(tool: string): string {
  if (tool === "Write") return tool;
  const bucket = bucketOf(tool);
  return bucket === "bash" || bucket === "edit" ? bucket : tool;
}
