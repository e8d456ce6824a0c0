import type { StatsReport } from "../stats/stats.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { priorityOfLevel } from "../../lesson/record/level.ts";
import { bar, barWidthIn } from "../../cli/bar.ts";
import { day, grouped, hang, minute, plural, table } from "../../cli/layout.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";

/** What was done wrong in two sessions or more, and whether there is a lesson about it. */
export function mistakeRows(mistakes: StatsReport["mistakes"], look: Look): readonly string[] {
  const { style, width } = look;
  if (mistakes.length === 0) return [];
  const shown = mistakes.slice(0, mostRows);
  const most = Math.max(...shown.map(({ failedCalls }) => failedCalls));
  const more = mistakes.length - shown.length;
  return [
    style("bold", "Repeated mistakes"),
    ...shown.flatMap(({ about, sessions, failedCalls, lesson }) => [
      indented(2, plainLine(about), look),
      hang(
        `    ${bar(failedCalls, most, barWidth)}`,
        `${failedCalls === 0 ? "said" : plural(failedCalls, "failed call")} in ${plural(sessions, "session")} · ${lessonWords(lesson, look)}`,
        { column: barWidth + 6, width },
      ),
    ]),
    ...(more > 0 ? [style("dim", `  and ${grouped(more)} more: lessons stats --json`)] : []),
  ];
}

const mostRows = 8;
const barWidth = 10;

function lessonWords(lesson: StatsReport["mistakes"][number]["lesson"], { style }: Look): string {
  if (lesson === null) return style("dim", "no lesson");
  return lesson.status === "active" ? lesson.slug : `${lesson.slug} (${lesson.status})`;
}

/** What sessions took before and since the first delivery. */
export function costRows(costs: StatsReport["costs"], look: Look): readonly string[] {
  if (costs === null) return [];
  const { style } = look;
  const { before, after, underWay, firstDeliveryAt } = costs;
  const heading = `Sessions before and since lessons were first shown (${day(firstDeliveryAt)})`;
  const title = indented(0, style("bold", heading), look);
  const missing = before.sessions === 0 ? "before" : after.sessions === 0 ? "since" : undefined;
  if (missing !== undefined)
    return [title, indented(2, `No sessions ${missing}, so there is nothing to compare.`, look)];
  const sides = [before, after];
  const tokens = sides.map((side) => (side.withTokens === 0 ? undefined : side.tokens));
  const known = (count: number | undefined) => (count === undefined ? "unknown" : grouped(count));
  const rows = [
    ["", "before", "since"],
    ["  sessions", ...sides.map(({ sessions }) => grouped(sessions))],
    ["  retry loops per session", ...sides.map((side) => String(side.retryLoopsPerSession))],
    ["  tokens per session, median", ...tokens.map((count) => known(count?.median))],
    ["    mean", ...tokens.map((count) => known(count?.mean))],
  ];
  const [head = "", ...lines] = table(rows).trimEnd().split("\n");
  const uncounted = style("dim", `${plural(underWay, "session")} running at that time not counted`);
  return [
    title,
    style("dim", head),
    ...lines,
    ...(underWay === 0 ? [] : [indented(2, uncounted, look)]),
    indented(2, style("dim", "Not an experiment: projects, models and tasks change too."), look),
  ];
}

export interface StatsLook extends Look {
  /** Whether an agent asks us at its calls. */
  readonly isSetUp: boolean;
}

/** How far agents report their mistakes in `#lesson` tags. */
export function complianceRows(
  { compliance, history }: Pick<StatsReport, "compliance" | "history">,
  look: StatsLook,
): readonly string[] {
  const { style, width } = look;
  const { instructedSessions, readSessions, all } = compliance;
  const line = (text: string) => indented(2, text, look);
  const title = style("bold", "Agent reports (#lesson)");
  if (instructedSessions === 0) return [title, line(notAskedWords(history.begun, look.isSetUp))];
  const rows = [
    title,
    line(
      `${plural(instructedSessions, "session")} ${instructedSessions === 1 ? "was" : "were"} asked to report, ${grouped(readSessions)} of them read`,
    ),
  ];
  if (all.percent === null || all.interval === null)
    return [...rows, line("No reports and no mistakes in them: nothing to compare.")];
  const { missed, malformed, incomplete, late } = all.failures;
  return [
    ...rows,
    line(
      `${bar(all.tags, all.tags + all.heuristicOnly, barWidthIn(width))}  ${all.percent} % (${all.interval.low} to ${all.interval.high}): ${plural(all.tags, "report")}, ${plural(all.heuristicOnly, "mistake")} without one`,
    ),
    line(
      `${grouped(missed)} missed, ${grouped(malformed)} malformed, ${grouped(incomplete)} incomplete, ${grouped(late)} late`,
    ),
    ...splitRows(compliance, look),
    ...compliance.gates.map((gate) => line(style("dim", gateWords(gate)))),
    ...(compliance.isEnough ? [] : [line(style("yellow", tooFew))]),
  ];
}

