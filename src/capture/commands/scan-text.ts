import type { ScanReport } from "../scan/scan-tally.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Style } from "../../cli/terminal.ts";

interface Look {
  readonly style: Style;
  readonly width: number;
  readonly isDryRun: boolean;
  /** Somebody asked for some logs only. */
  readonly isNarrowed?: boolean;
}

/** What a scan did, in a few lines. */
export function scanSummary(
  report: ScanReport,
  { style, width, isDryRun, isNarrowed = false }: Look,
): string {
  const { logs, candidates, unreadable, notices } = report;
  const lines: string[] = [];
  const row = (label: string, text: string) =>
    lines.push(hang(`  ${label}`, text, { column: 14, width }));
  if (logs.found === 0) {
    lines.push(
      isNarrowed
        ? "No session logs like that were found."
        : "No session logs were found. lessons start shows where they are looked for.",
    );
  } else if (logs.read === 0) {
    lines.push(`Nothing new in ${plural(logs.found, "log")}.`);
  } else {
    lines.push(
      style(
        "bold",
        `Read ${plural(logs.read, "log")}, ${(report.bytes / 1e6).toFixed(1)} MB, in ${(report.durationMs / 1000).toFixed(1)} s`,
      ),
    );
    if (logs.unchanged > 0) row("unchanged", plural(logs.unchanged, "log"));
    row("sessions", grouped(report.sessions));
    row("tool calls", callsText(report));
    if (report.failures.length > 0) row("failures", failuresText(report));
    row(
      "candidates",
      `${grouped(candidates.created)} new, ${grouped(candidates.grown)} grown, ${grouped(candidates.skipped)} skipped`,
    );
  }
  const listing = (label: string, noun: string, { count, places }: ScanReport["unreadable"]) => {
    if (count === 0) return;
    row(style("yellow", label), plural(count, noun));
    for (const { file, line, problem } of places) {
      const place = line === undefined ? file : `${file}:${line}`;
      lines.push(hang("", plainLine(`${place} ${problem}`), { column: 14, width }));
    }
    const more = count - places.length;
    if (more > 0) lines.push(hang("", `and ${grouped(more)} more`, { column: 14, width }));
  };
  listing("unreadable", "record", unreadable);
  listing("not kept", "lesson tag or block", report.badReports);
  for (const notice of notices) row(style("yellow", "note"), plainLine(notice));
  if (isDryRun) lines.push("Nothing was stored.");
  return `${lines.join("\n")}\n`;
}

function callsText(report: ScanReport): string {
  const counts = `${grouped(report.calls)}, ${grouped(failureCount(report))} failed`;
  return report.copies === 0
    ? counts
    : `${counts}; ${grouped(report.copies)} repeated by forked sessions count once`;
}

function failureCount({ failures }: ScanReport): number {
  return failures.reduce((sum, { count }) => sum + count, 0);
}

const mostKinds = 8;

function failuresText({ failures }: ScanReport): string {
  const shown = failures.slice(0, mostKinds).map(({ kind, count }) => `${kind} ${grouped(count)}`);
  const rest = failures.length - shown.length;
  return [...shown, ...(rest > 0 ? [plural(rest, "other kind")] : [])].join(", ");
}
