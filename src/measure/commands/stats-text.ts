import type { LessonStats } from "../stats/lesson-stats.ts";
import type { StatsReport } from "../stats/stats.ts";
import { bar, barWidthIn } from "../../cli/bar.ts";
import { day, grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { plot } from "../../cli/plot.ts";
import { effectVerdicts } from "../effect/judge-effect.ts";
import { trialRows } from "./trial-text.ts";
import { deliveryCount, effectStyles, noExperiment, recurrenceWords } from "./effect-words.ts";
import {
  complianceRows,
  costRows,
  indented,
  levelRows,
  mistakeRows,
  undeliveredRows,
  type StatsLook,
} from "./stats-history-text.ts";

/** All numbers, a section each. What there is nothing to say about is left out, or says what is missing. */
export function statsText(report: StatsReport, look: StatsLook): string {
  const { calls, sessions, begun } = report.history;
  const since = report.since === null ? "" : `Since ${day(report.since)}: `;
  const read = `${plural(calls, "call")} in ${plural(sessions, "session")} read`;
  const began = begun === 0 ? "no session" : plural(begun, "session");
  const sections: readonly (readonly string[])[] = [
    [indented(0, `${since}${read}; ${began} started with lessons`, look)],
    trendRows(report, look),
    ...deliverySections(report, look),
    ...lessonSections(report, look),
    trialRows(report.trial, look),
    mistakeRows(report.mistakes, look),
    costRows(report.costs, look),
    complianceRows(report, look),
    levelRows(report.levels, look),
    undeliveredRows(report.missed, look),
  ];
  const filled = sections.filter((rows) => rows.length > 0);
  return `${filled.map((rows) => rows.join("\n")).join("\n\n")}\n`;
}

/** How the share of failed calls goes, week by week, and since when lessons are delivered. One week is no trend. */
function trendRows({ trend, costs }: StatsReport, look: StatsLook): readonly string[] {
  if (trend.length < 2) return [];
  const points = trend.map(({ week, failedPer100 }) => ({
    name: week,
    value: failedPer100 ?? undefined,
  }));
  const since = costs === null ? "" : `; lessons since ${day(costs.firstDeliveryAt)}`;
  const { style, width } = look;
  return [
    style("bold", "Failed calls in 100, by week"),
    ...plot(points, { width: width - 2 }).map((line) => `  ${line}`),
    indented(
      2,
      style("dim", `${weekWords(trend.at(-2))}, ${weekWords(trend.at(-1))}${since}`),
      look,
    ),
  ];
}

function weekWords(week: StatsReport["trend"][number] | undefined): string {
  if (week === undefined) return "";
  return `week of ${week.week}: ${grouped(week.failed)} of ${grouped(week.count)}`;
}

/** What was delivered, and what came of it. */
function deliverySections(report: StatsReport, look: StatsLook): readonly (readonly string[])[] {
  const { style } = look;
  const title = style("bold", "Deliveries");
  if (report.deliveries.delivered === 0)
    return [[title, indented(2, nothingDelivered(report, look), look)]];
  return [
    [title, ...countRows(report, look)],
    [
      style("bold", "Results"),
      ...effectRows(report, look),
      ...waitingRows(report, look),
      ...unwantedRows(report, look),
    ],
  ];
}

const labelColumn = 13;

function nothingDelivered({ levels, history }: StatsReport, { isSetUp }: StatsLook): string {
  if (levels.active === 0)
    return "Nothing shown: no lesson is active. Approve candidates: lessons review. Write one: lessons add.";
  const active = plural(levels.active, "active lesson");
  if (history.begun === 0) {
    const next = isSetUp
      ? "new sessions get them; if not, run lessons doctor"
      : "lessons init sets it up";
    return `Nothing shown: no session started with lessons yet. You have ${active}; ${next}.`;
  }
  return `Nothing shown in ${plural(history.begun, "session")} with ${active}. To check the triggers: lessons dev backtest. To check the hooks: lessons doctor.`;
}

function countRows(
  { deliveries, latency }: StatsReport,
  { style, width }: Look,
): readonly string[] {
  const { delivered, sessions, perSession, held, weeks } = deliveries;
  const line = (label: string, text: string) =>
    hang(`  ${style("dim", label)}`, text, { column: labelColumn, width });
  const counted = `${deliveryCount(delivered)} in ${plural(sessions, "session")}: ${perSession.mean} per session, at most ${perSession.most}`;
  const rows = [line("shown", held === 0 ? counted : `${counted}; ${plural(held, "call")} held`)];
  if (weeks.length > 1) {
    const points = weeks.map(({ week, count }) => ({ name: week, value: count }));
    const lines = plot(points, { width: width - labelColumn, height: 3 });
    rows.push(
      ...lines.map((text, index) => chartLine(index === 0 ? style("dim", "by week") : "", text)),
    );
  }
  if (latency !== null) {
    const { medianMs, p95Ms } = latency;
    const took = `half within ${medianMs} ms, 95 % within ${p95Ms} ms`;
    rows.push(line("hook", `${took}, without starting the process`));
  }
  return rows;
}

/** A line of a chart is as wide as it is: wrapped it would be none. */
function chartLine(label: string, text: string): string {
  const shown = label === "" ? "" : `  ${label}`;
  return `${shown}${" ".repeat(labelColumn - (label === "" ? 0 : "  by week".length))}${text}`;
}

const verdictWords = {
  heeded: "the agent used the fix, and it worked",
  fixed: "lessons fixed the call, and it worked",
  repeated: "the agent made the mistake again",
  overruled: "a person undid it, or the agent insisted",
  unclear: "the log does not show the result",
} as const;

function effectRows({ deliveries }: StatsReport, { style, width }: Look): readonly string[] {
  const digits = grouped(deliveries.delivered).length;
  // Few people let calls be corrected: for the others the line would be a riddle.
  const verdicts = effectVerdicts.filter((name) => name !== "fixed" || deliveries.fixed > 0);
  return verdicts.map((verdict) => {
    const count = deliveries[verdict];
    const name = style(effectStyles[verdict], verdict);
    const label = `  ${name}${" ".repeat(11 - verdict.length)}${grouped(count).padStart(digits)}`;
    const text = `${bar(count, deliveries.delivered, barWidthIn(width))}  ${verdictWords[verdict]}`;
    return hang(label, text, { column: labelColumn + digits + 2, width });
  });
}

function waitingRows({ deliveries }: StatsReport, look: Look): readonly string[] {
  if (deliveries.notRead === 0) return [];
  const waiting = deliveries.notRead === 1 ? "1 waits" : `${grouped(deliveries.notRead)} wait`;
  const text = `Unclear: ${waiting} for the log to be read: lessons scan`;
  return [indented(2, look.style("dim", text), look)];
}

function unwantedRows({ falsePositives }: StatsReport, look: Look): readonly string[] {
  const { style } = look;
  const { overruled, notHelpful, percent, isTooMany, proposal } = falsePositives;
  const row = (text: string) => indented(2, text, look);
  const share = `${percent} % unwanted: ${grouped(overruled)} overruled, ${grouped(notHelpful)} rated not helpful`;
  if (!isTooMany) return [row(style("dim", share))];
  const advice =
    proposal === null
      ? "That is more than 10 %. A higher relevanceThreshold would not help; check the lessons below."
      : `That is more than 10 %. With relevanceThreshold ${proposal.threshold}, ${deliveryCount(proposal.keptOut)} would be gone (${grouped(proposal.unwantedKeptOut)} of them unwanted), leaving ${proposal.percentLeft} % unwanted: lessons config set relevanceThreshold ${proposal.threshold}`;
  return [row(share), row(style("yellow", advice))];
}

/** The lessons that were delivered, those that help apart from those that do not. */
function lessonSections(
  { lessons, trial }: Pick<StatsReport, "lessons" | "trial">,
  look: Look,
): readonly (readonly string[])[] {
  const delivered = lessons.filter(({ effects }) => effects.delivered > 0);
  const groups = groupTitles.map(([standing, title]) => {
    const own = delivered.filter((lesson) => lesson.standing === standing);
    return own.length === 0 ? [] : [look.style("bold", title), ...groupRows(own, look)];
  });
  const isAnyCounted = delivered.some(({ recurrence }) => recurrence !== null);
  const note = look.style("dim", trial === null ? `${noExperiment} ${howToTry}` : noExperiment);
  return [...groups, isAnyCounted ? [indented(0, note, look)] : []];
}

const groupTitles = [
  ["helps", "Lessons that help"],
  ["does-not-help", "Lessons that do not help"],
  ["too-early", "Too early to say"],
] as const;

const mostLessons = 10;

const howToTry = "For an experiment: lessons trial start";

function groupRows(lessons: readonly LessonStats[], look: Look): readonly string[] {
  const more = lessons.length - mostLessons;
  return [
    ...lessons.slice(0, mostLessons).flatMap((lesson) => oneLesson(lesson, look)),
    ...(more > 0 ? [look.style("dim", `  and ${grouped(more)} more: lessons stats --json`)] : []),
  ];
}

function oneLesson(
  { lesson, effects, feedback, recurrence }: LessonStats,
  look: Look,
): readonly string[] {
  const { heeded, repeated, overruled, unclear, delivered } = effects;
  const counts = `${grouped(heeded)} of ${grouped(delivered)} heeded, ${grouped(repeated)} repeated, ${grouped(overruled)} overruled, ${grouped(unclear)} unclear`;
  return [
    `  ${lesson.slug}`,
    indented(4, `${bar(heeded, delivered, 10)}  ${counts}${feedbackWords(feedback)}`, look),
    ...(recurrence === null ? [] : [indented(4, recurrenceWords(recurrence, look), look)]),
  ];
}

function feedbackWords({ helpful, notHelpful }: LessonStats["feedback"]): string {
  const said = [
    ...(helpful > 0 ? [`helpful ${plural(helpful, "time")}`] : []),
    ...(notHelpful > 0 ? [`not helpful ${plural(notHelpful, "time")}`] : []),
  ];
  return said.length === 0 ? "" : `; called ${said.join(", ")}`;
}
