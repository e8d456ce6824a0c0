import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { minute } from "../../cli/layout.ts";
import { readDuration } from "../../cli/read-since.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { pauseFile, pauseIn } from "../pause.ts";

interface PauseFlags extends CommonOptions {
  readonly for?: number;
}

export function pauseCommand({ answer, wireFor }: CommandKit): Command {
  return newCommand("pause", "deliver no lessons for a while", [
    "lessons pause                # until lessons resume",
    "lessons pause --for 2h       # it ends by itself",
  ])
    .option("--for <time>", "how long: 30m, 2h, 1d", readDuration)
    .action(async (options: PauseFlags) => {
      const { paths, system } = await wireFor(options);
      const { for: lengthMs } = options;
      const until =
        lengthMs === undefined
          ? undefined
          : new Date(Date.parse(system.now()) + lengthMs).toISOString();
      ensurePrivateDirectory(paths.home);
      // It takes the place of a pause before.
      writeFileAtomically(join(paths.home, pauseFile), `${JSON.stringify({ until })}\n`);
      const end = until === undefined ? "" : `${minute(until)} UTC, or until `;
      await answer(options, {
        type: "lessons-pause",
        value: { isPaused: true, until: until ?? null },
        text: () => `Paused: no lessons are delivered until ${end}you run lessons resume\n`,
      });
    });
}

export function resumeCommand({ answer, wireFor }: CommandKit): Command {
  return newCommand("resume", "end a pause: deliver lessons again", ["lessons resume"]).action(
    async (options: CommonOptions) => {
      const { paths, system } = await wireFor(options);
      const wasPaused = pauseIn(paths.home, new Date(system.now())) !== undefined;
      removeFile(join(paths.home, pauseFile));
      await answer(options, {
        type: "lessons-resume",
        value: { isPaused: false, wasPaused },
        nothing: wasPaused ? undefined : "Delivery was not paused.\n",
        text: () => "Resumed: lessons are delivered again\n",
      });
    },
  );
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw fileFault(error, "remove", path);
  }
}
