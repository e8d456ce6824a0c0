import type { Command } from "commander";
import { newCommand, withoutFlags, type CommandKit } from "../../cli/command-kit.ts";
import { ackCommand, createRunsCommand, ingestCommand } from "./by-hand.ts";
import { calibrateCommand } from "./calibrate.ts";
import { listCommand, newGateCommand, validateCommand } from "./catalogue.ts";
import { historyCommand, showCommand, warnCommand } from "./reviews.ts";
import { selectCommand } from "./select.ts";
import { gateSweepCommand, sweepCommand } from "./sweep.ts";

export function gatesCommand(kit: CommandKit): Command {
  const group = newCommand(
    "gates",
    "review notes and lessons by gates, and know which reviews are stale",
    [
      "lessons gates list",
      "lessons gates select prose --note docs --model opus",
      "lessons gates sweep prose --note docs --runner claude-code --model opus",
      "lessons gates warn",
    ],
  );
  const commands = [
    listCommand(kit),
    showCommand(kit),
    validateCommand(kit),
    newGateCommand(kit),
    calibrateCommand(kit),
    selectCommand(kit),
    sweepCommand(kit),
    gateSweepCommand(kit),
    createRunsCommand(kit),
    ingestCommand(kit),
    ackCommand(kit),
    warnCommand(kit),
    historyCommand(kit),
  ];
  // No setting has a say in any of them.
  for (const command of commands) group.addCommand(withoutFlags(command, "--set"));
  return group;
}
