import type { StatsReport } from "../stats/stats.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { bar, barWidthIn } from "../../cli/bar.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

type Compliance = StatsReport["compliance"];

export interface StatsLook extends Look {
  /** Whether an agent is told to ask us at its calls. */
  readonly isSetUp: boolean;
}

/** How far agents report their mistakes in `#lesson` tags. */
export function complianceRows(
  { compliance, history }: Pick<StatsReport, "compliance" | "history">,
  look: StatsLook,
): readonly string[] {
  const { style, width } = look;
  const { instructedSessions, readSessions, all } = compliance;
  const line = (text: string) => hang("", text, { column: 2, width });
  const title = style("bold", "Reports of agents (#lesson)");
  if (instructedSessions === 0) return [title, line(untoldWords(history.begun, look.isSetUp))];
  const rows = [
    title,
    line(
      `${plural(instructedSessions, "session")} ${instructedSessions === 1 ? "was" : "were"} told how to report, ${grouped(readSessions)} of them read`,
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

function untoldWords(begun: number, isSetUp: boolean): string {
  if (begun > 0) return "No session was told how to report: protocol was off as they began.";
  return isSetUp
    ? "No session has been told how to report yet: none has begun since delivery was set up."
    : "No session has been told how to report yet. lessons init sets it up.";
}

/** Only where there is something to tell apart. */
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
