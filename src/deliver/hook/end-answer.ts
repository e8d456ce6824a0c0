import type { HookPayload } from "../../agents/delivery.ts";
import { reportsIn } from "../../capture/reports/report-marks.ts";
import { agent } from "./agent.ts";
import { inTime } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { redacted } from "./redacted.ts";
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
    // Cut behind the redaction: half a secret is not known for one.
    reportsIn(lastAssistantMessage).map((report) => redacted(report).slice(0, longestReport)),
  );
  if (reports === undefined || reports.length === 0) return;
  for (const report of reports) {
    spool(home, "reports.jsonl", {
      version: 1,
      at: now.toISOString(),
      agent: agent.name,
      session: sessionId ?? null,
      report,
    });
  }
  print(agent.userNotice(stopNotice(reports.length)));
}

const longestReport = 8192;

/** Shown to the person, not to the agent, when an answer held reports. */
export function stopNotice(count: number): string {
  if (count <= 0) return "";
  const found = count === 1 ? "1 lesson was" : `${count} lessons were`;
  const them = count === 1 ? "it" : "them";
  return `${found} reported in this answer. To review ${them}: lessons scan, then lessons review`;
}