const tooFew = "These are too few to rely on: it takes 10 to 20 sessions.";

function notAskedWords(begun: number, isSetUp: boolean): string {
  if (begun > 0) return "No session was asked to report: the protocol setting was off.";
  return isSetUp
    ? "No session was asked to report yet: none started since you connected your agent."
    : "No session was asked to report yet. To connect your agent: lessons init";
}

/** Only where there is more than one. */
function splitRows(compliance: Compliance, look: Look): readonly string[] {
  const { byAgent, byModel, byConversation } = compliance;
  return [byAgent, byModel, byConversation].flatMap((groups) => {
    const filled = groups.filter(({ percent }) => percent !== null);
    if (filled.length < 2) return [];
    const parts = filled.map(
      ({ name, percent, tags, heuristicOnly }) =>
        `${plainLine(name)} ${percent} % (${grouped(tags)} of ${grouped(tags + heuristicOnly)})`,
    );
    return [indented(2, parts.join(" · "), look)];
  });
}

function gateWords({ abovePercent, belowPercent, verdict }: Compliance["gates"][number]): string {
  return `with limits of ${abovePercent} and ${belowPercent} %: ${verdictWords[verdict]}`;
}

const verdictWords: Readonly<Record<Compliance["gates"][number]["verdict"], string>> = {
  "reports-lead": "agent reports can be the main source",
  both: "reports and logs are both needed",
  "log-leads": "logs are the main source",
  "nothing-to-judge": "nothing to compare",
};

type Compliance = StatsReport["compliance"];

/** How many active lessons there are of each level, beside how many there should be. */
export function levelRows(
  { active, levels, isInflated }: StatsReport["levels"],
  look: Look,
): readonly string[] {
  const { style, width } = look;
  if (active === 0) return [];
  const digits = grouped(active).length;
  return [
    style("bold", `Levels of ${plural(active, "active lesson")}`),
    ...levels.map(({ level, lessons, percent, expectedPercent: [low, high] }) => {
      const name = `${levelWord(priorityOfLevel[level], look)}${" ".repeat(10 - level.length)}`;
      return `  ${name}${grouped(lessons).padStart(digits)}  ${bar(lessons, active, barWidthIn(width))}  ${percent} % ${style("dim", `(${low}–${high})`)}`;
    }),
    ...(isInflated ? [indented(2, style("yellow", inflated), look)] : []),
  ];
}

const inflated = "More than half are CRITICAL. Lower some, so that the rest stand out.";

/** Critical lessons that a session should have had and did not get. */
export function undeliveredRows(lessons: StatsReport["missed"], look: Look): readonly string[] {
  if (lessons.length === 0) return [];
  const { style, width } = look;
  const placeRow = ({ at, shown, tool }: (typeof lessons)[number]["places"][number]) =>
    hang(
      `    ${at === undefined ? "" : minute(at)}`,
      plainLine((shown ?? tool).replaceAll("\n", " ; ")).slice(0, 120),
      { column: 22, width },
    );
  return [
    indented(0, style("bold", "CRITICAL lessons that were due but not shown"), look),
    ...lessons.flatMap(({ slug, calls, sessions, places }) => [
      indented(
        2,
        `${style("red", slug)}  ${plural(calls, "call")} in ${plural(sessions, "session")}`,
        look,
      ),
      ...places.slice(0, 2).map(placeRow),
    ]),
    indented(2, style("dim", "A pause can cause this. To check the hooks: lessons doctor"), look),
  ];
}

/** Wrapped, every line of it at a column. */
export function indented(column: number, text: string, { width }: Look): string {
  return hang("", text, { column, width });
}
