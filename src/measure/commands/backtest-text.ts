import type { Backtest } from "../backtest/backtest.ts";
import type { BacktestReport, TestedLesson } from "../backtest/run-backtest.ts";
import { lessonFacts } from "./lesson-facts.ts";
import type { ReplayExample } from "../replay/tally.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { bar } from "../../cli/bar.ts";
import { grouped, hang, minute, plural, table } from "../../cli/layout.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";

/** A lesson with all that its trigger would have done, and the first calls of each sort. */
export function backtestCard({ lesson, isStored, backtest }: TestedLesson, look: Look): string {
  const { style, width } = look;
  const { replay, examples, falseFires, reverted, corrected, retried, stopped } = backtest;
  const { fired, failed, ownFailures, reach } = replay;
  const line = (label: string, text: string) =>
    hang(`  ${style("dim", label)}`, text, { column, width });
  const share = (label: string, part: number, whole: number, text: string) =>
    line(label, `${bar(part, whole, barWidth)}  ${text}`);
  // Of a trigger alone nobody knows what it was learned from.
  const notes = marksOf(backtest).filter(({ mark }) => isStored || mark !== "silent");
  const own = ownFailures.all === 0 ? "" : `, ${grouped(ownFailures.fired)} with its own mistake`;
  const rows = [
    hang(levelWord(lesson.priority, look), style("bold", lesson.summary), { column: 10, width }),
    ...(isStored ? [`${" ".repeat(10)}${style("dim", lesson.slug)}`] : []),
    "",
    line("trigger", triggerReading(lesson.triggers)),
    line(
      "fires",
      `${plural(fired, "time")} in ${grouped(replay.sessions)} of ${plural(reach.sessions, "session")}: ${decimal(replay.sharePercent)} per 100 calls, ${decimal(reach.sessions === 0 ? 0 : fired / reach.sessions)} per session`,
    ),
    ...(fired === 0
      ? []
      : [
          share("failed", failed, fired, `${of(failed, fired)}${own}`),
          share("false fires", falseFires, fired, of(falseFires, fired)),
          line(
            "besides",
            `${grouped(reverted)} reverted, ${grouped(corrected)} corrected, ${grouped(retried)} retried, ${grouped(stopped)} stopped`,
          ),
        ]),
    ...(ownFailures.all === 0
      ? []
      : [
          share(
            "would warn",
            ownFailures.fired,
            ownFailures.all,
            `${of(ownFailures.fired, ownFailures.all)} failures of its kind`,
          ),
        ]),
    ...notes.map(({ words }) => line("note", style("yellow", words))),
    ...exampleRows("fired, and the call failed", examples.failed, look),
    ...exampleRows("missed: the mistake happened, but it did not fire", examples.missed, look),
    ...exampleRows("fired without need", examples.falseFires, look),
  ];
  return `${rows.join("\n")}\n`;
}

const column = 15;
const barWidth = 20;

function of(part: number, whole: number): string {
  return `${grouped(part)} of ${grouped(whole)}`;
}

function decimal(value: number): string {
  return value.toFixed(2);
}

function exampleRows(
  title: string,
  examples: readonly ReplayExample[],
  { style, width }: Look,
): readonly string[] {
  if (examples.length === 0) return [];
  const rows = examples.map(({ at, outcome, shown, tool }) =>
    hang(
      `    ${(at === undefined ? "" : minute(at)).padEnd(16)}  ${outcome}`,
      callLine(shown ?? tool),
      { column: 35, width },
    ),
  );
  return ["", `  ${style("dim", title)}`, ...rows];
}

