import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import type { ToolAction, ToolResult } from "../../agents/event.ts";
import { type Outcome, findHiddenFailure } from "../../agents/outcome/judge-outcome.ts";
import { outputLines } from "../../agents/outcome/read-output.ts";

/** A call that did not go well, as its record has it. */
export interface FailedCall {
  /** As the agent calls it: `Bash`, `exec_command`. */
  readonly tool: string;
  readonly action: ToolAction;
  readonly outcome: Outcome;
  readonly ending?: ToolResult["ending"] | undefined;
  readonly exitStatus?: number | undefined;
  readonly output: string;
}

/** One class of failures, and how its message is known. */
export interface FailureRule {
  readonly name: string;
  readonly about: FailureSubject;
  readonly worth: FailureWorth;
  /** Some line of the output matches one of these. The first group, if any, is what it is about. */
  readonly lines?: readonly RegExp[];
  /** Counts although tests failed: what tests print at the start of a line is not always about the call. */
  readonly evenInTests?: true;
  /** What must hold, whatever the output says; asked before it is searched. */
  readonly when?: (failure: Failure) => boolean;
  /** What must hold of the line that was found. */
  readonly onlyIf?: (failure: Failure, match: RegExpExecArray) => boolean;
}

/** A row of the tables of rules: the class, and the lines of an output that it is known by. */
export function knownBy(
  rule: Omit<FailureRule, "lines">,
  ...lines: readonly RegExp[]
): FailureRule {
  return { ...rule, lines };
}

/** `lesson`: worth an episode on its own. `weak`: only together with more. `none`: never. */
export type FailureWorth = "lesson" | "weak" | "none";

/** What a failure teaches about, or why it teaches nothing. */
export type FailureSubject =
  | "environment"
  | "interface"
  | "harness"
  | "rule"
  | "work"
  | "exploration"
  | "expected"
  | "transient"
  | "unknown";

/** A failed call with what the rules look at, worked out when the first one asks. */
export interface Failure {
  readonly call: FailedCall;
  /** Of a failure that was hidden only the line that showed it: the rest may be anything. */
  readonly lines: readonly string[];
  readonly isShell: boolean;
  /** The shell line, empty for other calls. */
  readonly commandText: string;
  readonly commands: readonly SimpleCommand[];
}

export function failureOf(call: FailedCall): Failure {
  let lines: readonly string[] | undefined;
  let commands: readonly SimpleCommand[] | undefined;
  const isShell = call.action.does === "shell";
  const commandText = call.action.does === "shell" ? call.action.command : "";
  return {
    call,
    isShell,
    commandText,
    get lines() {
      return (lines ??= linesThatSpeak(call));
    },
    get commands() {
      return (commands ??= isShell ? parseCommandLine(commandText).commands : []);
    },
  };
}

function linesThatSpeak({ action, ending, exitStatus = 0, output }: FailedCall): readonly string[] {
  const isHidden = action.does === "shell" && ending === undefined && exitStatus === 0;
  const shown = isHidden ? findHiddenFailure(action.command, output) : undefined;
  return shown === undefined ? endsOf(outputLines(output).map(withoutGutter)) : [shown];
}

/** PowerShell draws a line before what it says. */
function withoutGutter(line: string): string {
  return line.replace(/^ {1,9}\| {1,4}(?=\S)/, "");
}

/** What went wrong is said first or last; between them a long output goes on about other things. */
function endsOf(lines: readonly string[]): readonly string[] {
  if (lines.length <= mostFirst + mostLast) return lines;
  return [...lines.slice(0, mostFirst), ...lines.slice(-mostLast)];
}

const mostFirst = 40;
const mostLast = 40;
