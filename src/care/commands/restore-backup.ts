import { resolve } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";

export function restoreBackupCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand(
    "restore-backup",
    "put a backup in the place of the store; what is there is kept",
    [
      "lessons restore-backup                # the newest one, for a store that is lost or damaged",
      "lessons restore-backup ~/backups/lessons.db --replace",
    ],
  )
    .argument("[file]", "which backup (default: the newest in the backups folder of our home)")
    .option("--replace", "also when the store is healthy; a copy of it is made first")
    .action(async (file: string | undefined, options: CommonOptions & { replace?: boolean }) => {
      const { restoreStore } = await import("../backup/back-up.ts");
      const { system, paths } = await wireFor(options);
      const restored = await restoreStore(system, paths, {
        ...(file === undefined ? {} : { from: resolve(terminal.workingDirectory, file) }),
        isReplacing: options.replace === true,
        onProgress: (copied, total) => terminal.progress(`copied ${copied} of ${total} pages`),
      });
      const { from, lessons, before } = restored;
      await answer(options, {
        type: "lessons-restored",
        value: restored,
        text: () => [
          `Restored ${plural(lessons, "lesson")} from ${from}\n`,
          before === undefined ? "" : `What was there before is kept: ${before}\n`,
        ],
      });
    });
}
