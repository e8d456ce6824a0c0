import type { Command } from "commander";
import { newCommand, withoutFlags, type CommandKit } from "../command-kit.ts";
import { ackCommand } from "./gates/ack.ts";
import { calibrateCommand } from "./gates/calibrate.ts";
import { createRunsCommand } from "./gates/create-runs.ts";
import { gateSweepCommand } from "./gates/gate-sweep.ts";
import { historyCommand } from "./gates/history.ts";
import { ingestCommand } from "./gates/ingest.ts";
import { listCommand } from "./gates/list.ts";
import { newGateCommand } from "./gates/new.ts";
import { selectCommand } from "./gates/select.ts";
import { showCommand } from "./gates/show.ts";
import { sweepCommand } from "./gates/sweep.ts";
import { validateCommand } from "./gates/validate.ts";
import { warnCommand } from "./gates/warn.ts";

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
