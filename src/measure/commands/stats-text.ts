import type { StatsReport } from "../stats/stats.ts";
import { day, hang, plural } from "../../cli/layout.ts";
import { complianceRows, type StatsLook } from "./stats-compliance-text.ts";
import { deliverySections } from "./stats-delivery-text.ts";
import { lessonSections } from "./stats-lesson-text.ts";
import { levelRows, untoldRows } from "./stats-level-text.ts";
import { costRows, mistakeRows } from "./stats-mistake-text.ts";

/** All numbers, a section each. What there is nothing to say about is left out, or says what is missing. */
export function statsText(report: StatsReport, look: StatsLook): string {
  const { calls, sessions, begun } = report.history;
  const since = report.since === null ? "" : `Since ${day(report.since)}: `;
  const sections: readonly (readonly string[])[] = [
    [
      hang(
        "",
        `${since}${plural(calls, "call")} in ${plural(sessions, "session")} read; ${begun === 0 ? "no session" : plural(begun, "session")} began with lessons`,
        { column: 0, width: look.width },
      ),
    ],
    ...deliverySections(report, look),
    ...lessonSections(report.lessons, look),
    mistakeRows(report.mistakes, look),
    costRows(report.costs, look),
    complianceRows(report, look),
    levelRows(report.levels, look),
    untoldRows(report.missed, look),
  ];
  const filled = sections.filter((rows) => rows.length > 0);
  return `${filled.map((rows) => rows.join("\n")).join("\n\n")}\n`;
}
