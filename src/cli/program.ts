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
    const describe = await loaders[name]?.();
    if (describe === undefined) continue;
    const command = describe(kit);
    const unused = unusedFlags[name];
    if (unused !== undefined) withoutFlags(command, ...unused);
    program.addCommand(withCommonOptions(command).copyInheritedSettings(program), {
      hidden: name === hiddenCommand,
    });
  }
  return program;
}

/** What runs where no command is named. */
export const dashboardName = "dashboard";

/** What the completion scripts call. */
const hiddenCommand = "complete-slug";

type Describe = (kit: CommandKit) => Command;

/** In the order of the help. Each loads its own file, and that loads what it does when it runs. */
const loaders: Readonly<Record<string, () => Promise<Describe>>> = {
  [dashboardName]: async () => (await import("../care/commands/dashboard.ts")).dashboardCommand,
  start: async () => (await import("../measure/commands/start.ts")).startCommand,
  init: async () => (await import("../deliver/commands/init.ts")).initCommand,
  scan: async () => (await import("../capture/commands/scan.ts")).scanCommand,
  aggregate: async () => (await import("../capture/commands/scan.ts")).aggregateCommand,
  ledger: async () => (await import("../capture/commands/ledger.ts")).ledgerCommand,
  backtest: async () => (await import("../measure/commands/backtest.ts")).backtestCommand,
  stats: async () => (await import("../measure/commands/stats.ts")).statsCommand,
  trial: async () => (await import("../measure/commands/trial.ts")).trialCommand,
  review: async () => (await import("../review/commands/review.ts")).reviewCommand,
  decide: async () => (await import("../review/commands/decide.ts")).decideCommand,
  promote: async () => (await import("../review/commands/decide.ts")).promoteCommand,
  undo: async () => (await import("../review/commands/reviews.ts")).undoCommand,
  reviews: async () => (await import("../review/commands/reviews.ts")).reviewsCommand,
  gates: async () => (await import("../gates/commands/gates.ts")).gatesCommand,
  feedback: async () => (await import("../lesson/commands/feedback.ts")).feedbackCommand,
  good: async () => (await import("../lesson/commands/feedback.ts")).goodCommand,
  bad: async () => (await import("../lesson/commands/feedback.ts")).badCommand,
  learn: async () => (await import("../knowledge/commands/learn.ts")).learnCommand,
  add: async () => (await import("../lesson/commands/add.ts")).addCommand,
  list: async () => (await import("../lesson/commands/list.ts")).listCommand,
  show: async () => (await import("../lesson/commands/show.ts")).showCommand,
  search: async () => (await import("../lesson/commands/list.ts")).searchCommand,
  edit: async () => (await import("../lesson/commands/edit.ts")).editCommand,
  archive: async () => (await import("../lesson/commands/archive.ts")).archiveCommand,
  restore: async () => (await import("../lesson/commands/archive.ts")).restoreCommand,
  tags: async () => (await import("../lesson/commands/list.ts")).tagsCommand,
  export: async () => (await import("../care/commands/export.ts")).exportCommand,
  import: async () => (await import("../care/commands/import.ts")).importCommand,
  share: async () => (await import("../care/commands/share.ts")).shareCommand,
  unshare: async () => (await import("../care/commands/share.ts")).unshareCommand,
  render: async () => (await import("../knowledge/commands/render.ts")).renderCommand,
  reconcile: async () => (await import("../knowledge/commands/reconcile.ts")).reconcileCommand,
  knowledge: async () => (await import("../knowledge/commands/knowledge.ts")).knowledgeCommand,
  statusline: async () => (await import("../knowledge/commands/statusline.ts")).statuslineCommand,
  match: async () => (await import("../deliver/commands/explain.ts")).matchCommand,
  explain: async () => (await import("../deliver/commands/explain.ts")).explainCommand,
  card: async () => (await import("../deliver/commands/card.ts")).cardCommand,
  pause: async () => (await import("../deliver/commands/pause.ts")).pauseCommand,
  resume: async () => (await import("../deliver/commands/pause.ts")).resumeCommand,
  repairs: async () => (await import("../deliver/commands/repairs.ts")).repairsCommand,
  status: async () => (await import("../care/commands/status.ts")).statusCommand,
  doctor: async () => (await import("../care/commands/doctor.ts")).doctorCommand,
  upkeep: async () => (await import("../care/commands/upkeep.ts")).upkeepCommand,
  compile: async () => (await import("../deliver/commands/compile.ts")).compileCommand,
  config: async () => (await import("./config.ts")).configCommand,
  backup: async () => (await import("../care/commands/backup.ts")).backupCommand,
  "restore-backup": async () => (await import("../care/commands/backup.ts")).restoreBackupCommand,
  privacy: async () => (await import("../care/commands/privacy.ts")).privacyCommand,
  forget: async () => (await import("../care/commands/forget.ts")).forgetCommand,
  uninstall: async () => (await import("../deliver/commands/uninstall.ts")).uninstallCommand,
  completion: async () => {
    const { completionCommand } = await import("./completion.ts");
    return (kit) => completionCommand(kit, () => createProgram(kit.terminal, ""));
  },
  [hiddenCommand]: async () => (await import("./completion.ts")).completeSlugCommand,
};

/** The common flags that a command has no use for, so that none is taken and ignored. */
const unusedFlags: Readonly<Record<string, readonly string[]>> = {
  init: ["--set"],
  statusline: ["--set", "--json", "--no-color"],
  pause: ["--set"],
  resume: ["--set"],
  "restore-backup": ["--set"],
  uninstall: ["--set"],
  completion: ["--json", "--set"],
};

/** `edit <slug> <field> <value>`: that there are flags goes without saying. */
function commandTerm(command: Command): string {
  const wanted = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...wanted].join(" ");
}
