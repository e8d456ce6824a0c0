import type { Command } from "commander";
import { allCommands } from "../src/cli/commands.ts";
import { atTop } from "../src/cli/command-table.ts";
import { createProgram } from "../src/cli/program.ts";
import type { Terminal } from "../src/cli/terminal.ts";
import { olderNames } from "./older-names.ts";

/** docs/cli.md: what `--help` says, command by command. */
export async function commandReference(): Promise<string> {
  const program = await createProgram(silent, "", { commands: allCommands });
  const sections = allIn(program).map(section);
  return (
    [
      "# The command line",
      `Familiar names work too: ${habits()}.`,
      "Exit status: 0 done or found, 1 nothing found, 2 error, 130 stopped with Ctrl-C.",
      "Errors go to standard error and name the next step. With `--json` an error is one JSON object.",
      "`npm run generate` makes this page from each command's own help.",
      fenced(helpOf(program)),
      ...sections,
      olderNames,
    ].join("\n\n") + "\n"
  );
}

/** The names of all commands a person can call: `config set`. */
export async function commandNames(): Promise<readonly string[]> {
  const program = await createProgram(silent, "", { commands: allCommands });
  return allIn(program).map(pathOf);
}

/** Every name that works at the top: older names and habits, too. */
export function workingNames(): readonly string[] {
  return atTop.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
}

/** Those that have a help, each followed by those under it. */
function allIn(command: Command): readonly Command[] {
  return visible(command).flatMap((child) => [child, ...allIn(child)]);
}

/** `ls` is `list`. */
function habits(): string {
  return atTop
    .filter(({ aliases = [], group }) => aliases.length > 0 && group !== "older")
    .map(
      ({ name, aliases = [] }) =>
        `${aliases.map((alias) => `\`${alias}\``).join(", ")} for \`${name}\``,
    )
    .join("; ");
}

function section(command: Command): string {
  return `## lessons ${pathOf(command)}\n\n${fenced(helpOf(command))}`;
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null
    ? command.name()
    : `${pathOf(parent)} ${command.name()}`;
}

function visible(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== "help");
}

/** The whole help with what stands after it, as a person sees it. */
function helpOf(command: Command): string {
  let text = "";
  command
    .configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 })
    .outputHelp();
  return text.trim();
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

const silent: Terminal = {
  write: () => {},
  writeAll: async () => {},
  note: () => {},
  progress: () => {},
  style: (_, text) => text,
  width: 80,
  hasPipedInput: false,
  isAttended: false,
  startedBy: async () => [],
  readInput: async () => "",
  listenForStop: () => ({ signal: new AbortController().signal, release: () => {} }),
  environment: {},
  workingDirectory: "",
  exitStatus: 0,
};