/** A call in one line, and not the whole of a long one. */
export function callLine(text: string): string {
  const line = plainLine(text.replaceAll("\n", " ; "));
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

const longest = 120;

/** Many lessons: a row for each that fires, with the share of its fires that were needed. Names that do not fit go below. */
export function backtestTable(
  { lessons }: Pick<BacktestReport, "lessons">,
  look: Look & { readonly isUnfiredShown?: boolean },
): string {
  const firing = lessons.filter(
    ({ backtest }) => backtest.replay.fired > 0 || look.isUnfiredShown === true,
  );
  if (firing.length === 0) return "";
  const heads = ["fires", "per 100", "failed", "false", "needed", "warned", "lesson"];
  const rows = rightAligned([heads, ...firing.map(rowOf)], (index) => index < firstTextColumn);
  const whole = table(rows);
  const isTooWide = whole.split("\n").some((line) => line.length > look.width);
  const numbers = isTooWide ? table(rows.map((row) => row.slice(0, -1))) : whole;
  const [head = "", ...lines] = numbers.trimEnd().split("\n");
  const name = (index: number) =>
    hang("", rows[index + 1]?.at(-1) ?? "", { column: nameColumn, width: look.width });
  const shown = lines.flatMap((line, index) => (isTooWide ? [line, name(index)] : [line]));
  return `${[look.style("dim", head), ...shown].join("\n")}\n`;
}

const firstTextColumn = 4;
/** Under the numbers of a lesson. */
const nameColumn = 7;

/** Numbers stand under each other. */
export function rightAligned(
  rows: readonly (readonly string[])[],
  isNumber: (index: number) => boolean,
): readonly (readonly string[])[] {
  const widthOf = (index: number) => Math.max(...rows.map((row) => row[index]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, index) => (isNumber(index) ? widthOf(index) : 0));
  return rows.map((row) => row.map((cell, index) => cell.padStart(widths[index] ?? 0)));
}

function rowOf({ lesson, isStored, backtest }: TestedLesson): readonly string[] {
  const { replay, falseFires } = backtest;
  const { fired, failed, ownFailures } = replay;
  const marks = marksOf(backtest).map(({ short }) => short);
  const name = isStored ? lesson.slug : lesson.summary;
  return [
    grouped(fired),
    decimal(replay.sharePercent),
    grouped(failed),
    grouped(falseFires),
    bar(fired - falseFires, fired, 10),
    ownFailures.all === 0 ? "" : of(ownFailures.fired, ownFailures.all),
    marks.length === 0 ? name : `${name} (${marks.join(", ")})`,
  ];
}

/** The same for `--json`, with the trigger in words. */
export function testedValue(tested: TestedLesson): object {
  const { lesson, backtest } = tested;
  return {
    ...tested,
    lesson: lessonFacts(lesson),
    reading: triggerReading(lesson.triggers),
    marks: marksOf(backtest).map(({ mark }) => mark),
  };
}

/** What a person should know about the numbers of a lesson. */
interface BacktestMark {
  readonly mark: string;
  /** For a table. */
  readonly short: string;
  readonly words: string;
}

function marksOf({ replay, isSilent }: Backtest): readonly BacktestMark[] {
  const never = replay.fired === 0 && !replay.isOutOfReach && !replay.isTooSlow;
  const marks: readonly (readonly [boolean, string, string, string])[] = [
    [
      replay.isOutOfReach,
      "out-of-reach",
      "never shown at calls",
      "it is never shown at a call: its level is too low, it is for other moments, or it names no call",
    ],
    [
      replay.isTooSlow,
      "too-slow",
      "pattern too slow",
      "its pattern is too slow and was skipped: the numbers are incomplete",
    ],
    [never, "never-fires", "never fires", "it fires at no call in this history"],
    [
      replay.isTooBroad,
      "too-broad",
      "too broad",
      "it fires at more than one call in twenty: too often to be useful",
    ],
    [
      replay.isInEverySession && !replay.isTooBroad,
      "every-session",
      "in nearly every session",
      `it fires in ${replay.sessions} of ${replay.reach.sessions} sessions: agents ignore what they see every time`,
    ],
    [
      replay.missesItself,
      "misses-itself",
      "misses its own calls",
      "it fires at none of the calls that it was learned from",
    ],
    [
      // What never comes at a call comes at none in life, either.
      replay.hasUnseen && !replay.isOutOfReach,
      "has-unseen",
      "fires more often in practice",
      "its trigger uses data that is not stored (contents, words, workflows, wrappers): in practice it fires at least as often",
    ],
    [
      replay.assumes.length > 0 && !replay.isOutOfReach,
      "assumes",
      "conditions not checked",
      `past calls do not show its conditions (${replay.assumes.join(", ")}): in practice it fires at most as often`,
    ],
    [
      isSilent && replay.fired > 0,
      "silent",
      "no failed call behind it",
      "it was not learned from a failed call, so call results say little about it",
    ],
  ];
  return marks.flatMap(([holds, mark, short, words]) => (holds ? [{ mark, short, words }] : []));
}
