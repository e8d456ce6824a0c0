import { refusedReportsText } from "../../capture/commands/report-problems-text.ts";
import type { ScanReport } from "../../capture/scan/scan-tally.ts";
import type { TestedLesson } from "../backtest/run-backtest.ts";
import type { NamedMistake, RecurringPicture } from "../start/recurring-picture.ts";
import type { BestCandidates, StartPicture, StartReport } from "../start/start.ts";
import { nextStep, type Standpoint } from "../start/next-step.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { bar } from "../../cli/bar.ts";
import { durationWords } from "../../cli/duration-words.ts";
import { day, grouped, hang, paragraph, plural, section, table } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { rightAligned } from "./backtest-text.ts";

/** What the logs say: who worked, what went wrong again and again, and what would have helped. */
export function pictureText(
  picture: StartPicture,
  scan: ScanReport | undefined,
  look: PictureLook,
): string {
  const { mistakes, candidates } = picture;
  return [
    agentsText(picture, scan, look),
    ...(mistakes.count === 0 ? [] : [mistakesText(mistakes, look)]),
    ...(candidates.waiting === 0 ? [] : [candidatesText(candidates, look)]),
  ].join("\n");
}

interface PictureLook extends Look {
  /** They are nobody's logs. */
  readonly isExample?: boolean;
  /** An agent asks us at its calls. */
  readonly isInstalled?: boolean;
  /** Agents that could and do not, by title. */
  readonly unconnected?: readonly string[];
}

function agentsText(
  { agents, mistakes }: StartPicture,
  scan: ScanReport | undefined,
  { style, width, isExample = false, isInstalled = false, unconnected = [] }: PictureLook,
): string {
  const total = (count: (agent: (typeof agents)[number]) => number) =>
    agents.reduce((sum, agent) => sum + count(agent), 0);
  const cells = agents.map(({ title, sessions, calls, failedCalls }) => [
    `  ${title}`,
    plural(sessions, "session"),
    plural(calls, "tool call"),
    `${grouped(failedCalls)} failed`,
  ]);
  const [calls, failed] = [total((agent) => agent.calls), total(({ failedCalls }) => failedCalls)];
  const facts = [
    agents.length === 1
      ? spanWords(agents)
      : `${spanWords(agents)}: ${plural(calls, "tool call")}, ${grouped(failed)} of them failed`,
    ...(isInstalled ? unconnectedWords(unconnected) : []),
    ...(mistakes.count === 0 ? ["No repeated mistakes so far."] : []),
    ...(scan === undefined ? [] : [style("dim", readWords(scan))]),
  ];
  const rows = facts.map((text) => paragraph(text, { width }, 2));
  const title = isExample ? "Logs read" : "Your agents' logs";
  return `${style("bold", title)}\n${table(rightAligned(cells, (index) => index > 0))}${rows.join("")}`;
}

/** An agent that came later. Where none is connected, the next step says so. */
function unconnectedWords(agents: readonly string[]): readonly string[] {
  if (agents.length === 0) return [];
  const are = agents.length === 1 ? "is" : "are";
  return [`${agents.join(", ")} ${are} not connected yet: lessons init`];
}

function spanWords(agents: StartPicture["agents"]): string {
  const [from] = agents.flatMap((agent) => agent.from ?? []).toSorted();
  const [to] = agents
    .flatMap((agent) => agent.to ?? [])
    .toSorted()
    .toReversed();
  if (from === undefined || to === undefined) return "In all";
  return day(from) === day(to) ? `On ${day(from)}` : `From ${day(from)} to ${day(to)}`;
}

function readWords({ logs, bytes, durationMs }: ScanReport): string {
  if (logs.read === 0) return `nothing new in ${plural(logs.found, "log")}`;
  return `${plural(logs.read, "log")}, ${(bytes / 1e6).toFixed(1)} MB, read in ${(durationMs / 1000).toFixed(1)} s`;
}

