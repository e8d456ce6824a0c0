import type { Command } from "commander";
import { createProgram } from "../src/cli/program.ts";
import type { Terminal } from "../src/cli/terminal.ts";
import { olderNames } from "./older-names.ts";

/** docs/cli.md: what `--help` says, command by command. */
export async function commandReference(): Promise<string> {
  const program = await createProgram(silent, "");
  const sections = visible(program).flatMap((command) => [
    section(command),
    ...visible(command).map(section),
  ]);
  return (
    [
      "# The command line",
      "Made by `npm run generate` from the commands' own help; a test fails when it is out of step.",
      "Exit status: 0 done or found, 1 nothing found, 2 error (130 when you leave a question with Ctrl-C).",
      "Errors go to standard error and name the next step; with `--json` they are one JSON object there.",
      fenced(helpOf(program)),
      ...sections,
      olderNames,
    ].join("\n\n") + "\n"
  );
}

/** The names of all commands a person can call: `config set`. */
export async function commandNames(): Promise<readonly string[]> {
  const program = await createProgram(silent, "");
  return visible(program).flatMap((command) => [pathOf(command), ...visible(command).map(pathOf)]);
}

function section(command: Command): string {
  return `## lessons ${pathOf(command)}\n\n${fenced(helpOf(command))}`;
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null
    ? command.name()
    : `${parent.name()} ${command.name()}`;
}

function visible(command: Command): readonly Command[] {
  return command.commands.filter((child) => child.description() !== "");
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
  readInput: async () => "",
  listenForStop: () => ({ signal: new AbortController().signal, release: () => {} }),
  environment: {},
  workingDirectory: "",
  exitStatus: 0,
};
