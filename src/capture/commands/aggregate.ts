import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { runAggregate } from "./scan.ts";

export function aggregateCommand(kit: CommandKit): Command {
  return newCommand("aggregate", "rank what the scans have found, without reading a log", [
    "lessons aggregate",
    "lessons aggregate --set detectors.repeatedMistake.minSessions=3",
    "lessons aggregate --json | jq '.lessons[].summary'",
  ]).action((options: CommonOptions) => runAggregate(kit, options));
}
