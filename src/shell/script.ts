import { type ParsedScript, parse } from "unbash";
import { valueOf } from "./word.ts";

/** In UTF-16 units. A longer line carries a file, and a hook has no time to parse one. */
const longestLine = 65_536;
/** The parser's time grows with the square of how deep brackets of one kind are nested. */
const deepestBrackets = 200;
/** How the parser's errors begin when it has dropped words and not just missed some. */
const lossyErrors = ["unexpected token", "maximum "];

/**
 * The syntax tree of a shell line, or undefined when the line is too much to parse or the parser
 * had to drop a part of it, as it does with the syntax of other shells.
 *
 * A tree with other errors is good enough: bash runs nothing of a line with an unclosed quote or
 * a missing `done`, but the programs in it are still the ones that were meant.
 */
export function parseScript(line: string): ParsedScript | undefined {
  if (line.length > longestLine) return undefined;
  const canNestDeep = line.length > deepestBrackets;
  if (canNestDeep && bracketPairs.some((pair) => nestsTooDeep(line, pair))) return undefined;
  const script = parse(line);
  const isWhole = !script.errors?.some(({ message }) =>
    lossyErrors.some((beginning) => message.startsWith(beginning)),
  );
  return isWhole ? script : undefined;
}

const bracketPairs = ["()", "[]", "{}"];

function nestsTooDeep(line: string, pair: string): boolean {
  const open = pair.charCodeAt(0);
  const close = pair.charCodeAt(1);
  let depth = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    if (code === open) depth += 1;
    else if (code === close && depth > 0) depth -= 1;
    if (depth > deepestBrackets) return true;
  }
  return false;
}

/** The words of the first command of a line as they are, nothing unwrapped: `env A=1 vi -n`. */
export function shellWords(line: string): readonly string[] {
  const command = parseScript(line)?.commands[0]?.command;
  if (command?.type !== "Command" || command.name === undefined) return [];
  return [command.name, ...command.args].map(valueOf);
}
