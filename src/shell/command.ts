import { forEachChild, type Command, type SyntaxNode } from "unbash";
import { type Asked, askedOf } from "./asked.ts";
import { joinStages, type PipeEnd, pipeEndIn, type Stage } from "./pipe.ts";
import { type PlainCommand, readPlainLine } from "./plain-line.ts";
import { parseScript } from "./script.ts";
import { type InnerLine, unwrap } from "./unwrap.ts";
import {
  type Argument,
  type Setting,
  baseName,
  isPlain,
  programTextOf,
  settingOf,
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
  /** Where anything stood around it. */
  readonly around?: Around | undefined;
  /** Where there are options between the program and its subcommand. */
  readonly asked?: Asked | undefined;
}

/** What a command has around it that may be the very fix: only a lookahead sees it. */
interface Around {
  /** The variables set for it, and those that the line exported before. */
  readonly settings: readonly Setting[];
  /** Variables and wrappers with their options, as patterns see words: `TERM=dumb sudo -u x`. */
  readonly prefix: readonly string[];
  /** The programs behind it in its pipe, with their wrappers: `["xargs rm"]`. */
  readonly pipedInto: readonly string[];
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
    if (collectLine(line, outermost, commands))
      return { isParsed: true, commands: withExports(commands) };
  } catch (error) {
    // The parser recurses, and a line can be nested deeper than the stack. All else is a bug.
    if (!(error instanceof RangeError)) throw error;
  }
  return { isParsed: false, commands: [rawCommand(line, outermost)] };
}

/** What holds for every command of a line or subtree, because of where it stands. */
interface Surroundings {
  readonly wrappers: readonly string[];
  readonly settings: readonly Setting[];
  readonly prefix: readonly string[];
  readonly pipe?: PipeEnd | undefined;
  readonly depth: number;
}

const outermost: Surroundings = { wrappers: [], settings: [], prefix: [], depth: 0 };

/** False when the line cannot be parsed; then nothing was collected. */
function collectLine(line: string, around: Surroundings, found: SimpleCommand[]): boolean {
  const before = found.length;
  const plain = readPlainLine(line);
  if (plain !== undefined && collectPlainLine(plain, around, found)) return true;
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
  if (node.type === "Pipeline") {
    collectPipeline(node.commands, inside, found);
    return;
  }
  forEachChild(node, (child) => collect(child, inside, found));
}

function collectPipeline(
  parts: readonly SyntaxNode[],
  around: Surroundings,
  found: SimpleCommand[],
): void {
  const stages = parts.map((part, index): Stage => {
    const end = index < parts.length - 1 ? pipeEndIn(around.pipe) : around.pipe;
    const start = found.length;
    collect(part, { ...around, pipe: end }, found);
    return { start, end };
  });
  joinStages(stages, around.wrappers, found);
}

function surroundingsIn(node: SyntaxNode, around: Surroundings): Surroundings {
  if (
    node.type === "CommandExpansion" ||
    node.type === "ProcessSubstitution" ||
    node.type === "ArithmeticCommandExpansion"
  ) {
    // What it prints becomes a word.
    return { ...around, pipe: undefined, depth: around.depth + 1 };
  }
  if (node.type === "Pipeline" && node.prefixes.some((prefix) => prefix.type === "Time")) {
    return { ...around, wrappers: [...around.wrappers, "time"] };
  }
  return around;
}

function collectCommand(command: Command, around: Surroundings, found: SimpleCommand[]): void {
  const typed: readonly Argument[] = command.name ? [command.name, ...command.args] : [];
  const words: CommandWords = {
    values: typed.map(valueOf),
    textsFrom: (start) =>
      typed.slice(start).map((word, index) => (index === 0 ? programTextOf(word) : textOf(word))),
    textsBefore: (start) => typed.slice(0, start).map(textOf),
  };
  const line = collectWords(words, settingsOf(command), around, found);

  // Substitutions in an inner line were found when it was read.
  const read = line && new Set<SyntaxNode>(typed.slice(line.from, line.to));
  forEachChild(command, (child) => {
    if (read?.has(child) !== true) collect(child, around, found);
  });
}

