import type { BacktestReport, TestedLesson } from "../backtest/run-backtest.ts";
import type { SplitReport } from "../backtest/split-backtest.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { marksOf } from "./backtest-marks.ts";

/** What `lessons backtest --json` says. */
export function backtestValue({ reach, lessons }: BacktestReport, since: string | undefined) {
  return { since: since ?? null, ...reach, lessons: lessons.map(lessonValue) };
}

/** The same with `--split`. */
export function splitValue(report: SplitReport, since: string | undefined) {
  const { lessons, ...numbers } = report;
  return {
    since: since ?? null,
    ...numbers,
    lessons: lessons.map((each) => ({ ...lessonValue(each), isSound: each.isSound })),
  };
}

function lessonValue({ lesson, isStored, backtest }: TestedLesson) {
  const { replay, examples, isSilent: _isSilent, ...followed } = backtest;
  const { fired, reach, sessions, failed, ownFailures, sightings, sharePercent } = replay;
  return {
    slug: isStored ? lesson.slug : null,
    summary: lesson.summary,
    status: isStored ? lesson.stage.status : null,
    reading: triggerReading(lesson.triggers),
    reach,
    fired,
    sessions,
    firesPer100Calls: rounded(sharePercent),
    firesPerSession: reach.sessions === 0 ? 0 : rounded(fired / reach.sessions),
    failed,
    ownFailures,
    sightings,
    ...followed,
    marks: marksOf(backtest).map(({ mark }) => mark),
    examples: { fired: replay.examples, ...examples },
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
