import { parseScript } from "./script.ts";
import { valueOf } from "./word.ts";

/** The words of the first command of a line as they are, nothing unwrapped: `env A=1 vi -n`. */
export function shellWords(line: string): readonly string[] {
  const command = parseScript(line)?.commands[0]?.command;
  if (command?.type !== "Command" || command.name === undefined) return [];
  return [command.name, ...command.args].map(valueOf);
}
