import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommanderError, type Command } from "commander";
import { plainText, visibleJson } from "../redact/plain-text.ts";
import { Fault } from "../platform/fault.ts";
import { packageRoot } from "../platform/paths.ts";
import { hang } from "./layout.ts";
import { createProgram, dashboardName } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs a command line and returns its exit status: 0 done or found, 1 nothing found, 2 error.
 * All that it has of the process it runs in is the terminal, so that tests can call it.
 */
export async function run(typed: readonly string[], given: Terminal): Promise<number> {
  const args = commonFlagsLast(typed);
  const terminal = args.includes("--no-color") ? { ...given, style: plain } : given;
  // package.json is the one place that says it.
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  const program = await createProgram(terminal, version, args[0]);
  prepare(program, terminal);
  try {
    await program.parseAsync(args, { from: "user" });
    return terminal.exitStatus;
  } catch (error) {
    return report(error, terminal, args);
  }
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
  else terminal.note(faultText(message, hint, terminal.width));
  const isTraced = args.includes("--debug") && error instanceof Error;
  if (isTraced) terminal.note(`${error.stack ?? ""}\n${causes(error)}`);
  return 2;
}

function explain(error: unknown): Pick<Fault, "message" | "hint"> & { readonly code: string } {
  if (error instanceof Fault) return error;
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, "");
    const hint = "lessons --help, or --help after a command, shows what there is";
    return { code: "bad-usage", message, hint };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const hint = "run it again with --debug, and report what it prints";
  return { code: "bug", message: `this should not happen: ${reason}`, hint };
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
