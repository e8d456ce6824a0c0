import { resolve } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import { Fault } from "../../platform/fault.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { CopyOptions } from "../backup/back-up.ts";

interface BackupFlags extends CommonOptions {
  readonly restore?: boolean;
  readonly replace?: boolean;
}

export function backupCommand(kit: CommandKit): Command {
  const { terminal, answer, wireFor } = kit;
  return newCommand("backup", "back up your lessons to a file, or restore them from one", [
    "lessons backup                # safe while agents run",
    "lessons backup ~/backups/lessons.db",
    "lessons backup --restore      # uses the newest backup",
    "lessons backup --restore ~/backups/lessons.db --replace",
  ])
    .argument(
      "[file]",
      "the backup file (default: a new one in ~/.lessons/backups; with --restore, the newest there)",
    )
    .option("--restore", "replace the store with the backup; the old store is kept next to it")
    .option("--replace", "with --restore: replace a healthy store too; copies it first")
    .action(async (typed: string | undefined, options: BackupFlags) => {
      if (options.restore === true) return restoreFrom(kit, typed, options);
      if (options.replace === true) {
        throw new Fault("bad-input", "--replace works only with --restore", {
          hint: "run lessons backup --restore --replace, or drop --replace",
        });
      }
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

export function restoreBackupCommand(kit: CommandKit): Command {
  return newCommand("restore-backup", "restore the store from a backup", [
    "lessons backup --restore",
    "lessons backup --restore ~/backups/lessons.db --replace",
  ])
    .argument("[file]", "the backup file (default: the newest in ~/.lessons/backups)")
    .option("--replace", "replace a healthy store too; copies it first")
    .action((typed: string | undefined, options: BackupFlags) => restoreFrom(kit, typed, options));
}

async function restoreFrom(
  { terminal, answer, wireFor, requirePerson }: CommandKit,
  typed: string | undefined,
  options: BackupFlags,
): Promise<void> {
  // A backup brings its lessons in as they are, the active ones among them.
  await requirePerson({ what: "restore a backup", type: "lessons backup --restore" });
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
      before === undefined ? "" : `The old store is in ${before}\n`,
    ],
  });
}

function copyOptions(terminal: Terminal, typed: string | undefined): CopyOptions {
  return {
    file: typed === undefined ? undefined : resolve(terminal.workingDirectory, typed),
    onProgress: (copied, total) => terminal.progress(`copied ${copied} of ${total} pages`),
  };
}