/** Which mistakes came back, and what they cost. The bars compare them with the dearest. */
function mistakesText(
  mistakes: RecurringPicture,
  { style, width, isInstalled = false }: PictureLook,
): string {
  const { count, failedCalls, msUntilFixed, worst } = mistakes;
  const time = msUntilFixed === 0 ? "" : `, ${durationWords(msUntilFixed)} lost`;
  const lead = `${plural(count, "mistake")} repeated in other sessions: ${plural(failedCalls, "failed call")}${time}.${count > worst.length ? " Most expensive:" : ""}`;
  const most = Math.max(...worst.map((mistake) => mistake.failedCalls));
  const rows = worst.flatMap((mistake) => [
    hang(
      `  ${style("yellow", bar(mistake.failedCalls, most, barWidth))}`,
      plainLine(mistake.summary),
      { column, width },
    ),
    hang("", style("dim", costWords(mistake, isInstalled)), { column, width }),
  ]);
  return section(style("bold", "Repeated mistakes"), [
    hang("", lead, { column: 2, width }),
    ...rows,
  ]);
}

const barWidth = 8;
const column = barWidth + 4;

function costWords(mistake: NamedMistake, isInstalled: boolean): string {
  const { failedCalls, sessions, retries, msUntilFixed, status } = mistake;
  const use = isInstalled ? "is active" : "works once you connect an agent";
  return [
    `${plural(failedCalls, "failed call")} in ${plural(sessions, "session")}`,
    ...(retries === 0 ? [] : [`${grouped(retries)} failed ${retries === 1 ? "retry" : "retries"}`]),
    ...(msUntilFixed === 0 ? [] : [`${durationWords(msUntilFixed)} lost`]),
    ...(status === "active" ? [`your lesson ${use}`] : []),
  ].join(", ");
}

/** The candidates that have proved themselves. The bars are the share of their fires that were needed. */
function candidatesText(
  candidates: BestCandidates,
  { style, width, isExample = false }: PictureLook,
): string {
  const { lessons, waiting, tested, reach, since } = candidates;
  const whose = isExample ? "these" : since === undefined ? "your own" : "your latest";
  const lead =
    lessons.length === 0
      ? `${plural(waiting, "candidate")}, none proven on your history yet. Check before approving.`
      : `Replayed ${plural(tested, "candidate")} over ${whose} ${plural(reach.calls, "call")}. The best:`;
  const title = lessons.length === 0 ? "Candidates" : "Lessons that would have helped";
  return section(style("bold", title), [
    hang("", lead, { column: 2, width }),
    ...lessons.flatMap((each) => candidateRows(each, { style, width })),
  ]);
}

function candidateRows(
  { lesson, backtest }: TestedLesson,
  { style, width }: Look,
): readonly string[] {
  const { fired, sessions, failed } = backtest.replay;
  const late = backtest.reverted + backtest.corrected + backtest.retried;
  const found = late === 0 ? "" : `, ${grouped(late)} more were corrected later`;
  const reading = `fires ${triggerReading(lesson.triggers, lesson)}`;
  return [
    hang(`  ${style("green", bar(failed + late, fired, barWidth))}`, plainLine(lesson.summary), {
      column,
      width,
    }),
    hang(
      "",
      `would have fired ${plural(fired, "time")} in ${plural(sessions, "session")}: ${grouped(failed)} of those calls failed${found}`,
      { column, width },
    ),
    hang("", style("dim", shortened(reading, width - column)), { column, width }),
  ];
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** How to go on: one command, and in one more line what else there is. */
export function nextText(report: StartReport, { style, width }: Look): string {
  const { command, why } = nextStep(standpointOf(report));
  const others = (report.logs.length === 0 ? withoutLogs : withLogs).filter(
    (other) => other !== command,
  );
  const { store } = report;
  const refused = store.is === "open" ? refusedReportsText(store.refusedReports) : undefined;
  return section(style("bold", "Next"), [
    hang(`  ${style("cyan", command)}`, why, { column: command.length + 4, width }),
    ...(refused === undefined ? [] : [hang("", refused, { column: 2, width })]),
    hang("  more:", style("dim", others.join(" · ")), { column: 8, width }),
  ]);
}

const withLogs = ["lessons init", "lessons stats", "lessons doctor", "lessons --help"] as const;
const withoutLogs = [
  "lessons init",
  "lessons add",
  "lessons import <path>",
  "lessons --help",
] as const;

function standpointOf({ logs, store, isInstalled }: StartReport): Standpoint {
  const hasLogs = logs.length > 0;
  if (store.is === "closed") {
    const problem = `find out what is wrong with the store; ${store.hint}`;
    return { problem, waiting: 0, isInstalled, hasLogs };
  }
  const waiting = store.counts.candidate - store.maybe + store.counts.reviewed;
  return { waiting, isInstalled, hasLogs };
}
