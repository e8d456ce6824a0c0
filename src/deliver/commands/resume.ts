import type { Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function resumeCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("resume", "end a pause: deliver lessons again", ["lessons resume"]).action(
    async (options: CommonOptions) => {
      const { resumeDelivery } = await import("../pause-delivery.ts");
      const { paths, system } = await wireFor(options);
      const wasPaused = resumeDelivery(paths, system.now()) !== undefined;
      if (!wasPaused) terminal.exitStatus = 1;
      if (options.json === true) {
        return terminal.write(jsonText("lessons-resume", { isPaused: false, wasPaused }));
      }
      if (wasPaused) terminal.write("Resumed: lessons are delivered again\n");
      else terminal.note("Delivery was not paused.\n");
    },
  );
}
