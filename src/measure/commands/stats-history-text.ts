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
    style("bold", "What came back in another session"),
    ...shown.flatMap(({ about, sessions, failedCalls, lesson }) => [
      hang("", plainLine(about), { column: 2, width }),
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
export function costRows(costs: StatsReport["costs"], { style, width }: Look): readonly string[] {
  if (costs === null) return [];
  const { before, after, underWay, firstDeliveryAt } = costs;
  const title = hang(
    "",
    style("bold", `Sessions before and since the first delivery (${day(firstDeliveryAt)})`),
    { column: 0, width },
  );
  const missing = before.sessions === 0 ? "before" : after.sessions === 0 ? "since" : undefined;
  if (missing !== undefined)
    return [
      title,
      hang("", `None ${missing}, so there is nothing to compare.`, { column: 2, width }),
    ];
  const row = (name: string, value: (side: typeof before) => string) =>
    [`  ${name}`, value(before), value(after)] as const;
  const rows = [
    ["", "before", "since"],
    row("sessions", ({ sessions }) => grouped(sessions)),
    row("retry loops a session", ({ retryLoopsPerSession }) => String(retryLoopsPerSession)),
    row("tokens a session, median", ({ tokens, withTokens }) =>
      withTokens === 0 ? "unknown" : grouped(tokens.median),
    ),
    row("  mean", ({ tokens, withTokens }) =>
      withTokens === 0 ? "unknown" : grouped(tokens.mean),
    ),
  ];
  const [head = "", ...lines] = table(rows).trimEnd().split("\n");
  return [
    title,
    style("dim", head),
    ...lines,
    ...(underWay === 0
      ? []
      : [
          hang("", style("dim", `${plural(underWay, "session")} under way then not counted`), {
            column: 2,
            width,
          }),
        ]),
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
  const { toldSessions, readSessions, all } = compliance;
  const line = (text: string) => hang("", text, { column: 2, width });
  const title = style("bold", "Reports of agents (#lesson)");
  if (toldSessions === 0) return [title, line(notAskedWords(history.begun, look.isSetUp))];
  const rows = [
    title,
    line(
      `${plural(toldSessions, "session")} ${toldSessions === 1 ? "was" : "were"} told how to report, ${grouped(readSessions)} of them read`,
    ),
  ];
  if (all.percent === null || all.interval === null)
    return [...rows, line("Neither a report nor a mistake in them: nothing to judge by.")];
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
    ...(compliance.isEnough
      ? []
      : [
          line(
            style("yellow", "It takes 10 to 20 of your sessions to go by this; these are fewer."),
          ),
        ]),
  ];
}

function notAskedWords(begun: number, isSetUp: boolean): string {
  if (begun > 0) return "No session was told how to report: protocol was off as they began.";
  return isSetUp
    ? "No session has been told how to report yet: none has begun since delivery was set up."
    : "No session has been told how to report yet. lessons init sets it up.";
}

/** Only where there is more than one. */
function splitRows(compliance: Compliance, { width }: Look): readonly string[] {
  const { byAgent, byModel, byConversation } = compliance;
  return [byAgent, byModel, byConversation].flatMap((groups) => {
    const filled = groups.filter(({ percent }) => percent !== null);
    if (filled.length < 2) return [];
    const parts = filled.map(
      ({ name, percent, tags, heuristicOnly }) =>
        `${plainLine(name)} ${percent} % (${grouped(tags)} of ${grouped(tags + heuristicOnly)})`,
    );
    return [hang("", parts.join(" · "), { column: 2, width })];
  });
}

function gateWords({ abovePercent, belowPercent, verdict }: Compliance["gates"][number]): string {
  return `by the gates ${abovePercent} and ${belowPercent} %: ${verdictWords[verdict]}`;
}

const verdictWords: Readonly<Record<Compliance["gates"][number]["verdict"], string>> = {
  "reports-lead": "the agent's reports can be the main source",
  both: "reports and what the log shows are both needed",
  "log-leads": "what the log shows is the main source",
  "nothing-to-judge": "nothing to judge by",
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
    ...(isInflated
      ? [
          hang(
            "",
            style(
              "yellow",
              "More than half are CRITICAL: where everything is critical, nothing is.",
            ),
            { column: 2, width },
          ),
        ]
      : []),
  ];
}

/** Critical lessons that a session should have had and did not get. */
export function undeliveredRows(
  untold: StatsReport["untold"],
  { style, width }: Look,
): readonly string[] {
  if (untold.length === 0) return [];
  return [
    hang("", style("bold", "CRITICAL lessons that were due and not told"), { column: 0, width }),
    ...untold.flatMap(({ slug, untold: { sessions, calls, places } }) => [
      hang(
        "",
        `${style("red", slug)}  ${plural(calls, "call")} in ${plural(sessions, "session")}`,
        {
          column: 2,
          width,
        },
      ),
      ...places
        .slice(0, 2)
        .map(({ at, shown, tool }) =>
          hang(
            `    ${at === undefined ? "" : minute(at)}`,
            plainLine((shown ?? tool).replaceAll("\n", " ; ")).slice(0, 120),
            { column: 22, width },
          ),
        ),
    ]),
    hang("", style("dim", "lessons doctor says whether hooks work; a pause explains it, too."), {
      column: 2,
      width,
    }),
  ];
}
