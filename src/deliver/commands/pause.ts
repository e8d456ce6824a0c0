import { rmSync } from "node:fs";
import { join } from "node:path";
import { Option, type Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { minute } from "../../cli/layout.ts";
import { notingFile } from "../../cli/noting-file.ts";
import { readDuration } from "../../cli/read-since.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { pauseFile, pauseIn } from "../pause.ts";

interface PauseFlags extends CommonOptions {
  readonly for?: number;
  readonly off?: boolean;
}

export function pauseCommand(kit: CommandKit): Command {
  const { answer, wireFor } = kit;
  return newCommand("pause", "stop showing lessons to agents for a while", [
    "lessons pause                # until lessons pause --off",
    "lessons pause --for 2h       # ends after two hours",
    "lessons pause --off          # show them again",
  ])
    .option("--for <time>", "how long: 30m, 2h, 1d", readDuration)
    .addOption(new Option("--off", "end the pause: show lessons again").conflicts("for"))
    .action(async (options: PauseFlags) => {
      if (options.off === true) return endPause(kit, options);
      const wiring = await wireFor(options);
      const { paths, system } = wiring;
      const { for: lengthMs } = options;
      const until =
        lengthMs === undefined
          ? undefined
          : new Date(Date.parse(system.now()) + lengthMs).toISOString();
      ensurePrivateDirectory(paths.home);
      // It takes the place of a pause before.
      await notingFile(kit, wiring, { root: paths.home, path: pauseFile }, () =>
        writeFileAtomically(join(paths.home, pauseFile), `${JSON.stringify({ until })}\n`),
      );
      const end = until === undefined ? "" : `${minute(until)} UTC, or until `;
      await answer(options, {
        type: "lessons-pause",
        value: { isPaused: true, until: until ?? null },
        text: () => `Paused: agents see no lessons until ${end}you run lessons pause --off\n`,
      });
    });
}

export function resumeCommand(kit: CommandKit): Command {
  return newCommand("resume", "end a pause: show lessons again", ["lessons pause --off"]).action(
    (options: CommonOptions) => endPause(kit, options),
  );
}

async function endPause(kit: CommandKit, options: CommonOptions): Promise<void> {
  const wiring = await kit.wireFor(options);
  const { paths, system } = wiring;
  const wasPaused = pauseIn(paths.home, new Date(system.now())) !== undefined;
  await notingFile(kit, wiring, { root: paths.home, path: pauseFile }, () =>
    removeFile(join(paths.home, pauseFile)),
  );
  await kit.answer(options, {
    type: "lessons-resume",
    value: { isPaused: false, wasPaused },
    nothing: wasPaused ? undefined : "Lessons were not paused.\n",
    text: () => "Resumed: agents see lessons again\n",
  });
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw fileFault(error, "remove", path);
  }
}
