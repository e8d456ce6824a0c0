import { Option, type Command } from "commander";
import { agentNames } from "../../agents/all.ts";
import type { LedgerEntry, LedgerFilter, LedgerPage } from "../ledger/calls.ts";
import { outcomes } from "../../agents/outcome/judge-outcome.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { grouped, hang, minute, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { readSince } from "../../cli/read-since.ts";
import type { Style } from "../../cli/terminal.ts";
import { plainLine } from "../../redact/plain-text.ts";

interface LedgerFlags extends CommonOptions {
  readonly agent?: string;
  readonly session?: string;
  readonly project?: string;
  readonly tool?: string;
  readonly program?: string;
  readonly fact?: string;
  readonly model?: string;
  readonly outcome?: readonly string[];
  readonly since?: string;
  readonly limit: number;
}

export function ledgerCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand("ledger", "list agents' tool calls and their outcomes, newest first", [
    "lessons dev ledger --outcome error timeout --since 7d",
    'lessons dev ledger --program "git push"',
    "lessons dev ledger --fact not-installed",
    "lessons dev ledger --session 4f1c --limit 200",
    "lessons dev ledger --json | jq '.calls[] | select(.exitStatus == 127)'",
  ])
    .addOption(new Option("--agent <agent>", "only calls of this agent").choices(agentNames))
    .option("--session <id>", "only this session: its id or the beginning of it")
    .option("--project <project>", "only this project: its id or a part of its path")
    .option("--tool <tool>", "only this tool: Bash, Edit, …")
    .option("--program <program>", 'only this program or subcommand: "git push"')
    .option(
      "--fact <fact>",
      'only failures with this fact ("no-option cat -A") or class (no-option)',
    )
    .option("--model <model>", "only calls by this model: its name or a part of it")
    .addOption(
      new Option("--outcome <outcome...>", "only calls with this outcome").choices(outcomes),
    )
    .option("--since <when>", "only calls after a date or age: 2026-11-01, 7d, 12h, 30m", readSince)
    .option("--limit <count>", "show at most this many", readCount, 50)
    .action(async (options: LedgerFlags) => {
      const { listCalls } = await import("../ledger/calls.ts");
      const page = await inContext(options, ({ database }) =>
        listCalls(database, filterFrom(options)),
      );
      const { total, byOutcome, entries } = page;
      await answer(options, {
        type: "lessons-ledger",
        value: { total, byOutcome, calls: entries },
        nothing: total === 0 ? noCalls : undefined,
        text: () => entries.map((entry) => ledgerEntry(entry, terminal)),
        aside: countsText(page),
      });
    });
}

const noCalls = "No calls match. To read your agents' logs: lessons scan\n";

function filterFrom({ outcome, json: _json, set: _set, ...flags }: LedgerFlags): LedgerFilter {
  return { ...flags, outcomes: outcome };
}

function countsText({ entries, total, byOutcome }: LedgerPage): string {
  const counts = Object.entries(byOutcome).map(
    ([outcome, count]) => `${grouped(count)} ${outcome}`,
  );
  const shown = total > entries.length ? `; ${grouped(entries.length)} shown` : "";
  return `\n${plural(total, "call")}: ${counts.join(", ")}${shown}.\n`;
}

/** A call in a list: when, how it ended, what it was; and on a second line what it said when it failed. */
function ledgerEntry(entry: LedgerEntry, { style, width }: Look): string {
  const when = entry.at === null ? "" : minute(entry.at);
  const what = entry.command?.split("\n").join(" ; ") ?? entry.path ?? "";
  const line = (label: string, text: string) => `${hang(label, text, { column: 31, width })}\n`;
  const label = `${when.padEnd(16)}  ${outcomeWord(entry, style)}`;
  const head = line(label, plainLine(`${entry.tool}  ${shortened(what)}`));
  const said = entry.errorHead ?? "";
  if (said === "") return head;
  const fix = entry.fixLine === null ? "" : ` (worked on line ${entry.fixLine})`;
  const words = shortened(`${entry.failureClass}: ${said}`);
  return head + line("", style("dim", plainLine(`${words}${fix}`)));
}

function outcomeWord({ outcome, exitStatus }: LedgerEntry, style: Style): string {
  const word = exitStatus === null || exitStatus === 0 ? outcome : `${outcome} ${exitStatus}`;
  if (outcome === "ok") return style("green", word);
  return style(outcome === "error" || outcome === "timeout" ? "red" : "yellow", word);
}

const longest = 160;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
