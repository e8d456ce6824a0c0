import { Command } from "commander";
import { makeKit, withCommonOptions, withoutFlags, type CommandKit } from "./command-kit.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The command line. When it is known which command was called, only that one is loaded: describing them
 * all takes longer than most of them run.
 */
export async function createProgram(
  terminal: Terminal,
  version: string,
  called?: string,
): Promise<Command> {
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
  const names = called !== undefined && called in loaders ? [called] : Object.keys(loaders);
  for (const name of names) {
    const command = await loaders[name]?.(kit);
    if (command === undefined) continue;
    program.addCommand(withCommonOptions(command).copyInheritedSettings(program), {
      hidden: name === hiddenCommand,
    });
  }
  return program;
}

/** What the completion scripts call. */
const hiddenCommand = "complete-slug";

/** In the order of the help. Each loads its own file, and that loads what it does when it runs. */
const loaders: Readonly<Record<string, (kit: CommandKit) => Promise<Command>>> = {
  start: async (kit) => (await import("../measure/commands/start.ts")).startCommand(kit),
  init: async (kit) =>
    withoutFlags((await import("../deliver/commands/init.ts")).initCommand(kit), "--set"),
  scan: async (kit) => (await import("../capture/commands/scan.ts")).scanCommand(kit),
  aggregate: async (kit) => (await import("../capture/commands/scan.ts")).aggregateCommand(kit),
  ledger: async (kit) => (await import("../capture/commands/ledger.ts")).ledgerCommand(kit),
  backtest: async (kit) => (await import("../measure/commands/backtest.ts")).backtestCommand(kit),
  stats: async (kit) => (await import("../measure/commands/stats.ts")).statsCommand(kit),
  review: async (kit) => (await import("../review/commands/review.ts")).reviewCommand(kit),
  decide: async (kit) => (await import("../review/commands/decide.ts")).decideCommand(kit),
  promote: async (kit) => (await import("../review/commands/promote.ts")).promoteCommand(kit),
  undo: async (kit) => (await import("../review/commands/reviews.ts")).undoCommand(kit),
  reviews: async (kit) => (await import("../review/commands/reviews.ts")).reviewsCommand(kit),
  gates: async (kit) => (await import("../gates/commands/gates.ts")).gatesCommand(kit),
  feedback: async (kit) => (await import("../lesson/commands/feedback.ts")).feedbackCommand(kit),
  learn: async (kit) => (await import("../knowledge/commands/learn.ts")).learnCommand(kit),
  add: async (kit) => (await import("../lesson/commands/add.ts")).addCommand(kit),
  list: async (kit) => (await import("../lesson/commands/list.ts")).listCommand(kit),
  show: async (kit) => (await import("../lesson/commands/show.ts")).showCommand(kit),
  search: async (kit) => (await import("../lesson/commands/list.ts")).searchCommand(kit),
  edit: async (kit) => (await import("../lesson/commands/edit.ts")).editCommand(kit),
  archive: async (kit) => (await import("../lesson/commands/archive.ts")).archiveCommand(kit),
  restore: async (kit) => (await import("../lesson/commands/archive.ts")).restoreCommand(kit),
  tags: async (kit) => (await import("../lesson/commands/tags.ts")).tagsCommand(kit),
  export: async (kit) => (await import("../care/commands/export.ts")).exportCommand(kit),
  import: async (kit) => (await import("../care/commands/import.ts")).importCommand(kit),
  share: async (kit) => (await import("../care/commands/share.ts")).shareCommand(kit),
  unshare: async (kit) => (await import("../care/commands/unshare.ts")).unshareCommand(kit),
  render: async (kit) => (await import("../knowledge/commands/render.ts")).renderCommand(kit),
  reconcile: async (kit) =>
    (await import("../knowledge/commands/reconcile.ts")).reconcileCommand(kit),
  knowledge: async (kit) =>
    (await import("../knowledge/commands/knowledge.ts")).knowledgeCommand(kit),
  statusline: async (kit) =>
    withoutFlags(
      (await import("../knowledge/commands/statusline.ts")).statuslineCommand(kit),
      "--set",
      "--json",
      "--no-color",
    ),
  match: async (kit) => (await import("../deliver/commands/match.ts")).matchCommand(kit),
  explain: async (kit) => (await import("../deliver/commands/explain.ts")).explainCommand(kit),
  pause: async (kit) =>
    withoutFlags((await import("../deliver/commands/pause.ts")).pauseCommand(kit), "--set"),
  resume: async (kit) =>
    withoutFlags((await import("../deliver/commands/pause.ts")).resumeCommand(kit), "--set"),
  status: async (kit) => (await import("../care/commands/status.ts")).statusCommand(kit),
  doctor: async (kit) => (await import("../care/commands/doctor.ts")).doctorCommand(kit),
  upkeep: async (kit) => (await import("../care/commands/upkeep.ts")).upkeepCommand(kit),
  compile: async (kit) => (await import("../deliver/commands/compile.ts")).compileCommand(kit),
  config: async (kit) => (await import("./config.ts")).configCommand(kit),
  backup: async (kit) => (await import("../care/commands/backup.ts")).backupCommand(kit),
  "restore-backup": async (kit) =>
    withoutFlags(
      (await import("../care/commands/restore-backup.ts")).restoreBackupCommand(kit),
      "--set",
    ),
  uninstall: async (kit) =>
    withoutFlags((await import("../deliver/commands/uninstall.ts")).uninstallCommand(kit), "--set"),
  completion: async (kit) => {
    const { completionCommand } = await import("./completion.ts");
    return withoutFlags(
      completionCommand(kit, () => createProgram(kit.terminal, "")),
      "--json",
      "--set",
    );
  },
  [hiddenCommand]: async (kit) => (await import("./completion.ts")).completeSlugCommand(kit),
};

/** `edit <slug> <field> <value>`: that there are flags goes without saying. */
function commandTerm(command: Command): string {
  const wanted = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...wanted].join(" ");
}
