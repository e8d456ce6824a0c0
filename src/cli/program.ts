import { Command } from "commander";
import { makeKit, newCommand, withCommonOptions, withoutFlags } from "./command-kit.ts";
import {
  atTop,
  commandNamed,
  commandsUnder,
  type CommandEntry,
  type FoundCommand,
} from "./command-table.ts";
import type { CommandKit } from "./command-kit.ts";
import { shortHelp } from "./short-help.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The command line. When it is known which command was called, only that one is loaded: describing them
 * all takes longer than most of them run. Without `called` all of them are there.
 */
export async function createProgram(
  terminal: Terminal,
  version: string,
  { commands, called }: { readonly commands: Commands; readonly called?: readonly string[] },
): Promise<Command> {
  const kit = makeKit(terminal);
  const { style } = terminal;
  const program = new Command("lessons");
  program
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureHelp({
      subcommandTerm: commandTerm,
      styleTitle: (title) => style("bold", title),
      styleCommandText: (text) => style("cyan", text),
      styleSubcommandText: (text) => style("cyan", text),
      styleOptionText: (text) => style("cyan", text),
    })
    .configureOutput({
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
      // Whoever wants none has a `style` that gives the text back.
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    });
  program.helpInformation = () => shortHelp(terminal);
  const found = called === undefined ? undefined : commandNamed(called);
  const wanted: readonly FoundCommand[] =
    called === undefined
      ? atTop.map((entry) => ({ entry, inner: undefined }))
      : found === undefined
        ? []
        : [found];
  for (const each of wanted) {
    const command = await describe(kit, commands, each);
    program.addCommand(withCommonOptions(command).copyInheritedSettings(program), {
      hidden: isHidden(each.entry),
    });
  }
  return program;
}

/** Commands by name. Each loads its own file, and that loads what it does when it runs. */
export type Commands = Readonly<Record<string, () => Promise<(kit: CommandKit) => Command>>>;

function isHidden({ group }: CommandEntry): boolean {
  return group === "older" || group === "internal";
}

/** The command of an entry, by the name that was typed; a noun with the commands under it. */
async function describe(
  kit: CommandKit,
  commands: Commands,
  { entry, inner }: FoundCommand,
): Promise<Command> {
  const { name, about, today, without = [], aliases = [] } = entry;
  const load = commands[name];
  if (load === undefined) {
    const children = inner === undefined ? commandsUnder(name) : [inner];
    const noun = newCommand(
      name,
      about,
      commandsUnder(name).map((child) => `lessons ${name} ${child.name}`),
    );
    noun.helpCommand(false);
    for (const child of children)
      noun.addCommand(await describe(kit, commands, { entry: child, inner: undefined }));
    return noun;
  }
  const command = (await load())(kit);
  if (today !== undefined)
    command.name(name).addHelpText("before", `This command is now: lessons ${today}\n`);
  if (command.description() === "") command.description(about);
  return withoutFlags(command.summary(about).aliases([...aliases]), ...without);
}

/** `edit <slug> <field> <value>`: that there are flags goes without saying. */
function commandTerm(command: Command): string {
  const wanted = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...wanted].join(" ");
}
