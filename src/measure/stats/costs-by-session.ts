import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { SessionCost } from "../recurrence/session-cost.ts";
import type { SessionCostRow } from "../../capture/ledger/logs.ts";

export function costsBySession(rows: readonly SessionCostRow[]): ReadonlyMap<string, SessionCost> {
  return new Map(
    rows.map((row) => {
      const tokens = row.inputTokens + row.outputTokens + row.cacheWriteTokens;
      const { retryLoops, cacheReadTokens } = row;
      // An agent that does not log them is no agent that needs none.
      const isKnown = tokens + cacheReadTokens > 0;
      return [
        sessionKey(row),
        {
          retryLoops,
          tokens: isKnown ? tokens : null,
          cacheReadTokens: isKnown ? cacheReadTokens : null,
        },
      ];
    }),
  );
}
