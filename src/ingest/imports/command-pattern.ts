import { parseCommandLine } from "../../core/command.ts";

/**
 * A pattern for the command in `trigger`: its program and, where there is one, its subcommand,
 * as the matcher will see them. Undefined when it does not start with a plain program name.
 */
export function commandPattern(trigger: string): string | undefined {
  const { isParsed, commands } = parseCommandLine(withoutPrompt(trigger));
  const command = commands.find(({ program }) => program !== "cd") ?? commands[0];
  if (!isParsed || command === undefined) return undefined;

  const [program = "", next = ""] = command.text.split(" ");
  if (!plainProgram.test(program)) return undefined;
  const words = subcommand.test(next) ? [program, next] : [program];
  // No word ends behind `c++`, so there the pattern asks for the end or a space.
  const end = /\w$/u.test(words.at(-1) ?? "") ? "\\b" : "(?!\\S)";
  return `^${words.map(escaped).join("\\s+")}${end}`;
}

const plainProgram = /^[\w.~/@][\w.~/@:+-]*$/u;
const subcommand = /^[a-z][a-z0-9:-]*$/u;

/** Commands in prose come as `$ npm test` or between backticks. */
function withoutPrompt(trigger: string): string {
  return trigger
    .trim()
    .replace(/^`([^`]*)`$/u, "$1")
    .replace(/^\$\s+/u, "");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
}
