import type { StatsReport } from "../stats/stats.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { priorityOfLevel } from "../../lesson/record/level.ts";
import { bar, barWidthIn } from "../../cli/bar.ts";
import { grouped, hang, minute, plural } from "../../cli/layout.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";

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

/** Critical lessons that a session should have been told and was not. */
export function untoldRows(
  untold: StatsReport["missed"],
  { style, width }: Look,
): readonly string[] {
  if (untold.length === 0) return [];
  return [
    hang("", style("bold", "CRITICAL lessons that were due and not told"), { column: 0, width }),
    ...untold.flatMap(({ slug, sessions, calls, places }) => [
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
