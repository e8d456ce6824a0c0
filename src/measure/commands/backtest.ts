import { Option, type Command } from "commander";
import type { BacktestReport, BacktestRequest } from "../backtest/run-backtest.ts";
import { Fault } from "../../platform/fault.ts";
import { backtestCard, backtestTable } from "./backtest-text.ts";
import { backtestValue, splitValue } from "./backtest-value.ts";
import { jsonText } from "../../cli/answer.ts";
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
  const { terminal, inContext } = kit;
  return newCommand(
    "backtest",
    "replay triggers over the calls that were made: what would have fired, and was it needed",
    [
      "lessons backtest git-stash",
      "lessons backtest --all --since 90d",
      `lessons backtest --trigger '{"commandPatterns":["^git\\\\s+stash\\\\b"]}'`,
      "lessons backtest --split auto",
    ],
  )
    .argument(
      "[slug...]",
      "slugs, ids, or the beginnings of slugs; without any, all active lessons",
    )
    .addOption(new Option("--all", "all lessons that are not archived, candidates too"))
    .addOption(new Option("--unfired", "show the lessons that would not have fired, too"))
    .addOption(new Option("--trigger <json>", "a trigger that is not stored, at the level HIGH"))
    .addOption(
      new Option("--since <when>", "only calls since then: a date, or 7d, 12h, 30m").argParser(
        (text: string) => readSince(text),
      ),
    )
    .addOption(
      new Option(
        "--split <when>",
        "learn from what was before that date and replay what was after it; auto: half of the calls",
      ).argParser((text: string) => (text === "auto" ? text : readSince(text))),
    )
    .action(async (slugs: readonly string[], options: BacktestFlags) => {
      const of = requestFrom(slugs, options);
      if (options.split !== undefined) return runSplit(kit, options, options.split);
      const since = options.since === undefined ? {} : { since: options.since };
      const { backtest } = await import("../backtest/run-backtest.ts");
      const { ledgerSpan } = await import("../../capture/ledger/calls.ts");
      const { report, span } = await inContext(options, async (context) => {
        const found = await backtest(context, { of, ...since });
        return {
          report: found,
          span: found.reach.calls === 0 ? ledgerSpan(context.database) : undefined,
        };
      });
      if (report.lessons.length === 0 || report.reach.calls === 0) terminal.exitStatus = 1;
      if (options.json === true) {
        const value = backtestValue(report, options.since);
        return terminal.write(jsonText("lessons-backtest", value));
      }
      if (report.reach.calls === 0)
        return terminal.note(noCallsText(terminal, { after: options.since, span }));
      show(terminal, report, { of, isUnfiredShown: options.unfired === true });
    });
}

function requestFrom(slugs: readonly string[], flags: BacktestFlags): BacktestRequest["of"] {
  const { all = false, trigger, split } = flags;
  const ways = [slugs.length > 0, all, trigger !== undefined, split !== undefined];
  if (ways.filter(Boolean).length > 1) {
    throw new Fault("bad-input", "slugs, --all, --trigger and --split exclude each other", {
      hint: "lessons backtest --help; --split makes lessons of its own from your history",
    });
  }
  if (trigger !== undefined) return { are: "trigger", text: trigger };
  if (slugs.length > 0) return { are: "named", names: slugs };
  return { are: all ? "all" : "active" };
}

async function runSplit(
  { terminal, inContext }: CommandKit,
  options: BacktestFlags,
  split: string,
): Promise<void> {
  const since = options.since === undefined ? {} : { since: options.since };
  const { splitBacktest } = await import("../backtest/split-backtest.ts");
  const { ledgerSpan } = await import("../../capture/ledger/calls.ts");
  const { report, span } = await inContext(options, (context) => ({
    report: splitBacktest(context, { split, ...since }),
    span: ledgerSpan(context.database),
  }));
  const missing = missingSide(report, options.since);
  if (missing !== undefined) {
    terminal.exitStatus = 1;
    if (options.json !== true) return terminal.note(noCallsText(terminal, { ...missing, span }));
  }
  if (options.json === true) {
    const value = report === undefined ? { splitAt: null } : splitValue(report, options.since);
    return terminal.write(jsonText("lessons-backtest-split", value));
  }
  if (report !== undefined) terminal.write(splitText(report, terminal));
}

interface Shown {
  readonly of: BacktestRequest["of"];
  readonly isUnfiredShown: boolean;
}

function show(terminal: Terminal, report: BacktestReport, { of, isUnfiredShown }: Shown): void {
  const { reach, lessons } = report;
  if (lessons.length === 0) {
    const hint = of.are === "active" ? "; lessons backtest --all replays candidates, too" : "";
    return terminal.note(`No lessons to replay${hint}.\n`);
  }
  const isCards = of.are === "named" || of.are === "trigger";
  if (isCards) terminal.write(lessons.map((lesson) => backtestCard(lesson, terminal)).join("\n"));
  else {
    const { style, width } = terminal;
    terminal.write(backtestTable(report, { style, width, isUnfiredShown }));
  }
  const unfired = lessons.filter(({ backtest }) => backtest.replay.fired === 0).length;
  const isHidden = unfired > 0 && !isCards && !isUnfiredShown;
  const over = `${plural(lessons.length, "lesson")} over ${plural(reach.calls, "call")} in ${plural(reach.sessions, "session")}`;
  const silent = `; ${grouped(unfired)} would not have fired${isHidden ? " (--unfired shows them)" : ""}`;
  const said = `${over}${unfired === 0 ? "" : silent}.`;
  terminal.note(`\n${hang("", said, { column: 0, width: terminal.width })}\n`);
}
