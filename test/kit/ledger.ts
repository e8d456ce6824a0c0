import { join } from "node:path";
import type { LedgerCall, LedgerLog } from "../../src/capture/ledger/ledger-call.ts";
import type { FinishedCall } from "../../src/capture/session/finished-call.ts";
import { callRow, insertCalls } from "../../src/capture/ledger/calls.ts";
import { shortHash } from "../../src/lesson/record/short-hash.ts";
import { openDatabase, prepared, type Database } from "../../src/platform/database/database.ts";
import { eachReplayCall } from "../../src/capture/ledger/replay-calls.ts";
import { freshFolder, noon } from "./store.ts";

export const ourLog: LedgerLog = {
  number: 1,
  agent: "claude-code",
  sessionId: "s1",
  projectId: "ours",
  projectRoot: "~/ours",
  system: "linux",
  shell: null,
};

/** A call of the shell that went well, but for what the test is about. */
export function ledgerCall(change: Partial<LedgerCall> = {}): LedgerCall {
  return {
    log: ourLog,
    ordinal: 0,
    line: 1,
    thread: null,
    at: noon,
    tool: "Bash",
    head: "ls",
    command: "ls",
    path: null,
    outcome: "ok",
    signature: null,
    fact: null,
    workingDirectory: null,
    ...change,
  };
}

/** Writes a ledger to a real store. A head is a program with its subcommand; of other tools it is the tool. */
export function keepLedger(database: Database, calls: readonly LedgerCall[]): void {
  const logs = new Map(calls.map(({ log }) => [log.number, log]));
  const insert = prepared(
    database,
    `INSERT INTO logs(number, path_key, path, agent, identity, size, modified_ms, beginning, byte, line,
       session_id, project_id, project, system, shell) VALUES (?, ?, ?, ?, '', 0, 0, '', 0, 0, ?, ?, ?, ?, ?)`,
  );
  for (const { number, agent, sessionId, projectId, projectRoot, system, shell } of logs.values()) {
    const session = [sessionId, projectId, projectRoot, system, shell];
    insert.run(number, `key ${number}`, logPath(number), agent, ...session);
  }
  const mark = prepared(database, "UPDATE calls SET fact = ?, treatment = ? WHERE call_key = ?");
  for (const [index, { log, ...call }] of calls.entries()) {
    insertCalls(database, { log: log.number, agent: log.agent }, [
      callRow(finishedCall(call, index)),
    ]);
    mark.run(call.fact, call.treatment ?? null, shortHash(`${log.agent} ${index}`));
  }
  // They were read before ids and the lines of results were kept.
  database.exec("UPDATE calls SET id_key = NULL, result_line = NULL");
}

function finishedCall(call: Omit<LedgerCall, "log">, callKey: number): FinishedCall {
  const { tool, head, signature, thread, at, command, path, workingDirectory, ...rest } = call;
  const [program, subcommand] = head === tool ? [] : head.split(" ");
  const verdict = { name: "unknown", worth: "none", about: "unknown", headline: "" } as const;
  return {
    ...rest,
    tool,
    head,
    does: "other",
    thread: thread ?? undefined,
    at: at ?? undefined,
    command: command ?? undefined,
    workingDirectory: workingDirectory ?? undefined,
    path: path ?? undefined,
    shape: program === undefined ? undefined : { program, subcommand, flags: [] },
    failure:
      signature === null
        ? undefined
        : { ...verdict, fact: { class: "message", subject: signature }, signature, errorHead: "" },
    resultLine: call.line,
    callKey,
    idKey: callKey,
  };
}

export function logPath(number: number): string {
  return `~/logs/${number}.jsonl`;
}

/** The same calls, as a real store gives them back. */
export function throughStore(calls: readonly LedgerCall[]): readonly LedgerCall[] {
  const database = openDatabase(join(freshFolder(), "lessons.db"), noon);
  keepLedger(database, calls);
  const kept = [...eachReplayCall(database)];
  database.close();
  return kept;
}
