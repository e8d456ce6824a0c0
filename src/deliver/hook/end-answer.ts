import { agentName } from "../../agents/claude-code/agent-name.ts";
import { userNotice } from "../../agents/claude-code/hook-answer.ts";
import type { HookPayload } from "../../agents/claude-code/hook-payload.ts";
import { stopNotice } from "../text/stop.ts";
import { reportsIn } from "../../capture/reports/report-marks.ts";
import { inTime } from "./in-time.ts";
import { print } from "./print.ts";
import { redacted } from "./redacted.ts";
import type { SessionContext } from "./session-context.ts";
import { spool } from "./spool.ts";

/**
 * Keeps what the agent reported in its answer, and tells the person. Neither the transcript is read nor
 * a model called: the answer itself is in the payload.
 */
export function endAnswer(
  { sessionId, lastAssistantMessage = "" }: HookPayload,
  { home, now, log }: SessionContext,
): void {
  const reports = inTime(log, () =>
    // Cut behind the redaction: half a secret is not known for one.
    reportsIn(lastAssistantMessage).map((report) => redacted(report).slice(0, longestReport)),
  );
  if (reports === undefined || reports.length === 0) return;
  for (const report of reports) {
    spool(home, "reports.jsonl", {
      version: 1,
      at: now.toISOString(),
      agent: agentName,
      session: sessionId ?? null,
      report,
    });
  }
  print(userNotice(stopNotice(reports.length)));
}

const longestReport = 8192;
