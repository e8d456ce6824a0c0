import { Command, InvalidArgumentError, Option } from "commander";
import type { LessonFilter } from "../lesson/table/list.ts";
import { kinds, type Kind } from "../lesson/record/body.ts";
import { levels, parseLevel, type Level } from "../lesson/record/level.ts";
import { statuses, type Status } from "../lesson/record/lifecycle.ts";
import { answer, type Answer } from "./answer.ts";
import type { Wiring } from "./wire.ts";
import type { Context } from "../platform/context.ts";
import type { Terminal } from "./terminal.ts";

/** What every command gets: the terminal, and the parts put together for its flags when it runs. */
export interface CommandKit {
  readonly terminal: Terminal;
  /** Says what came of it, as JSON or as text. */
  readonly answer: (options: CommonOptions, said: Answer) => Promise<void>;
  readonly wireFor: (options: CommonOptions) => Promise<Wiring>;
  readonly inContext: <Result>(
    options: CommonOptions,
    work: (context: Context) => Result | Promise<Result>,
  ) => Promise<Result>;
}

export interface CommonOptions {
  readonly json?: boolean;
  readonly set?: readonly string[];
}

export function makeKit(terminal: Terminal): CommandKit {
  const wireFor = async ({ set = [] }: CommonOptions) => {
    // Loaded here and not above: the help of a command needs neither the store nor the settings.
    const { wire } = await import("./wire.ts");
    const { environment, workingDirectory } = terminal;
    return wire({ environment, workingDirectory, settings: set, onWait: sayWaiting(terminal) });
  };
  return {
    terminal,
    answer: (options, said) => answer(terminal, options, said),
    wireFor,
    inContext: async (options, work) => (await wireFor(options)).inContext(work),
  };
}

/** Only where a person looks on: what other programs read stays as it is. */
export function sayWaiting({ progress }: Pick<Terminal, "progress">): () => void {
  return () => progress("waiting for another lessons command to finish writing…");
}

/** A command with its examples under the help. */
export function newCommand(name: string, about: string, examples: readonly string[]): Command {
  return new Command(name).description(about).addHelpText(
    "after",
    `
Examples:
${examples.map(exampleLine).join("")}`,
  );
}

/** The flags that commands have in common, after their own; a command leaves out what it has no use for. */
export function withCommonOptions(command: Command): Command {
  for (const child of command.commands) withCommonOptions(child);
  // A group of commands would take the flags away from the command that was meant.
  if (command.commands.length > 0) return command.helpOption("-h, --help", "show this help");
  const without = unused.get(command) ?? [];
  const options = [
    common("--json", "print JSON in a stable shape (docs/json.md)"),
    common("--set <key=value>", "override a setting for this call").argParser(collect),
    common("--no-color", "print without colours"),
    common("--debug", "show stack traces of errors"),
  ];
  for (const option of options) if (!without.includes(option.long ?? "")) command.addOption(option);
  return command.addHelpOption(common("-h, --help", "show this help"));
}

/** Says that a command has no use for some of the common flags, so that none is taken and ignored. */
export function withoutFlags(command: Command, ...flags: readonly string[]): Command {
  unused.set(command, flags);
  return command;
}

const unused = new WeakMap<Command, readonly string[]>();

/** In a group of their own, so that a command's own flags come first. */
function common(flags: string, about: string): Option {
  return new Option(flags, about).helpGroup("Common options:");
}

/** A line that is indented goes on from the one before. */
function exampleLine(example: string): string {
  return example.startsWith(" ") ? `    ${example.trimStart()}\n` : `  $ ${example}\n`;
}

/** The flags that choose lessons, the same for every command that chooses. */
export function withFilters(command: Command): Command {
  return command
    .addOption(new Option("--status <status...>", "only with this status").choices(statuses))
    .addOption(new Option("--kind <kind...>", "only of this kind").choices(kinds))
    .addOption(
      new Option("--tag <tag>", "only with this tag; repeat for several").argParser(collect),
    )
    .addOption(
      new Option("--scope <scope>", "only of this scope: global, project:<id>, team:<name>"),
    )
    .addOption(
      new Option("--level <level...>", `only of this level: ${levels.join(", ")}`).argParser(
        readLevels,
      ),
    );
}

export interface FilterOptions {
  readonly status?: readonly Status[];
  readonly kind?: readonly Kind[];
  readonly tag?: readonly string[];
  readonly scope?: string;
  readonly level?: readonly Level[];
  readonly showArchived?: boolean;
}

/** Archived lessons are out of the way unless somebody asks for them. */
export function readFilter(options: FilterOptions): LessonFilter {
  const { status, kind, tag, scope, level } = options;
  const present =
    options.showArchived === true ? undefined : statuses.filter((name) => name !== "archived");
  const wanted = status ?? present;
  return {
    statuses: wanted,
    kinds: kind,
    tags: tag?.map((name) => name.toLowerCase()),
    scope,
    levels: level,
  };
}

/** A flag that may be given several times. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** A whole number above zero. */
export function readCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= 1_000_000_000) return count;
  throw new InvalidArgumentError("It must be a whole number above zero.");
}

function readLevels(value: string, previous: readonly Level[] | undefined): readonly Level[] {
  const level = parseLevel(value);
  if (level === undefined)
    throw new InvalidArgumentError(`It must be one of ${levels.join(", ")}.`);
  return [...(previous ?? []), level];
}
