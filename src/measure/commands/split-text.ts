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
      `With the ${grouped(sound.lessons)} whose own backtest looked good before`,
      sound,
      look,
    ),
    `  ${plural(sound.mistakes.warned, "mistake")} would have been warned of`,
  ];
  const list =
    mostShown.length === 0
      ? ""
      : `\n${style("bold", "What fired most")}\n\n${backtestTable({ lessons: mostShown }, look)}`;
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
    style("bold", "Mistakes that came back"),
    ...shares(all, [
      [all, "mistakes after the split"],
      [seenBefore, "had been seen before, in another session"],
      [learned, "were a lesson by then"],
      [aimed, "whose lesson names the calls that it is about"],
      [warned, "would have been warned of"],
    ]),
  ];
}

function fireRows(title: string, outcome: SplitOutcome, { style }: Look): readonly string[] {
  const { fires, firedCalls } = outcome;
  const { all, delivered, failed, falseFires } = fires;
  const needed = all - failed - falseFires - fires.stopped;
  return [
    style("bold", title),
    `  ${plural(all, "fire")} at ${plural(firedCalls, "call")}; told once a session, ${plural(delivered, "time")}`,
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
