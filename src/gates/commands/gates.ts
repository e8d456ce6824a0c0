import type { Command } from "commander";
import { newCommand, withoutFlags, type CommandKit } from "../../cli/command-kit.ts";
import { ackCommand } from "./ack.ts";
import { calibrateCommand } from "./calibrate.ts";
import { createRunsCommand } from "./create-runs.ts";
import { gateSweepCommand } from "./gate-sweep.ts";
import { historyCommand } from "./history.ts";
import { ingestCommand } from "./ingest.ts";
import { listCommand } from "./list.ts";
import { newGateCommand } from "./new.ts";
import { selectCommand } from "./select.ts";
import { showCommand } from "./show.ts";
import { sweepCommand } from "./sweep.ts";
import { validateCommand } from "./validate.ts";
import { warnCommand } from "./warn.ts";

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
