import { programOf } from "../../../app/learn/learning-settings.ts";
import type { LearningReport } from "../../../app/learn/show-learning.ts";
import { observedKinds } from "../../../core/repetition.ts";
import { displayPath } from "../../../system/paths.ts";
import { hang, minute, plural } from "../layout.ts";
import type { Terminal } from "../terminal.ts";

type Page = Pick<Terminal, "style" | "width" | "environment">;

/** One screen: whether it is on, what waits, what was found, and what needs a person. */
export function learningText(report: LearningReport, page: Page): string {
  const { style, width, environment } = page;
  const row = (label: string, ...texts: readonly string[]) =>
    texts.map((text, index) =>
      hang(style("dim", index === 0 ? label : ""), text, { column: 14, width }),
    );
  const { settings, file, log, needReview } = report;
  return `${[
    ...row("learning", switchText(report, page)),
    ...row("project", report.project),
    ...row("asks", programOf(settings)),
    ...row("sessions", ...queueTexts(report)),
    ...row("today", `${report.runsToday} of ${plural(settings.dailyCap, "run")}`),
    ...row("last run", lastRunText(report)),
    ...row("observations", ...observationTexts(report)),
    ...(needReview === 0
      ? []
      : row("attention", style("yellow", `⚠ ${needReview} need review: lessons learn --review`))),
    ...(file === null ? [] : row("settings", displayPath(file, environment))),
    ...row("log", displayPath(log, environment)),
  ].join("\n")}\n`;
}

function switchText({ settings }: LearningReport, { style }: Page): string {
  if (settings.enabled) return style("green", "on");
  return `${style("yellow", "off")}: lessons learn --enable`;
}

function queueTexts(report: LearningReport): readonly string[] {
  const { waiting, needed, busySince, aside, unreadable } = report;
  return [
    `${waiting} waiting; ${plural(needed, "session")} make a batch`,
    ...(busySince === null ? [] : [`a run is at it since ${minute(busySince)} UTC`]),
    ...(waiting > 0 && waiting < needed
      ? ["to look at them at once: lessons learn run --now"]
      : []),
    ...(aside + unreadable === 0
      ? []
      : [`${aside} put aside, ${unreadable} cannot be read: lessons learn --purge`]),
  ];
}

function lastRunText({ lastRun }: LearningReport): string {
  if (lastRun === null) return "none yet";
  const { startedAt, outcome, created, grown, message, sessions } = lastRun;
  const said = {
    asking: "has not ended",
    learned: `${created} new, ${grown} seen again`,
    nothing: "nothing to learn",
    "bad-answer": `the answer cannot be used: ${message ?? ""}`,
    "no-answer": `no answer: ${message ?? ""}`,
  }[outcome];
  return `${minute(startedAt)} UTC, ${plural(sessions, "session")}: ${said}`;
}

function observationTexts({ observations }: LearningReport): readonly string[] {
  const rows = observedKinds.flatMap((kind) => {
    const { candidate, reviewed, active, archived } = observations[kind];
    const all = candidate + reviewed + active;
    if (all + archived === 0) return [];
    const parts = [
      `${candidate} candidate`,
      `${reviewed} reviewed`,
      `${active} active`,
      ...(archived === 0 ? [] : [`${archived} archived`]),
    ];
    return [`${plural(all, kind)}: ${parts.join(", ")}`];
  });
  return rows.length === 0 ? ["none yet"] : rows;
}
