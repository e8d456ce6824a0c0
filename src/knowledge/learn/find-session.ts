import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { formatOf } from "../../agents/formats.ts";
import { type FoundLog, listLogs } from "../../agents/list-logs.ts";
import type { Database } from "../../platform/database/database.ts";
import { logsOfSession } from "../../capture/ledger/logs.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";

export interface FoundSession {
  readonly log: FoundLog;
  /** Where a log holds several. */
  readonly sessionId?: string;
}

/** The log of a session that somebody names: a file, or the id of the session or the beginning of it. */
export function findSession(
  { database }: { readonly database: Database },
  machine: Machine,
  name: string,
): FoundSession {
  const found = existsSync(name) ? inFile(machine, resolve(name)) : byId(database, machine, name);
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only;
  if (only === undefined) {
    throw new Fault("bad-input", `there is no session ${name.slice(0, longestName)}`, {
      hint: "name a log file, or an id as lessons ledger --json shows it; lessons scan reads logs first",
    });
  }
  throw new Fault("bad-input", `${name} is the beginning of ${found.length} sessions`, {
    hint: `for example ${found
      .slice(0, 3)
      .map(({ log, sessionId }) => sessionId ?? log.path)
      .join(" or ")}`,
  });
}

const longestName = 100;
const shortestId = 4;

function inFile(machine: Machine, path: string): readonly FoundSession[] {
  const { logs } = listLogs(adapters, machine, { paths: [path], extraPlaces: [] });
  return logs
    .filter((log) => log.path === path)
    .flatMap((log) => (log.shape === "database" ? sessionsIn(log, "") : [{ log }]));
}

/** By what scans know of it, else by the names of the files. */
function byId(database: Database, machine: Machine, id: string): readonly FoundSession[] {
  if (id.length < shortestId) return [];
  const { logs } = listLogs(adapters, machine, { extraPlaces: [] });
  const known = logsOfSession(database, id).flatMap(({ path, sessionId }) => {
    const place = path.startsWith("~/") ? `${machine.home}${path.slice(1)}` : path;
    const log = logs.find((each) => each.path === place || place.startsWith(`${each.path}#`));
    return log === undefined ? [] : [{ log, sessionId }];
  });
  // Subagents may have logs under the id of their session; the session's own has its id in its name.
  const own = known.filter(
    ({ log, sessionId }) => log.shape === "database" || basename(log.path).includes(sessionId),
  );
  if (known.length > 0) return own.length > 0 ? own : known;
  return logs.flatMap((log) => {
    if (log.shape === "database") return sessionsIn(log, id);
    return basename(log.path).includes(id) ? [{ log }] : [];
  });
}

function sessionsIn(log: FoundLog, beginning: string): readonly FoundSession[] {
  const format = formatOf(log.adapter.agent, log.path);
  if (format?.shape !== "database") return [];
  const source = openReadOnlyDatabase(log.path);
  try {
    return format
      .listSessions(source)
      .filter(({ sessionId }) => sessionId.startsWith(beginning))
      .map(({ sessionId }) => ({ log, sessionId }));
  } finally {
    source.close();
  }
}
