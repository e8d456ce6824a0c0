import type { StatsReport } from "../stats/stats.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { bar } from "../../cli/bar.ts";
import { day, grouped, hang, plural, table } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

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
