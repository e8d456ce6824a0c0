import type { ScanReport } from "../scan/scan-tally.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { grouped, plural, row, rows } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

interface ScanLook extends Look {
  readonly isDryRun: boolean;
  /** Somebody asked for some logs only. */
  readonly isNarrowed: boolean;
}

/** What a scan did, in a few lines. */
export function scanSummary(report: ScanReport, look: ScanLook): string {
  const lines = [
    ...readLines(report, look),
    ...troubleLines("unreadable", "record", report.unreadable, look),
    ...troubleLines("not kept", "lesson tag or block", report.badReports, look, allProblems),
    ...report.notices.map((notice) =>
      row(`  ${look.style("yellow", "note")}`, plainLine(notice), look),
    ),
    ...(look.isDryRun ? ["Nothing was stored."] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function readLines(report: ScanReport, look: ScanLook): readonly string[] {
  const { logs, candidates, bytes, durationMs } = report;
  if (logs.found === 0) {
    return look.isNarrowed
      ? ["No session logs match."]
      : ["No session logs found. To see where lessons looks: lessons start"];
  }
  if (logs.read === 0) return [`Nothing new in ${plural(logs.found, "log")}.`];
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const took = `${(durationMs / 1000).toFixed(1)} s`;
  return [
    look.style("bold", `Read ${plural(logs.read, "log")}, ${size}, in ${took}`),
    ...(logs.unchanged === 0 ? [] : [row("  unchanged", plural(logs.unchanged, "log"), look)]),
    row("  sessions", grouped(report.sessions), look),
    row("  tool calls", callsText(report), look),
    ...(report.failures.length === 0 ? [] : [row("  failures", failuresText(report), look)]),
    row(
      "  candidates",
      `${grouped(candidates.created)} new, ${grouped(candidates.grown)} grown, ${grouped(candidates.skipped)} skipped`,
      look,
    ),
  ];
}

const allProblems = "lessons scan problems";

function troubleLines(
  label: string,
  noun: string,
  { count, places }: ScanReport["unreadable"],
  look: Look,
  command?: string,
): readonly string[] {
  if (count === 0) return [];
  const more = count - places.length;
  const texts = [
    plural(count, noun),
    ...places.map(({ file, line, problem }) =>
      plainLine(`${line === undefined ? file : `${file}:${line}`} ${problem}`),
    ),
    ...(more > 0
      ? [`and ${grouped(more)} more${command === undefined ? "" : `: ${command}`}`]
      : []),
  ];
  return rows(`  ${look.style("yellow", label)}`, texts, look);
}

function callsText(report: ScanReport): string {
  const counts = `${grouped(report.calls)}, ${grouped(failureCount(report))} failed`;
  return report.copies === 0
    ? counts
    : `${counts}; ${grouped(report.copies)} copies in forked sessions count once`;
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
