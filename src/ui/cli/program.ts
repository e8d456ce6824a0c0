import { Command } from "commander";
import { makeKit, withCommonOptions, withoutFlags } from "./command-kit.ts";
import { addCommand } from "./commands/add.ts";
import { archiveCommand } from "./commands/archive.ts";
import { backupCommand } from "./commands/backup.ts";
import { completeSlugCommand } from "./commands/complete-slug.ts";
import { completionCommand } from "./commands/completion.ts";
import { configCommand } from "./commands/config.ts";
import { editCommand } from "./commands/edit.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { listCommand } from "./commands/list.ts";
import { restoreBackupCommand } from "./commands/restore-backup.ts";
import { restoreCommand } from "./commands/restore.ts";
import { searchCommand } from "./commands/search.ts";
import { showCommand } from "./commands/show.ts";
import { startCommand } from "./commands/start.ts";
import { tagsCommand } from "./commands/tags.ts";
import type { Terminal } from "./terminal.ts";

/** The whole command line. The commands describe themselves here and load what they do when they run. */
export function createProgram(terminal: Terminal, version: string): Command {
  const kit = makeKit(terminal);
  const program = new Command("lessons");
  program
    .description("Experience for AI coding agents: keep what they should not have to learn twice.")
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .configureHelp({ subcommandTerm: commandTerm })
    .configureOutput({ getOutHelpWidth: () => 80, getErrHelpWidth: () => 80 })
    .addHelpText(
      "after",
      "\nStart here:\n  $ lessons start\n  $ lessons add\n\nExit status: 0 done or found, 1 nothing found, 2 error.\n",
    );
  const commands = [
    startCommand(kit),
    addCommand(kit),
    listCommand(kit),
    showCommand(kit),
    searchCommand(kit),
    editCommand(kit),
    archiveCommand(kit),
    restoreCommand(kit),
    tagsCommand(kit),
    exportCommand(kit),
    importCommand(kit),
    configCommand(kit),
    backupCommand(kit),
    withoutFlags(restoreBackupCommand(kit), "--set"),
    withoutFlags(
      completionCommand(kit, () => program),
      "--json",
      "--set",
    ),
  ];
  for (const command of commands)
    program.addCommand(withCommonOptions(command).copyInheritedSettings(program));
  program.addCommand(completeSlugCommand(kit), { hidden: true });
  return program;
}

/** `edit <slug> <field> <value>`: that there are flags goes without saying. */
function commandTerm(command: Command): string {
  const wanted = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...wanted].join(" ");
}
