import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommanderError, type Command } from "commander";
import { plainText, visibleJson } from "../redact/plain-text.ts";
import { Fault } from "../platform/fault.ts";
import { packageRoot } from "../platform/paths.ts";
import { hang } from "./layout.ts";
import { asTyped } from "./as-typed.ts";
import { atTop, commandNamed, dashboardName, journalName } from "./command-table.ts";
import { createProgram, type Commands } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs a command line and returns its exit status: 0 done or found, 1 nothing found, 2 error.
 * All that it has of the process it runs in is the terminal, so that tests can call it.
 */
export async function run(
  typed: readonly string[],
  given: Terminal,
  commands: Commands,
): Promise<number> {
  const args = helpLast(commonFlagsLast(typed));
  const terminal = like(given, {
    ...(args.includes("--no-color") ? { style: plain } : {}),
    journal: journalName(args),
  });
  // package.json is the one place that says it.
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  const program = await createProgram(terminal, version, { commands, called: args });
  prepare(program, terminal);
  try {
    await refuseUnknown(args);
    await program.parseAsync(args, { from: "user" });
    return terminal.exitStatus;
  } catch (error) {
    const chosen = await chooseLesson(error, terminal, args);
    return chosen === undefined ? report(error, terminal, args) : run(chosen, given, commands);
  }
}

/** The same terminal but for these. Values are not asked for: for most of them Node would first make a stream. */
function like(terminal: Terminal, changes: Partial<Terminal>): Terminal {
  const same = Object.getOwnPropertyDescriptors(terminal);
  return Object.create(Object.prototype, {
    ...same,
    ...Object.getOwnPropertyDescriptors(changes),
  });
}

/** The same call with the lesson that a person picks, where the name fits several and a person is there. */
async function chooseLesson(
  error: unknown,
  { ends, style }: Terminal,
  args: readonly string[],
): Promise<readonly string[] | undefined> {
  if (!(error instanceof Fault) || ends === undefined || args.includes("--json")) return undefined;
  const { SeveralLessons } = await import("../lesson/find.ts");
  if (!(error instanceof SeveralLessons) || !args.includes(error.typed)) return undefined;
  const { isCancel, select } = await import("@clack/prompts");
  const { typed, slugs } = error;
  const options = slugs.map((slug) => ({
    value: slug,
    label: slug.replace(typed, (part) => style("bold", part)),
  }));
  const picked = await select<string>({ message: `Which lesson? ("${typed}")`, options, ...ends });
  if (isCancel(picked)) return undefined;
  return args.map((word) => (word === typed ? picked : word));
}

const plain: Terminal["style"] = (_format, text) => text;

/** Commander must not end the process: output would be cut, and the store would not be closed. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: terminal.write,
    // The help of a group that was called without a command: as that of the program, it is the answer.
    writeErr: terminal.write,
    // What is wrong is said once, below, in the same way as every other error.
    outputError: () => {},
  });
  for (const child of command.commands) prepare(child, terminal);
}

function report(error: unknown, terminal: Terminal, args: readonly string[]): number {
  // Help or the version was printed.
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help"))
    return 0;
  if (error instanceof Fault && error.code === "cancelled") return 130;
  const { code, message, hint } = explain(error);
  if (args.includes("--json"))
    terminal.note(`${visibleJson({ error: { code, message, hint } })}\n`);
  else terminal.note(faultText(message, asTyped(hint, terminal.calledAs), terminal.width));
  const isTraced = args.includes("--debug") && error instanceof Error;
  if (isTraced) terminal.note(`${error.stack ?? ""}\n${causes(error)}`);
  return 2;
}

function explain(error: unknown): Pick<Fault, "message" | "hint"> & { readonly code: string } {
  if (error instanceof Fault) return error;
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, "");
    const hint = "all commands: lessons --help; one command: lessons help <command>";
    return { code: "bad-usage", message, hint };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const hint = "run it again with --debug and report the output";
  return { code: "bug", message: `unexpected error: ${reason}`, hint };
}

/** Commands in a hint may be copied: lines are broken between words only. */
function faultText(message: string, hint: string, width: number): string {
  const text = hang("lessons: ", plainText(message), { column: 9, width });
  return hint === ""
    ? `${text}\n`
    : `${text}\n${hang("  next: ", plainText(hint), { column: 9, width })}\n`;
}

function causes(error: Error): string {
  return error.cause instanceof Error
    ? `caused by ${error.cause.stack ?? error.cause.message}\n${causes(error.cause)}`
    : "";
}

/** `lessons --json list` means `lessons list --json`, and flags alone are those of the dashboard. */
function commonFlagsLast(typed: readonly string[]): readonly string[] {
  let first = 0;
  while (
    ["--json", "--no-color", "--debug", "--set"].includes(typed[first] ?? "") ||
    typed[first]?.startsWith("--set=")
  ) {
    first += typed[first] === "--set" ? 2 : 1;
  }
  const [flags, rest] = [typed.slice(0, first), typed.slice(first)];
  const [command = dashboardName, ...others] = rest;
  return [command, ...flags, ...others];
}

/** `lessons help review` means `lessons review --help`. */
function helpLast(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  return first === "help" ? [...words, "--help"] : args;
}

/** Said by us, because a near name may be the opposite of what was meant. */
async function refuseUnknown([typed = ""]: readonly string[]): Promise<void> {
  if (typed.startsWith("-") || commandNamed([typed]) !== undefined) return;
  const { meantCommand } = await import("./did-you-mean.ts");
  const meant = meantCommand(typed);
  const known = atTop.filter(({ group }) => group === "everyday").map(({ name }) => name);
  throw new Fault("bad-usage", `there is no command "${typed}"`, {
    hint:
      meant === undefined
        ? `everyday commands: ${known.join(", ")}. All: lessons --help`
        : `did you mean: lessons ${meant}`,
  });
}
