import type { SimpleCommand } from "./command.ts";

/**
 * The commands of a line as a line that runs the same, for whoever keeps it: one a line, or behind a pipe, each with the
 * variables and wrappers before it. Quotes are empty, substitutions stand apart, and `sh -c` and `time`,
 * which change nothing about what runs, are gone.
 */
export function replayLine(commands: readonly SimpleCommand[]): string {
  let line = "";
  for (const [index, command] of commands.entries()) {
    const next = commands[index + 1];
    const behind = command.around?.pipedInto ?? [];
    const isNext = next !== undefined && behind.length > 0 && isStage(next, behind);
    const pipes = isNext ? " | " : `${piped(behind)}${next === undefined ? "" : "\n"}`;
    line += typedWith(command) + pipes;
  }
  return line;
}

/** One command with all that stands around it, as a line. */
export function aroundLine(command: SimpleCommand): string {
  return typedWith(command) + piped(command.around?.pipedInto ?? []);
}

function typedWith({ text, around }: SimpleCommand): string {
  return around === undefined ? text : [...around.prefix, text].join(" ");
}

function piped(names: readonly string[]): string {
  return names.map((name) => ` | ${name}`).join("");
}

/** Whether a command is the first that another is piped into, and not one of its substitutions. */
function isStage({ program, around }: SimpleCommand, [name = "", ...rest]: readonly string[]) {
  const isNamed = name === program || name.endsWith(` ${program}`);
  return isNamed && piped(around?.pipedInto ?? []) === piped(rest);
}
