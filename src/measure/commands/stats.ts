import { join } from "node:path";
import type { Command } from "commander";
import type { LedgerSpan } from "../../capture/ledger/calls.ts";
import type { GatherRequest } from "../stats/gather.ts";
import type { LessonStats } from "../stats/lesson-stats.ts";
import type { StatsReport } from "../stats/stats.ts";
import { ownerOf } from "../../redact/owner.ts";
import { userHome } from "../../platform/paths.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { paragraph } from "../../cli/layout.ts";
import { lessonFacts } from "./lesson-facts.ts";
import { lessonStoryText } from "./lesson-story-text.ts";
import { beyondSpanText } from "./no-calls-text.ts";
import { readSince } from "../../cli/read-since.ts";
import { statsText } from "./stats-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface StatsFlags extends CommonOptions {
  readonly lesson?: string;
  readonly since?: string;
}

export function statsCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("stats", "show which lessons agents saw, and whether they helped", [
    "lessons stats",
    "lessons stats --since 30d",
    "lessons stats --lesson git-stash     # each time it was shown",
    "lessons stats --json | jq .compliance",
  ])
    .option("--lesson <slug>", "only this lesson: a slug, an id, or the beginning of a slug")
    .option(
      "--since <when>",
      "ignore anything older than a date or age: 2026-11-01, 7d, 12h, 30m",
      (text: string) => readSince(text),
    )
    .action(async ({ lesson, since, ...options }: StatsFlags) => {
      const { paths, deliveryValues, inContext } = await wireFor(options);
      const { environment } = terminal;
      const request: GatherRequest = {
        spool: join(paths.home, "spool"),
        owner: ownerOf(environment, userHome(environment)),
        since,
      };
      const config = await deliveryValues();
      if (lesson !== undefined) {
        const { lessonStory } = await import("../stats/lesson-stats.ts");
        const story = await inContext((context) =>
          lessonStory({ ...context, config }, lesson, request),
        );
        return answer(options, {
          type: "lessons-stats-lesson",
          value: { ...story, stats: withFacts(story.stats) },
          text: () => lessonStoryText(story, terminal),
        });
      }
      const { stats } = await import("../stats/stats.ts");
      const { ledgerSpan } = await import("../../capture/ledger/calls.ts");
      const { deliverySetup } = await import("../../deliver/init/delivery-setup.ts");
      const { report, span } = await inContext(async (context) => ({
        report: await stats({ ...context, config }, request),
        span: ledgerSpan(context.database),
      }));
      const machine = { home: userHome(environment), environment };
      await answer(options, {
        type: "lessons-stats",
        value: { ...report, lessons: report.lessons.map(withFacts) },
        nothing: isEmpty(report) ? emptyText(terminal, since, span) : undefined,
        text: () => {
          const isSetUp = deliverySetup(machine, paths).way !== "none";
          return statsText(report, { ...terminal, isSetUp });
        },
      });
    });
}

function withFacts(stats: LessonStats): object {
  return { ...stats, lesson: lessonFacts(stats.lesson) };
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
    ? paragraph(nothingYet, { width })
    : beyondSpanText("Nothing", { after: since, span }, { width });
}

const nothingYet =
  "Nothing to measure yet. Read your agents' logs: lessons scan. Connect your agent: lessons init.";
