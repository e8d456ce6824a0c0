import { programOf } from "../learn/learning-settings.ts";
import type { LearningReport } from "../learn/show-learning.ts";
import { observedKinds } from "../../lesson/score/repetition.ts";
import { learningFileKeys, type LearningFileKey } from "../learn/learning-file.ts";
import { displayPath } from "../../platform/paths.ts";
import { hang, minute, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

type Page = Pick<Terminal, "style" | "width" | "environment">;

/** One screen: whether it is on, what waits, what was found, and what needs a person. */
export function learningText(report: LearningReport, page: Page): string {
  const { style, width, environment } = page;
  const row = (label: string, ...texts: readonly string[]) =>
    texts.map((text, index) =>
      hang(style("dim", index === 0 ? label : ""), text, { column: 14, width }),
    );
  const { settings, log, needReview } = report;
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
    ...row("settings", ...settingTexts(report, page)),
    ...row("log", displayPath(log, environment)),
  ].join("\n")}\n`;
}

function switchText({ settings, isOffHere }: LearningReport, { style }: Page): string {
  if (settings.enabled) return style("green", "on");
  return isOffHere
    ? `${style("yellow", "off")} in this project: lessons learn --enable --project`
    : `${style("yellow", "off")}: lessons learn --enable`;
}

/** Each value with where it comes from, and what does not count. */
function settingTexts(report: LearningReport, { style, environment }: Page): readonly string[] {
  const { settings, origins, file, ignored, problem } = report;
  const shown = file === null ? "" : displayPath(file, environment);
  const from = (key: LearningFileKey) => (origins[key] === "file" ? shown : origins[key]);
  return [
    learningFileKeys.map((key) => `${key} ${settings[key]} (${from(key)})`).join(", "),
    ...ignored.map(({ key, value }) =>
      style(
        "yellow",
        `${key} ${value} in ${shown} does not count: a project can only make it cheaper. To agree: lessons learn --configure ${key}=${value}`,
      ),
    ),
    ...(problem === null
      ? []
      : [style("yellow", `⚠ ${problem}; nothing is looked at before this is mended`)]),
  ];
}

function queueTexts(report: LearningReport): readonly string[] {
  const { waiting, needed, busySince, aside, unreadable, runsToday, settings, problem } = report;
  const isCapped = runsToday >= settings.dailyCap;
  return [
    `${waiting} waiting; ${plural(needed, "session")} make a batch`,
    ...(busySince === null ? [] : [`a run is at it since ${minute(busySince)} UTC`]),
    ...(waiting > 0 && waiting < needed && !isCapped && problem === null
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

function observationTexts({
  observations,
  formerly,
  project: current,
}: LearningReport): readonly string[] {
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
  return [
    ...(rows.length === 0 ? ["none yet"] : rows),
    ...formerly.map(
      ({ project, observations: count }) =>
        `${plural(count, "more observation")} from when it was ${project}; to take one along: lessons edit <slug> scope ${current}`,
    ),
  ];
}
