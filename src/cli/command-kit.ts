import { Command, InvalidArgumentError, Option } from "commander";
import type { LessonFilter } from "../lesson/table/list.ts";
import { kinds, type Kind } from "../lesson/record/body.ts";
import { longestLine } from "../lesson/record/lesson.ts";
import { levels, parseLevel, type Level } from "../lesson/record/level.ts";
import { statuses, type Status } from "../lesson/record/lifecycle.ts";
import type { Context } from "../platform/context.ts";
import { requirePerson, type PersonalAct, type Who } from "../platform/person/who.ts";
import { Fault } from "../platform/fault.ts";
import { plainLine } from "../redact/plain-text.ts";
import { answer, type Answer } from "./answer.ts";
import { asTyped } from "./as-typed.ts";
import type { Wiring } from "./wire.ts";
import type { Terminal } from "./terminal.ts";

/** What every command gets: the terminal, and the parts put together for its flags when it runs. */
export interface CommandKit {
  readonly terminal: Terminal;
  /** Says what came of it, as JSON or as text. */
  readonly answer: (options: CommonOptions, said: Answer) => Promise<void>;
  /** Says something on the way to the answer: to a person, not to whoever reads JSON. */
  readonly say: (options: CommonOptions, text: string) => void;
  /** Who called this command. Asked only where it matters: the answer takes a look at what started us. */
  readonly who: () => Promise<Who>;
  /** A fault that says what to type, unless a person called this command or gave it a token. */
  readonly requirePerson: (act: PersonalAct) => Promise<void>;
  /** `who` is for commands that change something; without it nobody acts. */
  readonly wireFor: (options: CommonOptions, who?: Who) => Promise<Wiring>;
  readonly inContext: <Result>(
    options: CommonOptions,
    work: (context: Context) => Result | Promise<Result>,
    who?: Who,
  ) => Promise<Result>;
}

export interface CommonOptions {
  readonly json?: boolean;
  readonly set?: readonly string[];
}

export function makeKit(terminal: Terminal): CommandKit {
  let known: Promise<Who> | undefined;
  const who = () =>
    (known ??= import("./who-called.ts").then(({ whoCalled }) => whoCalled(terminal)));
  const wireFor = async ({ set = [] }: CommonOptions, acting?: Who) => {
    // Loaded here and not above: the help of a command needs neither the store nor the settings.
    const { wire } = await import("./wire.ts");
    const { environment, workingDirectory, journal } = terminal;
    return wire({
      environment,
      workingDirectory,
      journal,
      settings: set,
      who: acting,
      caller: who,
      ...sayings(terminal),
    });
  };
  return {
    terminal,
    answer: (options, said) => answer(terminal, options, said),
    say: ({ json }, text) => {
      if (json !== true) terminal.write(asTyped(text, terminal.calledAs, terminal.width));
    },
    who,
    requirePerson: async (act) => requirePerson(await who(), act),
    wireFor,
    inContext: async (options, work, acting) => (await wireFor(options, acting)).inContext(work),
  };
}

/** What is said beside an answer, whatever the command. */
export function sayings({ progress, note }: Pick<Terminal, "progress" | "note">) {
  return {
    // Only where a person looks on: what other programs read stays as it is.
    onWait: () => progress("waiting for another lessons command to finish writing…"),
    onWarning: (warning: string) => note(`warning: ${warning}\n`),
  };
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
    common("--json", "print JSON; its shape is stable (docs/json.md)"),
    common("--set <key=value>", "override a setting for this run").argParser(collect),
    common("--no-color", "print without colors"),
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
    .option("--tag <tag>", "only with this tag; repeat for several", collect)
    .option("--scope <scope>", "only of this scope: global, machine, project:<id>, team:<name>")
    .option("--level <level...>", `only of this level: ${levels.join(", ")}`, readLevels);
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
  return {
    statuses: status ?? present,
    kinds: kind,
    tags: tag?.map((name) => name.toLowerCase()),
    scope,
    levels: level,
  };
}

/** To make a lesson active against what speaks against it, and to say why. */
export interface ForceFlags {
  readonly force?: boolean;
  readonly because?: string | undefined;
}

export function withForceFlags(command: Command): Command {
  return command
    .option("--force", "approve even if confidence is below 0.3 or a required gate is not met")
    .option("--because <why>", "with --force: the reason, kept in the lesson's history");
}

export function readForce({ force = false, because }: ForceFlags): ForceFlags & {
  readonly force: boolean;
} {
  if (because === undefined) return { force };
  if (force) return { force, because: requireText(because, "the reason") };
  throw new Fault("bad-input", "--because works only with --force", {
    hint: "add --force, or drop --because",
  });
}

/** A flag that may be given several times. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** A whole number above zero. */
export function readCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= 1_000_000_000) return count;
  throw new InvalidArgumentError("Use a whole number above zero.");
}

function readLevels(value: string, previous: readonly Level[] | undefined): readonly Level[] {
  const level = parseLevel(value);
  if (level === undefined) throw new InvalidArgumentError(`Use one of ${levels.join(", ")}.`);
  return [...(previous ?? []), level];
}

/** A typed text that says something. */
export function requireText(typed: string, flag: string): string {
  const text = plainLine(typed);
  if (text.length > longestLine) {
    throw new Fault("bad-input", `${flag} is longer than ${longestLine} characters`, {
      hint: "shorten it to one line",
    });
  }
  if (text !== "") return text;
  throw new Fault("bad-input", `${flag} must not be empty`, {
    hint: `for example ${flag} "too niche"`,
  });
}
