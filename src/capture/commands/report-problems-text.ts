import { hang, minute, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { RefusedReports, ReportProblem } from "../reports/report-problems.ts";
import { formNames } from "../reports/report.ts";

/** A refused report in a list: when, what is wrong with it, and on a second line where it was written. */
export function reportProblemEntry(report: ReportProblem, { style, width }: Look): string {
  const line = (label: string, text: string) => `${hang(label, text, { column: 18, width })}\n`;
  const when = report.at === null ? "" : minute(report.at);
  const place = style("dim", plainLine(`${report.file}:${report.line}`));
  return line(when, plainLine(`${formNames[report.form]}: ${report.problem}`)) + line("", place);
}

/** In one line, for whoever asks how things are. Undefined when none was refused. */
export function refusedReportsText({ count, newest }: RefusedReports): string | undefined {
  if (newest === null) return undefined;
  const { file, line, problem, form } = newest;
  const place = plainLine(`${file}:${line}`);
  const what = plainLine(`${formNames[form]}: ${problem}`);
  return `${plural(count, "report")} rejected, the newest at ${place} (${what}): lessons scan problems`;
}
