import type { SimpleCommand } from "./command.ts";

/**
 * The commands of a line as a line that runs the same, for whoever keeps it: one a line, or behind a pipe, each with the
 * variables and wrappers before it. Quotes are empty, substitutions stand apart, and `sh -c` and `time`,
 * which change nothing about what runs, are gone.
 */
export function replayLine(commands: readonly SimpleCommand[]): string {
  if (commands.every((command) => behindOf(command).length === 0))
    return commands.map(typedWith).join("\n");
  const written = new Set<SimpleCommand>();
  const lines = commands.map((first, at) => {
    if (written.has(first)) return undefined;
    const stages = [first];
    let behind = behindOf(first);
    while (behind.length > 0) {
      // What stands in a substitution of the last one comes before what that is piped into.
      const next = commands.slice(at + 1).filter((one) => isStage(one, behind));
      const stage = next.find((one) => !written.has(one)) ?? next[0];
      if (stage === undefined) return stages.map(typedWith).join(" | ") + piped(behind);
      stages.push(stage);
      written.add(stage);
      behind = behindOf(stage);
    }
    return stages.map(typedWith).join(" | ");
  });
  return lines.filter((line) => line !== undefined).join("\n");
}

function behindOf({ around }: SimpleCommand): readonly string[] {
  return around?.pipedInto ?? [];
}

/** One command with all that stands around it, as a line. */
export function aroundLine(command: SimpleCommand): string {
  return typedWith(command) + piped(behindOf(command));
}

function typedWith({ text, around }: SimpleCommand): string {
  return around === undefined ? text : [...around.prefix, text].join(" ");
}

function piped(names: readonly string[]): string {
  return names.map((name) => ` | ${name}`).join("");
}

/** Whether a command is the first that another is piped into, and not one of its substitutions. */
function isStage(command: SimpleCommand, [name = "", ...rest]: readonly string[]): boolean {
  const isNamed = name === command.program || name.endsWith(` ${command.program}`);
  return isNamed && piped(behindOf(command)) === piped(rest);
}
