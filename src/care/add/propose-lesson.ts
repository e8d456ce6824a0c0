import { startOfNewestCalls } from "../../capture/ledger/calls.ts";
import {
  callFrom,
  callNamedIn,
  callsWith,
  ruleDraft,
  type ProposedCall,
} from "../../capture/rules/propose-call.ts";
import { rulePartsOf } from "../../capture/rules/rule-parts.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";

/** A lesson from one sentence: what it says, at which calls, and how that was chosen. */
export interface ProposedLesson {
  /** For the schema, like what a person gave with flags. */
  readonly draft: object;
  /** Undefined: no call is named or known, and it is shown at the start of sessions. */
  readonly call: ProposedCall | undefined;
}

/**
 * Proposes text and trigger. The call is the one that the person gives, else the one that the rule names, as the ledger
 * has it. A pattern that fires at the fix itself is none.
 */
export function proposeLesson(
  database: Database,
  sentence: string,
  { example }: { readonly example?: string | undefined } = {},
): ProposedLesson {
  const parts = rulePartsOf(sentence);
  const call =
    example === undefined
      ? callNamedIn(parts, (words) => callsWith(words, linesWith(database, words)))
      : callFrom(parts, example, "you");
  return { call, draft: ruleDraft(parts, call) };
}

/** Among the newest calls. */
function linesWith(database: Database, words: string): readonly string[] {
  return queryAll<{ command: string }>(
    database,
    `SELECT command FROM calls WHERE command IS NOT NULL AND instr(command, ?) > 0 AND coalesce(at, '') >= ?
     ORDER BY number DESC LIMIT ${mostLines}`,
    words,
    startOfNewestCalls(database, newest) ?? "",
  ).map(({ command }) => command);
}

const newest = 20_000;
const mostLines = 2000;
