import { join } from "node:path";
import { Option, type Command } from "commander";
import type { LedgerSpan } from "../../capture/ledger/calls.ts";
import type { GatherRequest } from "../stats/gather.ts";
import type { StatsReport } from "../stats/stats.ts";
import { ownerOf } from "../../redact/redact.ts";
import { userHome } from "../../platform/paths.ts";
import { beyondSpanText } from "./beyond-span-text.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang } from "../../cli/layout.ts";
import { lessonStoryText } from "./lesson-story-text.ts";
import { readSince } from "../../cli/read-since.ts";
import { statsText } from "./stats-text.ts";
import { statsValue, storyValue } from "./stats-value.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface StatsFlags extends CommonOptions {
  readonly lesson?: string;
  readonly since?: string;
}

export function statsCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("stats", "what was delivered, and did it help: from your own history", [
    "lessons stats",
    "lessons stats --since 30d",
    "lessons stats --lesson git-stash     # each delivery, and what came of it",
    "lessons stats --json | jq .compliance",
  ])
    .addOption(
      new Option("--lesson <slug>", "only this lesson: slug, id, or the beginning of a slug"),
    )
    .addOption(
      new Option("--since <when>", "only what was since then: a date, or 7d, 12h, 30m").argParser(
        (text: string) => readSince(text),
      ),
    )
    .action(async ({ lesson, since, ...options }: StatsFlags) => {
      const { paths, deliveryValues, inContext } = await wireFor(options);
      const { environment } = terminal;
      const request: GatherRequest = {
        spool: join(paths.home, "spool"),
        owner: ownerOf(environment, userHome(environment)),
        ...(since === undefined ? {} : { since }),
      };
      const config = await deliveryValues();
      if (lesson !== undefined) {
        const { lessonStory } = await import("../stats/lesson-stats.ts");
        const story = await inContext((context) =>
          lessonStory({ ...context, config }, lesson, request),
        );
        return terminal.write(
          options.json === true
            ? jsonText("lessons-stats-lesson", storyValue(story))
            : lessonStoryText(story, terminal),
        );
      }
      const { stats } = await import("../stats/stats.ts");
      const { ledgerSpan } = await import("../../capture/ledger/calls.ts");
      const { report, span } = await inContext(async (context) => {
        const found = await stats({ ...context, config }, request);
        return { report: found, span: isEmpty(found) ? ledgerSpan(context.database) : undefined };
      });
      if (isEmpty(report)) terminal.exitStatus = 1;
      if (options.json === true)
        return terminal.write(jsonText("lessons-stats", statsValue(report)));
      if (isEmpty(report)) return terminal.note(emptyText(terminal, since, span));
      const { deliverySetup } = await import("../../deliver/init/delivery-setup.ts");
      const machine = { home: userHome(environment), environment };
      const isSetUp = deliverySetup(machine, paths).way !== "none";
      terminal.write(statsText(report, { ...terminal, isSetUp }));
    });
}

function isEmpty({ history, deliveries }: StatsReport): boolean {
  return history.calls + history.begun + deliveries.delivered === 0;
}

function emptyText(
  { width }: Terminal,
  since: string | undefined,
  span: LedgerSpan | undefined,
): string {
  return since === undefined || span === undefined
    ? `${hang("", nothingYet, { column: 0, width })}\n`
    : beyondSpanText("Nothing", { side: "after", time: since, span }, { width });
}

const nothingYet =
  "Nothing to measure yet. lessons scan reads the agents' logs; lessons init lets lessons reach your agent.";
