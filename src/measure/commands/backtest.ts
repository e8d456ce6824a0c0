import type { Command } from "commander";
import type { BacktestReport, BacktestRequest } from "../backtest/run-backtest.ts";
import { Fault } from "../../platform/fault.ts";
import { backtestCard, backtestTable, testedValue } from "./backtest-text.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import { missingSide, noCallsText } from "./no-calls-text.ts";
import { readSince } from "../../cli/read-since.ts";
import { splitText } from "./split-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface BacktestFlags extends CommonOptions {
  readonly all?: boolean;
  readonly unfired?: boolean;
  readonly trigger?: string;
  readonly since?: string;
  readonly split?: string;
}

export function backtestCommand(kit: CommandKit): Command {
  return newCommand(
    "backtest",
    "replay triggers over past calls: what would have fired, and whether it was needed",
    [
      "lessons dev backtest git-stash",
      "lessons dev backtest --all --since 90d",
      `lessons dev backtest --trigger '{"commandPatterns":["^git\\\\s+stash\\\\b"]}'`,
      "lessons dev backtest --split auto",
    ],
  )
    .argument("[slug...]", "slugs, ids, or the beginnings of slugs (default: all active lessons)")
    .option("--all", "include candidates; leave out only archived lessons")
    .option("--unfired", "also show lessons that would not have fired")
    .option("--trigger <json>", "try a trigger without saving it, at level HIGH")
    .option(
      "--since <when>",
      "only calls after a date or age: 2026-11-01, 7d, 12h, 30m",
      (text: string) => readSince(text),
    )
    .option(
      "--split <when>",
      "learn from calls before this date and replay the calls after it; auto: half of the calls",
      (text: string) => (text === "auto" ? text : readSince(text)),
    )
    .action(async (slugs: readonly string[], options: BacktestFlags) => {
      const of = requestFrom(slugs, options);
      return options.split === undefined
        ? replay(kit, options, of)
        : replaySplit(kit, options, options.split);
    });
}

function requestFrom(slugs: readonly string[], flags: BacktestFlags): BacktestRequest["of"] {
  const { all = false, trigger, split } = flags;
  const ways = [slugs.length > 0, all, trigger !== undefined, split !== undefined];
  if (ways.filter(Boolean).length > 1) {
    throw new Fault("bad-input", "slugs, --all, --trigger and --split cannot be combined", {
      hint: "see lessons dev backtest --help; --split learns its own lessons from your history",
    });
  }
  if (trigger !== undefined) return { are: "trigger", text: trigger };
  if (slugs.length > 0) return { are: "named", names: slugs };
  return { are: all ? "all" : "active" };
}

async function replay(
  { terminal, answer, inContext }: CommandKit,
  options: BacktestFlags,
  of: BacktestRequest["of"],
): Promise<void> {
  const { since, unfired: isUnfiredShown = false } = options;
  const { backtest } = await import("../backtest/run-backtest.ts");
  const { ledgerSpan } = await import("../../capture/ledger/calls.ts");
  const { report, span } = await inContext(options, async (context) => ({
    report: await backtest(context, { of, since }),
    span: ledgerSpan(context.database),
  }));
  const { reach, lessons } = report;
  const isCards = of.are === "named" || of.are === "trigger";
  const nothing = lessons.length === 0 ? noLessonsText(of) : undefined;
  const { style, width } = terminal;
  await answer(options, {
    type: "lessons-backtest",
    value: { since: since ?? null, ...report, lessons: lessons.map(testedValue) },
    nothing: reach.calls === 0 ? noCallsText(terminal, { after: since }, span) : nothing,
    text: () =>
      isCards
        ? lessons.map((lesson) => backtestCard(lesson, terminal)).join("\n")
        : backtestTable(report, { style, width, isUnfiredShown }),
    aside: countsText(report, terminal, { isHiding: !isCards && !isUnfiredShown }),
  });
}

function noLessonsText({ are }: BacktestRequest["of"]): string {
  const hint = are === "active" ? "; to include candidates: lessons dev backtest --all" : "";
  return `No lessons to replay${hint}.\n`;
}

/** `isHiding`: the lessons that would not have fired are left out. */
function countsText(
  { reach, lessons }: BacktestReport,
  { width }: Terminal,
  { isHiding }: { readonly isHiding: boolean },
): string {
  const over = `${plural(lessons.length, "lesson")} over ${plural(reach.calls, "call")} in ${plural(reach.sessions, "session")}`;
  const unfired = lessons.filter(({ backtest }) => backtest.replay.fired === 0).length;
  const silent = `; ${grouped(unfired)} would not have fired${isHiding ? " (--unfired shows them)" : ""}`;
  const said = `${over}${unfired === 0 ? "" : silent}.`;
  return `\n${hang("", said, { column: 0, width })}\n`;
}

async function replaySplit(
  { terminal, answer, inContext }: CommandKit,
  options: BacktestFlags,
  split: string,
): Promise<void> {
  const { since } = options;
  const { splitBacktest } = await import("../backtest/split-backtest.ts");
  const { ledgerSpan } = await import("../../capture/ledger/calls.ts");
  const { report, span } = await inContext(options, (context) => ({
    report: splitBacktest(context, { split, since }),
    span: ledgerSpan(context.database),
  }));
  const missing = missingSide(report, since);
  await answer(options, {
    type: "lessons-backtest-split",
    value:
      report === undefined
        ? { splitAt: null }
        : { since: since ?? null, ...report, lessons: report.lessons.map(testedValue) },
    nothing: missing && noCallsText(terminal, missing, span),
    text: () => (report === undefined ? "" : splitText(report, terminal)),
  });
}
