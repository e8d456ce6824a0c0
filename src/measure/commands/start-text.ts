import type { ScanReport } from "../../capture/scan/scan-tally.ts";
import type { StartPicture } from "../start/start.ts";
import { day, grouped, hang, plural, table } from "../../cli/layout.ts";
import { candidatesText, type PictureLook } from "./start-candidates-text.ts";
import { mistakesText } from "./start-mistakes-text.ts";

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

function agentsText(
  { agents, mistakes }: StartPicture,
  scan: ScanReport | undefined,
  { style, width, isExample = false }: PictureLook,
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
    ...(mistakes.count === 0 ? ["No mistake came back in another session so far."] : []),
    ...(scan === undefined ? [] : [style("dim", readWords(scan))]),
  ];
  const rows = facts.map((text) => `${hang("", text, { column: 2, width })}\n`);
  const title = isExample
    ? "What the agents left in their logs"
    : "What your agents left in their logs";
  return `${style("bold", title)}\n${table(rightAligned(cells))}${rows.join("")}`;
}

/** Numbers stand under each other; the first column is a name. */
function rightAligned(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, index) => (index === 0 ? cell : cell.padStart(widths[index] ?? 0))),
  );
}

function spanWords(agents: StartPicture["agents"]): string {
  const from = agents.flatMap((agent) => agent.from ?? []).toSorted()[0];
  const to = agents
    .flatMap((agent) => agent.to ?? [])
    .toSorted()
    .at(-1);
  if (from === undefined || to === undefined) return "In all";
  return day(from) === day(to) ? `On ${day(from)}` : `From ${day(from)} to ${day(to)}`;
}

function readWords({ logs, bytes, durationMs }: ScanReport): string {
  if (logs.read === 0) return `nothing new in ${plural(logs.found, "log")}`;
  return `${plural(logs.read, "log")}, ${(bytes / 1e6).toFixed(1)} MB, read in ${(durationMs / 1000).toFixed(1)} s`;
}
