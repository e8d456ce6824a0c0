import { resolve } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { CopyOptions } from "../backup/back-up.ts";

export function backupCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand("backup", "copy the store to a file; safe while it is in use", [
    "lessons backup",
    "lessons backup ~/backups/lessons.db",
  ])
    .argument("[file]", "where to (default: a new file in the backups folder of our home)")
    .action(async (typed: string | undefined, options: CommonOptions) => {
      const { backUpStore } = await import("../backup/back-up.ts");
      const { paths, inContext } = await wireFor(options);
      const copying = copyOptions(terminal, typed);
      const file = await inContext((context) => backUpStore(context, paths, copying));
      await answer(options, {
        type: "lessons-backup",
        value: { file },
        text: () => `Backed up to ${file}\n`,
      });
    });
}

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
    .action(async (typed: string | undefined, options: CommonOptions & { replace?: boolean }) => {
      const { restoreStore } = await import("../backup/back-up.ts");
      const { system, paths } = await wireFor(options);
      const copying = copyOptions(terminal, typed);
      const isReplacing = options.replace === true;
      const restored = await restoreStore(system, paths, { ...copying, isReplacing });
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

function copyOptions(terminal: Terminal, typed: string | undefined): CopyOptions {
  return {
    file: typed === undefined ? undefined : resolve(terminal.workingDirectory, typed),
    onProgress: (copied, total) => terminal.progress(`copied ${copied} of ${total} pages`),
  };
}
