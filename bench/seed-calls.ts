import { callRow, insertCalls } from "../src/capture/ledger/calls.ts";
import type { FinishedCall } from "../src/capture/session/finished-call.ts";
import { inTransaction, prepared, type Database } from "../src/platform/database/database.ts";

/** The calls of generated sessions, as a scan would have written them: shell lines, reads and edits, about one in twelve of which failed. */
export function seedCalls(database: Database, count: number): void {
  const sessions = Math.ceil(count / callsInSession);
  inTransaction(database, () => {
    for (let session = 0; session < sessions; session += 1) {
      const log = putLog(database, session);
      const calls = Array.from({ length: callsInSession }, (_, at) =>
        callRow(callOf(session * callsInSession + at, at)),
      );
      insertCalls(database, { log, agent }, calls);
    }
  });
}

const agent = "claude-code";
const callsInSession = 200;

function putLog(database: Database, session: number): number {
  const row = prepared(
    database,
    `INSERT INTO logs(path_key, path, agent, identity, size, modified_ms, beginning, byte, line, session_id, project_id, project,
       model, started_at, ended_at, records)
     VALUES (?, ?, ?, '', 1, 1, '', 1, 1, ?, ?, ?, 'a-model', ?, ?, 1) RETURNING number`,
  ).get(
    `bench-${session}`,
    `~/logs/${session}.jsonl`,
    agent,
    `s${session}`,
    `p${session % 20}`,
    `~/projects/p${session % 20}`,
    instant(session, 0),
    instant(session, 3599),
  );
  return Number(row?.["number"]);
}

function callOf(number: number, ordinal: number): FinishedCall {
  const session = Math.floor((number - ordinal) / callsInSession);
  const made = {
    ordinal,
    line: ordinal * 2 + 1,
    resultLine: ordinal * 2 + 2,
    at: instant(session, (ordinal * 17) % 3600),
    idKey: number,
    callKey: number,
    durationMs: 20 + (number % 900),
  };
  const variant = (number * 7919) % 100;
  if (variant < 20)
    return { ...made, tool: "Read", does: "read", head: "", path: fileOf(number), outcome: "ok" };
  if (variant < 30)
    return { ...made, tool: "Edit", does: "edit", head: "", path: fileOf(number), outcome: "ok" };
  const [program, subcommand, rest] = commands[(number * 31) % commands.length] ?? ["ls", "", ""];
  const command = [program, subcommand, rest.replace("#", String(number % 977))]
    .filter((word) => word !== "")
    .join(" ");
  const shell = {
    ...made,
    tool: "Bash",
    does: "shell",
    head: [program, subcommand].filter((word) => word !== "").join(" "),
    shape: { program, subcommand: subcommand === "" ? undefined : subcommand, flags: [] },
    command,
  } as const;
  if (variant < 92) return { ...shell, outcome: "ok", exitStatus: 0 };
  const message = `${program}: unknown option --o${number % 40}`;
  return {
    ...shell,
    outcome: "error",
    exitStatus: 1,
    failure: {
      name: "unknown-option",
      worth: "lesson",
      about: "interface",
      headline: message,
      fact: { class: "no-option", subject: `${program} --o${number % 40}` },
      signature: message,
      errorHead: message,
    },
  };
}

/** What sessions run most, with a number in place of what differs. */
const commands: readonly (readonly [program: string, subcommand: string, rest: string])[] = [
  ["git", "status", "--short"],
  ["git", "diff", "src/part#.ts"],
  ["git", "commit", "-m 'change #'"],
  ["git", "stash", ""],
  ["npm", "test", "-- part#"],
  ["npm", "install", "package#"],
  ["npx", "vitest", "run src/part#.test.ts"],
  ["python3", "", "tools/run#.py --fast | head -20"],
  ["grep", "", "-rn 'word#' src | head -5"],
  ["ls", "", "-la src/part#"],
  ["cat", "", "src/part#.ts && echo done"],
  ["sed", "", "-n '1,#p' src/total.ts"],
  ["docker", "run", "--rm image#"],
  ["cargo", "build", "--release -p crate#"],
  ["curl", "", "-s http://localhost:3000/item/#"],
  ["cd", "", "services/s# && make build"],
];

function fileOf(number: number): string {
  const ends = ["ts", "tsx", "py", "sql", "md"];
  return `/srv/shop/src/modules/m${number % 311}/file${number % 1009}.${ends[number % ends.length]}`;
}

/** One session an hour. */
function instant(session: number, second: number): string {
  return new Date(Date.UTC(2026, 0, 1, session) + second * 1000).toISOString();
}
