import { forEachChild, type Command, type SyntaxNode } from "unbash";
import { type PlainCommand, readPlainLine } from "./plain-line.ts";
import { parseScript } from "./script.ts";
import { type InnerLine, unwrap } from "./unwrap.ts";
import {
  type Argument,
  baseName,
  isPlain,
  programTextOf,
  textOf,
  valueOf,
  withoutSystemDirectory,
} from "./word.ts";

/** What a shell line runs. A line that only assigns, redirects or comments runs no commands. */
export interface CommandLine {
  /** False when there is only one raw command, whose text is the line. */
  readonly isParsed: boolean;
  readonly commands: readonly SimpleCommand[];
}

/** One program and its arguments, without what was around it. */
export interface SimpleCommand {
  /** The base name: `git` for `/usr/bin/git`. Empty for a raw command. */
  readonly program: string;
  /** The program and its arguments, unquoted but not expanded: `"$X"` is `$X`. */
  readonly words: readonly string[];
  /**
   * What patterns are tested on: the words joined by one space, with quoted text emptied to `""`
   * and substitutions to `$()`. Redirections are not in it, and neither is the `/usr/bin/` before
   * a program. So it need not be a part of the line as it was typed.
   */
  readonly text: string;
  /** The programs that were unwrapped around it, outermost first: `["sudo", "timeout"]`. */
  readonly wrappers: readonly string[];
  /** The names of the variables set for it, outermost first. Never the values: they hold secrets. */
  readonly assignments: readonly string[];
}

const mostCommands = 200;
/** Of inner lines and substitutions in each other. */
const deepestNesting = 8;

/**
 * The simple commands that a shell line runs, unwrapped, in source order; a command comes before
 * the commands in its own substitutions. At most 200 of them, and at most 8 levels deep: below
 * that, `sh -c` stays the command that it is and a substitution is not looked into.
 *
 * Never throws. A line that cannot be parsed becomes one raw command; so does the string of a
 * `sh -c`, without spoiling the line around it.
 */
export function parseCommandLine(line: string): CommandLine {
  const known = recentLines.get(line);
  if (known !== undefined) return known;
  const parsed = parseAnew(line);
  // A call is looked at several times within a few calls: its shape, its failure, its fix.
  if (line.length <= longestRemembered) {
    recentLines.set(line, parsed);
    const [oldest = line] = recentLines.keys();
    if (recentLines.size > mostRemembered) recentLines.delete(oldest);
  }
  return parsed;
}

const recentLines = new Map<string, CommandLine>();
const mostRemembered = 200;
const longestRemembered = 4000;

function parseAnew(line: string): CommandLine {
  const commands: SimpleCommand[] = [];
  try {
    if (collectLine(line, outermost, commands)) return { isParsed: true, commands };
  } catch (error) {
    // The parser recurses, and a line can be nested deeper than the stack. All else is a bug.
    if (!(error instanceof RangeError)) throw error;
  }
  return { isParsed: false, commands: [rawCommand(line, outermost)] };
}

/** What holds for every command of a line or subtree, because of where it stands. */
interface Surroundings {
  readonly wrappers: readonly string[];
  readonly assignments: readonly string[];
  readonly depth: number;
}

const outermost: Surroundings = { wrappers: [], assignments: [], depth: 0 };

/** False when the line cannot be parsed; then nothing was collected. */
function collectLine(line: string, around: Surroundings, found: SimpleCommand[]): boolean {
  const before = found.length;
  if (readPlainLine(line)?.every((command) => collectPlain(command, around, found))) return true;
  found.length = before;
  const script = parseScript(line);
  if (script === undefined) return false;
  collect(script, around, found);
  return true;
}

function collect(node: SyntaxNode, around: Surroundings, found: SimpleCommand[]): void {
  if (found.length >= mostCommands) return;
  if (node.type === "Command") {
    collectCommand(node, around, found);
    return;
  }
  // The parts of a word are parsed when they are asked for, so do not ask in vain.
  if ((node.type === "Word" || node.type === "Assignment") && isPlain(node.text)) return;

  const inside = surroundingsIn(node, around);
  if (inside.depth > deepestNesting) return;
  forEachChild(node, (child) => collect(child, inside, found));
}

