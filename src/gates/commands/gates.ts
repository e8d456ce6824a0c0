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
    "check notes and lessons with your own questions (gates), and see which reviews are stale",
    [
      "lessons gates list",
      "lessons gates select prose --note docs --model opus",
      "lessons gates sweep prose --note docs",
      "lessons gates warn",
    ],
  );
  // No setting has a say in these.
  const unset = [
    listCommand(kit),
    showCommand(kit),
    validateCommand(kit),
    newGateCommand(kit),
    selectCommand(kit),
    ingestCommand(kit),
    warnCommand(kit),
    historyCommand(kit),
  ];
  const asking = [
    calibrateCommand(kit),
    sweepCommand(kit),
    gateSweepCommand(kit),
    createRunsCommand(kit),
    ackCommand(kit),
  ];
  for (const command of unset) group.addCommand(withoutFlags(command, "--set"));
  for (const command of asking) group.addCommand(command);
  return group;
}
