import type { TestedLesson } from "../backtest/run-backtest.ts";
import type { BestCandidates } from "../start/start.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { bar } from "../../cli/bar.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

export interface PictureLook extends Look {
  /** They are nobody's logs. */
  readonly isExample?: boolean;
  /** An agent is told to ask us at its calls. */
  readonly isInstalled?: boolean;
}

/** The candidates that have proved themselves. The bars are the share of their fires that were needed. */
export function candidatesText(
  candidates: BestCandidates,
  { style, width, isExample = false }: PictureLook,
): string {
  const { lessons, waiting, tested, reach, since } = candidates;
  const whose = isExample ? "these" : since === undefined ? "your own" : "your newest";
  const lead =
    lessons.length === 0
      ? `${plural(waiting, "candidate")} ${waiting === 1 ? "waits" : "wait"}, but none that names calls fires mostly where they fail: look before you approve.`
      : `${plural(tested, "candidate")} ${tested === 1 ? "was" : "were"} replayed over ${whose} ${plural(reach.calls, "call")}. The best:`;
  const title = lessons.length === 0 ? "Lessons to be" : "Lessons that would have helped";
  return [
    style("bold", title),
    hang("", lead, { column: 2, width }),
    ...lessons.flatMap((each) => candidateRows(each, { style, width })),
    "",
  ].join("\n");
}

const barWidth = 8;
const column = barWidth + 4;

function candidateRows(
  { lesson, backtest }: TestedLesson,
  { style, width }: Look,
): readonly string[] {
  const { fired, sessions, failed } = backtest.replay;
  const late = backtest.reverted + backtest.corrected + backtest.retried;
  const found = late === 0 ? "" : `, ${grouped(late)} more had to be put right`;
  const reading = `fires ${triggerReading(lesson.triggers)}`;
  return [
    hang(`  ${style("green", bar(failed + late, fired, barWidth))}`, plainLine(lesson.summary), {
      column,
      width,
    }),
    hang(
      "",
      `would have fired ${plural(fired, "time")} in ${plural(sessions, "session")}: ${grouped(failed)} of those calls failed${found}`,
      { column, width },
    ),
    hang("", style("dim", shortened(reading, width - column)), { column, width }),
  ];
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
