import type { ScanReport } from "../../app/scan-tally.ts";
import { plainLine } from "../../core/plain-text.ts";
import { grouped, hang, plural } from "./layout.ts";
import type { Style } from "./terminal.ts";

interface Look {
  readonly style: Style;
  readonly width: number;
  readonly isDryRun: boolean;
}

/** What a scan did, in a few lines. */
export function scanSummary(report: ScanReport, { style, width, isDryRun }: Look): string {
  const { logs, candidates, unreadable, notices } = report;
  const lines: string[] = [];
  const row = (label: string, text: string) =>
    lines.push(hang(`  ${label}`, text, { column: 14, width }));
  if (logs.found === 0) {
    lines.push("No session logs were found. lessons start shows where they are looked for.");
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
    row("tool calls", `${grouped(report.calls)}, ${grouped(failureCount(report))} failed`);
    if (report.failures.length > 0) row("failures", failuresText(report));
    row(
      "candidates",
      `${grouped(candidates.created)} new, ${grouped(candidates.grown)} grown, ${grouped(candidates.skipped)} skipped`,
    );
  }
  if (unreadable.count > 0) {
    row(style("yellow", "unreadable"), plural(unreadable.count, "record"));
    for (const { file, line, problem } of unreadable.places) {
      const place = line === undefined ? file : `${file}:${line}`;
      lines.push(hang("", plainLine(`${place} ${problem}`), { column: 14, width }));
    }
    const more = unreadable.count - unreadable.places.length;
    if (more > 0) lines.push(hang("", `and ${grouped(more)} more`, { column: 14, width }));
  }
  for (const notice of notices) row(style("yellow", "note"), plainLine(notice));
  if (isDryRun) lines.push("Nothing was stored.");
  return `${lines.join("\n")}\n`;
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
