import { expect, test } from "vitest";
import { keepLedger, ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { freshContext, noon } from "../../../test/kit/store.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { eachReplayCall } from "../../capture/ledger/replay-calls.ts";
import { insertSessionStart, type SessionStart } from "../spool/session-starts.ts";
import { markRepaired } from "./mark-repaired.ts";

const elevenAm = "2026-01-01T11:00:00.000Z";
const onePm = "2026-01-01T13:00:00.000Z";
const other = { ...ourLog, number: 2, sessionId: "s2" };

function start(repairs: readonly string[], at = elevenAm): SessionStart {
  const { agent, sessionId } = ourLog;
  return {
    agent,
    sessionId,
    subagent: null,
    at,
    protocol: "off",
    lessons: 0,
    card: [],
    tookMs: 1,
    repairs,
  };
}

/** The commands that are marked after these starts. */
function marked(starts: readonly SessionStart[], calls: readonly Partial<LedgerCall>[]) {
  const { database } = freshContext();
  keepLedger(
    database,
    calls.map((call, ordinal) => ledgerCall({ ordinal, ...call })),
  );
  for (const [index, each] of starts.entries()) insertSessionStart(database, `${index}`, each);
  markRepaired(database);
  markRepaired(database);
  return [...eachReplayCall(database)].flatMap(({ command, treatment }) =>
    treatment === "repaired" ? [command] : [],
  );
}

const ran = (command: string, more: Partial<LedgerCall> = {}) => ({ command, ...more });
const missingJq = ran("jq", { log: other, outcome: "error", fact: "not-installed jq" });

test("only calls that a repair concerns are marked", () => {
  const calls = [
    ran("ls a*"),
    ran("echo ==="),
    ran("A=1 jq . a\nhead"),
    ran("cat a | jq"),
    ran("gh pr view"),
    ran("git push"),
    missingJq,
  ];
  expect(marked([start(["zsh-globs"])], calls)).toEqual(["ls a*", "echo ==="]);
  expect(marked([start(["zsh-equals"])], calls)).toEqual(["echo ==="]);
  expect(marked([start(["path"])], calls)).toEqual(["A=1 jq . a\nhead", "cat a | jq"]);
  expect(marked([start(["gh-repo"])], calls)).toEqual(["gh pr view"]);
});

test("a session without a repair, a call in bash and a call that failed all the same are not marked", () => {
  const bash = { ...ourLog, shell: "bash" };
  expect(marked([start(["zsh-globs"])], [ran("ls a*", { log: bash })])).toEqual([]);
  expect(marked([start(["zsh-globs"])], [ran("ls a*", { log: other })])).toEqual([]);
  const failed = ran("ls a*", { outcome: "error", fact: "zsh-glob" });
  expect(marked([start(["zsh-globs"])], [failed])).toEqual([]);
});

test("the last start before a call says what was on at it", () => {
  const calls = [ran("gh a", { at: noon }), ran("gh b", { at: "2026-01-01T14:00:00.000Z" })];
  const off: SessionStart = { ...start([], onePm) };
  expect(marked([start(["gh-repo"]), off], calls)).toEqual(["gh a"]);
  expect(marked([start([]), start(["gh-repo"], onePm)], calls)).toEqual(["gh b"]);
});
