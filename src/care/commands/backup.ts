import { resolve } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function backupCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("backup", "copy the store to a file; safe while it is in use", [
    "lessons backup",
    "lessons backup ~/backups/lessons.db",
  ])
    .argument("[file]", "where to (default: a new file in the backups folder of our home)")
    .action(async (file: string | undefined, options: CommonOptions) => {
      const { backUpStore } = await import("../backup/back-up.ts");
      const wiring = await wireFor(options);
      const backup = await wiring.inContext((context) =>
        backUpStore(context, wiring.paths, {
          ...(file === undefined ? {} : { target: resolve(terminal.workingDirectory, file) }),
          onProgress: (copied, total) => terminal.progress(`copied ${copied} of ${total} pages`),
        }),
      );
      await answer(options, {
        type: "lessons-backup",
        value: { file: backup },
        text: () => `Backed up to ${backup}\n`,
      });
    });
}