function surroundingsIn(node: SyntaxNode, around: Surroundings): Surroundings {
  if (
    node.type === "CommandExpansion" ||
    node.type === "ProcessSubstitution" ||
    node.type === "ArithmeticCommandExpansion"
  ) {
    return { ...around, depth: around.depth + 1 };
  }
  if (node.type === "Pipeline" && node.prefixes.some((prefix) => prefix.type === "Time")) {
    return { ...around, wrappers: [...around.wrappers, "time"] };
  }
  return around;
}

function collectCommand(command: Command, around: Surroundings, found: SimpleCommand[]): void {
  const typed: readonly Argument[] = command.name ? [command.name, ...command.args] : [];
  const textsFrom = (start: number) =>
    typed.slice(start).map((word, index) => (index === 0 ? programTextOf(word) : textOf(word)));
  const line = collectWords(typed.map(valueOf), textsFrom, prefixesOf(command), around, found);

  // Substitutions in an inner line were found when it was read.
  const read = line && new Set<SyntaxNode>(typed.slice(line.from, line.to));
  forEachChild(command, (child) => {
    if (read?.has(child) !== true) collect(child, around, found);
  });
}

/** False when it takes the parser to tell what runs. */
function collectPlain(
  { values, texts, assignments, inner }: PlainCommand,
  around: Surroundings,
  found: SimpleCommand[],
): boolean {
  if (found.length >= mostCommands) return true;
  if (inner.length > 0) {
    const { start, innerLine } = unwrap(values);
    if (innerLine !== undefined || values[start]?.includes("$(")) return false;
  }
  const textsFrom = (start: number) => [
    withoutSystemDirectory(values[start] ?? ""),
    ...texts.slice(start + 1),
  ];
  collectWords(values, textsFrom, assignments, around, found);
  if (inner.length === 0 || around.depth >= deepestNesting) return true;
  const inside = { ...around, depth: around.depth + 1 };
  return inner.every((command) => collectPlain(command, inside, found));
}

/** Gives back the inner line when it was read in place of the command. */
function collectWords(
  values: readonly string[],
  textsFrom: (start: number) => readonly string[],
  prefixes: readonly string[],
  around: Surroundings,
  found: SimpleCommand[],
): InnerLine | undefined {
  const { start, wrappers, assigned, innerLine } = unwrap(values);
  const isBare = wrappers.length === 0 && assigned.length === 0 && prefixes.length === 0;
  const inside: Surroundings = isBare
    ? around
    : {
        wrappers: [...around.wrappers, ...wrappers],
        assignments: [...around.assignments, ...prefixes, ...assigned],
        depth: around.depth,
      };
  if (innerLine && collectInnerLine(innerLine.text, values[start] ?? "", inside, found))
    return innerLine;
  if (start >= values.length) return undefined;
  const texts = textsFrom(start);
  found.push({
    program: baseName(texts[0] ?? ""),
    words: values.slice(start),
    text: texts.join(" "),
    wrappers: inside.wrappers,
    assignments: inside.assignments,
  });
  return undefined;
}

/** False when the line runs nothing or is too deep; then the shell is the command. */
function collectInnerLine(
  line: string,
  shell: string,
  around: Surroundings,
  found: SimpleCommand[],
): boolean {
  if (around.depth >= deepestNesting) return false;
  const inside: Surroundings = {
    wrappers: [...around.wrappers, baseName(shell)],
    assignments: around.assignments,
    depth: around.depth + 1,
  };
  const before = found.length;
  if (!collectLine(line, inside, found)) found.push(rawCommand(line, inside));
  return found.length > before;
}

function rawCommand(line: string, { wrappers, assignments }: Surroundings): SimpleCommand {
  const text = line.trim();
  return { program: "", words: [text], text, wrappers, assignments };
}

function prefixesOf(command: Command): readonly string[] {
  return command.prefix.flatMap((prefix) => (prefix.type === "Assignment" ? [prefix.name] : []));
}
