import type { Treatment } from "../../capture/ledger/ledger-call.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import {
  inTransaction,
  prepared,
  queryAll,
  type Database,
} from "../../platform/database/database.ts";
import { repairNames, type RepairName } from "./catalogue.ts";
import { programsIn } from "./programs-in.ts";

/**
 * Marks the calls that a repair may have made work: that they went well says nothing about what was typed. Only calls that
 * the repair concerns, or no fact could ever end while any repair is on. Logs may be read before the notes of their
 * session and again after them, so this looks at all sessions under repair each time.
 */
export function markRepaired(database: Database): void {
  const starts = startsBySession(database);
  if (starts.size === 0) return;
  const missing = missingPrograms(database);
  const calls = queryAll<OpenCall>(database, openCalls).filter((call) => {
    const on = repairsAt(starts.get(sessionKey(call)) ?? [], call.at);
    return on.some((name) => concerns(name, call, missing));
  });
  if (calls.length === 0) return;
  inTransaction(database, () => {
    const mark = prepared(database, "UPDATE calls SET treatment = ? WHERE number = ?");
    for (const { number } of calls) mark.run("repaired" satisfies Treatment, number);
  });
}

interface Start {
  readonly at: string;
  readonly repairs: readonly RepairName[];
}

interface OpenCall {
  readonly number: number;
  readonly agent: string;
  readonly sessionId: string;
  readonly at: string;
  readonly command: string;
  readonly shell: string | null;
}

/** Calls that failed of a known cause failed in spite of the repair, and stay what they are. */
const openCalls = `
  SELECT calls.number, logs.agent, logs.session_id AS sessionId, calls.at, calls.command, logs.shell
  FROM calls JOIN logs ON logs.number = calls.log
  WHERE calls.treatment IS NULL AND calls.fact IS NULL AND calls.tool = 'Bash' AND calls.command IS NOT NULL
    AND calls.at IS NOT NULL AND (logs.agent, logs.session_id) IN (
      SELECT agent, session_id FROM session_starts WHERE repairs IS NOT NULL)`;

/** Of sessions that had a repair at some time, all their starts: a later one may be without. The oldest first. */
function startsBySession(database: Database): ReadonlyMap<string, readonly Start[]> {
  const rows = queryAll<{ agent: string; sessionId: string; at: string; repairs: string | null }>(
    database,
    `SELECT agent, session_id AS sessionId, at, repairs FROM session_starts
     WHERE subagent IS NULL AND (agent, session_id) IN (
       SELECT agent, session_id FROM session_starts WHERE repairs IS NOT NULL)
     ORDER BY at, number`,
  );
  const starts = new Map<string, Start[]>();
  for (const { repairs, at, ...session } of rows) {
    const names: unknown = JSON.parse(repairs ?? "[]");
    const on = repairNames.filter((name) => Array.isArray(names) && names.includes(name));
    const key = sessionKey(session);
    starts.set(key, [...(starts.get(key) ?? []), { at, repairs: on }]);
  }
  return starts;
}

/** What the last start before it said. */
function repairsAt(starts: readonly Start[], at: string): readonly RepairName[] {
  return starts.findLast((start) => start.at <= at)?.repairs ?? [];
}

function concerns(
  name: RepairName,
  { command, shell }: OpenCall,
  missing: ReadonlySet<string>,
): boolean {
  const isZsh = shell === null || shell === "zsh";
  switch (name) {
    case "zsh-globs":
      return isZsh && (hasGlob.test(command) || hasEquals.test(command));
    case "zsh-equals":
      return isZsh && hasEquals.test(command);
    case "path":
      return programsIn(command).some((program) => missing.has(program));
    case "gh-repo":
      return programsIn(command).includes("gh");
  }
}

const hasGlob = /[*?[(]/u;
const hasEquals = /(?:^|\s)=\S/u;

/** Programs that were not found at some time, which a folder in PATH may have brought back. */
function missingPrograms(database: Database): ReadonlySet<string> {
  const rows = queryAll<{ fact: string }>(
    database,
    "SELECT DISTINCT fact FROM calls WHERE fact GLOB 'not-installed ?*'",
  );
  return new Set(
    rows.map(({ fact }) => fact.slice("not-installed ".length).split(" ", 1)[0] ?? ""),
  );
}
