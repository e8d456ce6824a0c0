import type { StatsReport } from "../stats/stats.ts";
import { bar, barWidthIn } from "../../cli/bar.ts";
import { deliveryCount, effectStyles } from "./effect-words.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { sparkline } from "../../cli/sparkline.ts";
import type { StatsLook } from "./stats-compliance-text.ts";

/** What was delivered, and what came of it. */
export function deliverySections(
  report: StatsReport,
  look: StatsLook,
): readonly (readonly string[])[] {
  const { style, width } = look;
  const title = style("bold", "Deliveries");
  if (report.deliveries.delivered === 0)
    return [[title, hang("", nothingDelivered(report, look), { column: 2, width })]];
  return [
    [title, ...toldRows(report, look)],
    [
      style("bold", "What came of them"),
      ...effectRows(report, look),
      ...waitingRows(report, look),
      ...unwantedRows(report, look),
    ],
  ];
}

const column = 13;

function nothingDelivered({ levels, history }: StatsReport, { isSetUp }: StatsLook): string {
  if (levels.active === 0)
    return "Nothing was delivered: there is no active lesson. lessons review decides about candidates, lessons add writes one.";
  const active = plural(levels.active, "active lesson");
  if (history.begun === 0) {
    const next = isSetUp
      ? "new sessions get them, and lessons doctor says what is wrong if not"
      : "lessons init sets it up";
    return `Nothing was delivered: no session has begun with lessons. ${active} could be; ${next}.`;
  }
  return `Nothing was delivered in ${plural(history.begun, "session")} that began with lessons, of ${active}. lessons backtest says at which calls they fire, lessons doctor whether hooks work.`;
}

function toldRows({ deliveries, latency }: StatsReport, { style, width }: Look): readonly string[] {
  const { delivered, sessions, perSession, held, weeks } = deliveries;
  const line = (label: string, text: string) =>
    hang(`  ${style("dim", label)}`, text, { column, width });
  const heldText = held === 0 ? "" : `; ${plural(held, "call")} held`;
  const rows = [
    line(
      "told",
      `${deliveryCount(delivered)} in ${plural(sessions, "session")}: ${perSession.mean} a session, at most ${perSession.most}${heldText}`,
    ),
  ];
  if (weeks.length > 1) {
    const counts = weeks.map(({ count }) => count);
    const shown = weeks.slice(-mostWeeks);
    rows.push(
      line(
        "by week",
        `${sparkline(counts, mostWeeks)}  ${shown[0]?.week ?? ""} to ${shown.at(-1)?.week ?? ""}`,
      ),
    );
  }
  if (latency !== null)
    rows.push(
      line(
        "hook",
        `half within ${latency.medianMs} ms, 95 % within ${latency.p95Ms} ms, without the start of its process`,
      ),
    );
  return rows;
}

/** With its label and the two dates it fits into the narrowest terminal. */
const mostWeeks = 26;

const verdictWords = {
  heeded: "such a call went well with the fix",
  repeated: "the same mistake came back",
  overruled: "taken back by a person, or insisted on",
  unclear: "the log does not show it",
} as const;

function effectRows({ deliveries }: StatsReport, { style, width }: Look): readonly string[] {
  const digits = grouped(deliveries.delivered).length;
  return (["heeded", "repeated", "overruled", "unclear"] as const).map((verdict) => {
    const count = deliveries[verdict];
    const name = style(effectStyles[verdict], verdict);
    const label = `  ${name}${" ".repeat(11 - verdict.length)}${grouped(count).padStart(digits)}`;
    const text = `${bar(count, deliveries.delivered, barWidthIn(width))}  ${verdictWords[verdict]}`;
    return hang(label, text, { column: column + digits + 2, width });
  });
}

function waitingRows({ deliveries }: StatsReport, { style, width }: Look): readonly string[] {
  if (deliveries.notRead === 0) return [];
  const waiting = deliveries.notRead === 1 ? "1 waits" : `${grouped(deliveries.notRead)} wait`;
  const text = `Of the unclear ones ${waiting} for the log to be read: lessons scan`;
  return [hang("", style("dim", text), { column: 2, width })];
}

function unwantedRows({ falsePositives }: StatsReport, { style, width }: Look): readonly string[] {
  const { overruled, notHelpful, percent, isTooMany, proposal } = falsePositives;
  const row = (text: string) => hang("", text, { column: 2, width });
  const share = `${percent} % were not wanted: ${grouped(overruled)} overruled, ${grouped(notHelpful)} called not helpful`;
  if (!isTooMany) return [row(style("dim", share))];
  const advice =
    proposal === null
      ? "That is more than 10 %, and a higher relevanceThreshold would not help: look at the lessons below."
      : `That is more than 10 %. With relevanceThreshold ${proposal.threshold}, ${deliveryCount(proposal.keptOut)} would not have come, ${grouped(proposal.unwantedKeptOut)} of them unwanted, and ${proposal.percentLeft} % would be left: lessons config set relevanceThreshold ${proposal.threshold}`;
  return [row(share), row(style("yellow", advice))];
}
