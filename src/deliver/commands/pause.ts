import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { minute } from "../../cli/layout.ts";
import { readDuration } from "../../cli/read-duration.ts";

interface PauseFlags extends CommonOptions {
  readonly for?: number;
}

export function pauseCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("pause", "deliver no lessons for a while", [
    "lessons pause                # until lessons resume",
    "lessons pause --for 2h       # it ends by itself",
  ])
    .addOption(new Option("--for <time>", "how long: 30m, 2h, 1d").argParser(readDuration))
    .action(async (options: PauseFlags) => {
      const { pauseDelivery } = await import("../pause-delivery.ts");
      const { paths, system } = await wireFor(options);
      const { for: lengthMs } = options;
      const { until } = pauseDelivery(
        paths,
        lengthMs === undefined
          ? undefined
          : new Date(Date.parse(system.now()) + lengthMs).toISOString(),
      );
      if (options.json === true) {
        return terminal.write(jsonText("lessons-pause", { isPaused: true, until: until ?? null }));
      }
      terminal.write(
        until === undefined
          ? "Paused: no lessons are delivered until you run lessons resume\n"
          : `Paused: no lessons are delivered until ${minute(until)} UTC, or until you run lessons resume\n`,
      );
    });
}
