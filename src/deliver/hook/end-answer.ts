import type { HookPayload } from "../../agents/delivery.ts";
import { reportsIn } from "../../capture/reports/report-marks.ts";
import { agent } from "./agent.ts";
import { inTime } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { redacted } from "./redacted.ts";
import { reportNotice } from "./report-notice.ts";
import { spool } from "./spool.ts";
import { print } from "./streams.ts";

/**
 * Keeps what the agent reported in its answer, and says so to the person. Neither the transcript is read nor
 * a model called: the answer itself is in the payload.
 */
export function endAnswer(
  { sessionId, lastAssistantMessage = "" }: HookPayload,
  { home, now, log }: HookContext,
): void {
  const reports = inTime(log, () =>
    reportsIn(lastAssistantMessage).map(({ text, isFinished }) => ({
      // Cut behind the redaction: half a secret is not known for one.
      text: redacted(text).slice(0, longestReport),
      isFinished,
    })),
  );
  if (reports === undefined || reports.length === 0) return;
  for (const { text } of reports.filter(({ isFinished }) => isFinished)) {
    spool(home, "reports.jsonl", {
      version: 1,
      at: now.toISOString(),
      agent: agent.name,
      session: sessionId ?? null,
      report: text,
    });
  }
  const notice = reportNotice(reports);
  if (notice !== "") print(agent.userNotice(notice));
}

const longestReport = 8192;
