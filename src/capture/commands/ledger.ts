import { Option, type Command } from "commander";
import { agentNames } from "../../agents/all.ts";
import type { LedgerFilter, LedgerPage } from "../ledger/calls.ts";
import { outcomes } from "../../agents/outcome/judge-outcome.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { grouped, plural } from "../../cli/layout.ts";
import { ledgerEntry } from "./ledger-text.ts";
import { readSince } from "../../cli/read-since.ts";

interface LedgerFlags extends CommonOptions {
  readonly agent?: string;
  readonly session?: string;
  readonly project?: string;
  readonly tool?: string;
  readonly program?: string;
  readonly outcome?: readonly string[];
  readonly since?: string;
  readonly limit: number;
}

export function ledgerCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand("ledger", "show the agents' tool calls and how they ended, newest first", [
    "lessons ledger --outcome error timeout --since 7d",
    'lessons ledger --program "git push"',
    "lessons ledger --session 4f1c --limit 200",
    "lessons ledger --json | jq '.calls[] | select(.exitStatus == 127)'",
  ])
    .addOption(new Option("--agent <agent>", "only calls of this agent").choices(agentNames))
    .addOption(
      new Option("--session <id>", "only of this session; the beginning of its id is enough"),
    )
    .addOption(
      new Option("--project <project>", "only of this project: its id or a part of its path"),
    )
    .addOption(new Option("--tool <tool>", "only of this tool: Bash, Edit, …"))
    .addOption(
      new Option("--program <program>", 'only of this program, or of its subcommand: "git push"'),
    )
    .addOption(new Option("--outcome <outcome...>", "only calls that ended so").choices(outcomes))
    .addOption(
      new Option("--since <when>", "only since then: a date, or 7d, 12h, 30m").argParser(
        (text: string) => readSince(text),
      ),
    )
    .addOption(
      new Option("--limit <count>", "show at most this many").argParser(readCount).default(50),
    )
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

const noCalls = "No calls like that. lessons scan reads the agents' logs into the ledger.\n";

function filterFrom({ outcome, json: _json, set: _set, ...flags }: LedgerFlags): LedgerFilter {
  const { agent, session, project, tool, program, since, limit } = flags;
  return { agent, session, project, tool, program, since, outcomes: outcome, limit };
}

function countsText({ entries, total, byOutcome }: LedgerPage): string {
  const counts = Object.entries(byOutcome).map(
    ([outcome, count]) => `${grouped(count)} ${outcome}`,
  );
  const shown = total > entries.length ? `; shown are ${grouped(entries.length)}` : "";
  return `\n${plural(total, "call")}: ${counts.join(", ")}${shown}.\n`;
}