/** False when it takes the parser to tell what runs. */
function collectPlainLine(
  commands: readonly PlainCommand[],
  around: Surroundings,
  found: SimpleCommand[],
): boolean {
  let stages: Stage[] = [];
  for (const command of commands) {
    const end = command.isPiped ? pipeEndIn(around.pipe) : around.pipe;
    const start = found.length;
    const inside = end === around.pipe ? around : { ...around, pipe: end };
    if (!collectPlain(command, inside, found)) return false;
    if (!command.isPiped && stages.length === 0) continue;
    stages.push({ start, end });
    if (command.isPiped) continue;
    joinStages(stages, around.wrappers, found);
    stages = [];
  }
  return true;
}

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
  const words: CommandWords = {
    values,
    textsFrom: (start) => [withoutSystemDirectory(values[start] ?? ""), ...texts.slice(start + 1)],
    textsBefore: (start) => texts.slice(0, start),
  };
  collectWords(words, assignments, around, found);
  if (inner.length === 0 || around.depth >= deepestNesting) return true;
  return collectPlainLine(inner, { ...around, pipe: undefined, depth: around.depth + 1 }, found);
}

/** The words of a command as its program gets them, and as patterns see them from or up to one of them. */
interface CommandWords {
  readonly values: readonly string[];
  readonly textsFrom: (start: number) => readonly string[];
  readonly textsBefore: (start: number) => readonly string[];
}

/** Gives back the inner line when it was read in place of the command. */
function collectWords(
  { values, textsFrom, textsBefore }: CommandWords,
  settings: readonly Setting[],
  around: Surroundings,
  found: SimpleCommand[],
): InnerLine | undefined {
  const { start, wrappers, assigned, innerLine } = unwrap(values);
  const isBare = wrappers.length === 0 && settings.length === 0;
  const before = isBare ? [] : textsBefore(start);
  const inside: Surroundings = isBare
    ? around
    : {
        ...around,
        wrappers: [...around.wrappers, ...wrappers],
        settings: [
          ...around.settings,
          ...settings,
          ...assigned.map((word) => givenSetting(word, before)),
        ],
        prefix: [...around.prefix, ...settings.map(openText), ...before],
      };
  if (innerLine && collectInnerLine(innerLine.text, values[start] ?? "", inside, found))
    return innerLine;
  if (start >= values.length) return undefined;
  const words = values.slice(start);
  const texts = textsFrom(start);
  const program = baseName(texts[0] ?? "");
  const asked = askedOf(program, words, texts);
  found.push(surrounded({ program, words, text: texts.join(" "), asked }, inside));
  return undefined;
}

/** Of a word behind `env` or `sudo`. */
function givenSetting(word: string, typed: readonly string[]): Setting {
  return settingOf(word.slice(0, word.indexOf("=")), word, typed.includes(word) ? word : "");
}

function openText({ name, text, isOpen }: Setting): string {
  return isOpen ? text : `${name}=""`;
}

/** Field by field: there are many commands, and spreading one object behind another takes ten times as long. */
function surrounded(
  { program, words, text, asked }: Pick<SimpleCommand, "program" | "words" | "text" | "asked">,
  { wrappers, settings, prefix, pipe }: Surroundings,
): SimpleCommand {
  const isBare = pipe === undefined && prefix.length === 0;
  return {
    program,
    words,
    text,
    wrappers,
    assignments: settings.map(({ name }) => name),
    around: isBare ? undefined : { settings, prefix, pipedInto: pipe?.names ?? [] },
    asked,
  };
}

/** What a line exports holds for the commands behind it. */
function withExports(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  if (!commands.some(({ program }) => program === "export")) return commands;
  const exported: Setting[] = [];
  return commands.map((command) => {
    const { program, words, text, around } = command;
    if (program === "export") {
      const texts = text.split(" ");
      for (const word of words.slice(1)) {
        const name = /^[A-Za-z_]\w*(?==)/.exec(word)?.[0];
        if (name === undefined) continue;
        exported.push(settingOf(name, word, texts.includes(word) ? word : ""));
      }
      return command;
    }
    if (exported.length === 0) return command;
    const { settings = [], prefix = [], pipedInto = [] } = around ?? {};
    const added = exported.filter(({ name }) => !settings.some((own) => own.name === name));
    return {
      ...command,
      around: {
        settings: [...added, ...settings],
        prefix: [...added.map(openText), ...prefix],
        pipedInto,
      },
    };
  });
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
    ...around,
    wrappers: [...around.wrappers, baseName(shell)],
    depth: around.depth + 1,
  };
  const before = found.length;
  if (!collectLine(line, inside, found)) found.push(rawCommand(line, inside));
  return found.length > before;
}

function rawCommand(line: string, around: Surroundings): SimpleCommand {
  const text = line.trim();
  return surrounded({ program: "", words: [text], text, asked: undefined }, around);
}

function settingsOf(command: Command): readonly Setting[] {
  return command.prefix.flatMap((prefix) =>
    prefix.type === "Assignment" ? [settingOf(prefix.name, valueOf(prefix), textOf(prefix))] : [],
  );
}
