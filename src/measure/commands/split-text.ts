import type { SplitOutcome, SplitReport } from "../backtest/split-backtest.ts";
import { backtestTable } from "./backtest-text.ts";
import { bar } from "../../cli/bar.ts";
import { day, grouped, plural, row } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

/** What lessons from the first part of the time would have done in the second. */
export function splitText(report: SplitReport, look: Look): string {
  const { style, width } = look;
  const { splitAt, before, after, every, sound, lessons } = report;
  const mostShown = lessons.slice(0, mostRows);
  const fact = (label: string, text: string) =>
    row(style("dim", label), text, { column: 10, width });
  const rows = [
    style("bold", `Learned before ${day(splitAt)}, replayed after`),
    "",
    fact("learned", `${plural(every.lessons, "lesson")} from ${reachWords(before)}`),
    fact("replayed", reachWords(after)),
    "",
    ...mistakeRows(every, look),
    "",
    ...fireRows("With every candidate approved", every, look),
    "",
    ...fireRows(
      `With only the ${grouped(sound.lessons)} that did well before the split`,
      sound,
      look,
    ),
    `  They would have warned of ${plural(sound.mistakes.warned, "mistake")}`,
  ];
  const list =
    mostShown.length === 0
      ? ""
      : `\n${style("bold", "Fired most often")}\n\n${backtestTable({ lessons: mostShown }, look)}`;
  return `${rows.join("\n")}\n${list}`;
}

const mostRows = 10;
const barWidth = 20;

function reachWords({ calls, sessions }: SplitReport["before"]): string {
  return `${plural(calls, "call")} in ${plural(sessions, "session")}`;
}

/** Each step is a part of the one before it. */
function mistakeRows({ mistakes }: SplitOutcome, { style }: Look): readonly string[] {
  const { all, seenBefore, learned, aimed, warned } = mistakes;
  return [
    style("bold", "Repeated mistakes"),
    ...shares(all, [
      [all, "mistakes after the split"],
      [seenBefore, "seen before, in another session"],
      [learned, "already a lesson by then"],
      [aimed, "with a lesson that names the calls"],
      [warned, "the lesson would have warned"],
    ]),
  ];
}

function fireRows(title: string, outcome: SplitOutcome, { style }: Look): readonly string[] {
  const { fires, firedCalls } = outcome;
  const { all, delivered, failed, falseFires } = fires;
  const needed = all - failed - falseFires - fires.stopped;
  return [
    style("bold", title),
    `  ${plural(all, "fire")} at ${plural(firedCalls, "call")}; shown ${plural(delivered, "time")} (once per session)`,
    ...shares(all, [
      [failed, "at calls that failed"],
      [needed, "at calls that were reverted, corrected or retried"],
      [fires.stopped, "at calls that a person stopped"],
      [falseFires, "at calls that needed no warning: false fires"],
    ]),
  ];
}

/** Each count as a part of all, under each other. */
function shares(
  all: number,
  parts: readonly (readonly [count: number, words: string])[],
): readonly string[] {
  return parts.map(
    ([count, words]) =>
      `  ${grouped(count).padStart(grouped(all).length)}  ${bar(count, all, barWidth)}  ${words}`,
  );
}
