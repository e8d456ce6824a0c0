import { type CommandShape, commandHead, shapeOf } from "../../shell/shape.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import type { ToolAction, ToolCall, ToolResult } from "../../agents/event.ts";
import { classifyFailure, type FailureVerdict } from "../failures/classify-failure.ts";
import { statedAdvice, type StatedAdvice } from "../failures/stated-advice.ts";
import { type Fact, factOf } from "../facts/fact.ts";
import { errorSignature } from "../../agents/outcome/read-output.ts";
import { type Outcome, judgeOutcome } from "../../agents/outcome/judge-outcome.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { Redact } from "../../redact/redact.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { replayLine } from "../../shell/replay-line.ts";
import { withoutContents } from "../../shell/without-contents.ts";

/** A call with its end, as the ledger keeps it. Redacted, without contents of files. */
export interface FinishedCall {
  readonly ordinal: number;
  readonly line: number;
  readonly resultLine: number;
  readonly thread?: string | undefined;
  readonly at?: string | undefined;
  /** The model that made it, where it is not the session's own. */
  readonly model?: string | undefined;
  /** Where it was made, where that is not where the session began. Redacted. */
  readonly workingDirectory?: string | undefined;
  /** The id of the call, hashed: its result and what a hook notes about it are found by it. */
  readonly idKey: number;
  /** The same in every copy of the session, and nowhere else: ids such as `call_1` are in every session of some agents. */
  readonly callKey: number;
  /** As all agents call it: `Bash`, `Edit`; the agent's own name for anything else. */
  readonly tool: string;
  readonly does: ToolAction["does"];
  /** What calls are grouped by: `git push`; empty where there is no command. */
  readonly head: string;
  readonly shape?: CommandShape | undefined;
  /** The simple commands as the matcher sees them, with what stands around them. */
  readonly command?: string | undefined;
  /** The shell line as it was typed. Kept in memory for the fix that may follow, not in the ledger. */
  readonly typed?: string | undefined;
  readonly path?: string | undefined;
  /** What it added to a file of instructions or memories. Kept in memory for the lesson in it, not in the ledger. */
  readonly noted?: string | undefined;
  readonly outcome: Outcome;
  /** We did not let it run. Its outcome is that of a call that a person did not let run. */
  readonly isHeld?: true | undefined;
  readonly exitStatus?: number | undefined;
  /** In whole milliseconds. */
  readonly durationMs?: number | undefined;
  readonly failure?: Failure | undefined;
}

interface Failure extends FailureVerdict {
  readonly fact: Fact;
  readonly signature: string;
  readonly errorHead: string;
  /** What the program itself says to do about it. */
  readonly advice?: StatedAdvice | undefined;
  /** Its status said that nothing was wrong. */
  readonly isHidden?: true | undefined;
}

/** A call that waits for its result, redacted. */
export interface PendingCall extends Pick<
  FinishedCall,
  "ordinal" | "line" | "thread" | "at" | "model" | "workingDirectory" | "idKey" | "callKey" | "tool"
> {
  readonly action: ToolAction;
}

export function pendingCall(
  call: ToolCall,
  ordinal: number,
  { model, workingDirectory }: Pick<FinishedCall, "model" | "workingDirectory">,
  redact: Redact,
): PendingCall {
  const action = keptAction(call.action, redact);
  return {
    ordinal,
    line: call.line,
    thread: call.thread,
    at: call.at,
    model,
    workingDirectory,
    idKey: shortHash(call.callId),
    callKey: shortHash(`${call.callId} ${call.tool} ${targetOf(action).slice(0, 200)}`),
    tool: commonTool(call, redact),
    action,
  };
}

function targetOf(action: ToolAction): string {
  if (action.does === "shell") return action.command;
  return action.does === "other" ? "" : (action.path ?? "");
}

/** The call and its result together; undefined when it never ran because another one failed. */
export function finishCall(
  call: PendingCall,
  result: ToolResult,
  redact: Redact,
): FinishedCall | undefined {
  const outcome = judgeOutcome(call.action, result);
  if (outcome === undefined) return undefined;
  const { action } = call;
  const isFailure = outcome === "error" || outcome === "timeout";
  const failure = isFailure ? failureOf(call, result, outcome, redact) : undefined;
  const { head, shape, command, typed } = commandParts(action, failure?.culprit);
  // Field by field, and always all of them: there are many calls, and spreading takes ten times as long.
  return {
    ordinal: call.ordinal,
    line: call.line,
    thread: call.thread,
    at: call.at,
    model: call.model,
    workingDirectory: call.workingDirectory,
    idKey: call.idKey,
    callKey: call.callKey,
    tool: call.tool,
    does: action.does,
    resultLine: result.line,
    head,
    shape,
    command,
    typed,
    path: "path" in action ? action.path : undefined,
    noted: "noted" in action ? action.noted : undefined,
    outcome,
    isHeld: result.ending === "held" ? true : undefined,
    exitStatus: result.exitStatus,
    durationMs: result.durationMs === undefined ? undefined : Math.round(result.durationMs),
    failure,
  };
}

function failureOf(
  { tool, action }: PendingCall,
  result: ToolResult,
  outcome: Outcome,
  redact: Redact,
): Failure {
  const output = redact(messageIn(action, result.output ?? ""));
  const { ending, exitStatus } = result;
  const verdict = classifyFailure({ tool, action, outcome, output, ending, exitStatus });
  const command = action.does === "shell" ? action.command : undefined;
  const { name: failureClass, about, headline, culprit } = verdict;
  const { head } = commandParts(action, culprit);
  const message = { tool, head, failureClass, about, headline, command, culprit };
  return {
    ...verdict,
    fact: factOf(message, output),
    signature: errorSignature(output, exitStatus),
    errorHead: plainLine(output.slice(0, 1000)).slice(0, longestErrorHead),
    advice: isAboutTheCall.has(about) ? statedAdvice(output, headline) : undefined,
    isHidden: ending === undefined && (exitStatus ?? 0) === 0 ? true : undefined,
  };
}

/** What a file tool says behind its first line is mostly what it was given or did not find: contents. */
function messageIn(action: ToolAction, output: string): string {
  if (action.does === "shell" || action.does === "other" || action.does === "search") return output;
  return output.split("\n", 1)[0] ?? "";
}

const longestErrorHead = 300;

/** The work and what is looked at say a lot that is not meant for whoever made the call. */
const isAboutTheCall: ReadonlySet<string> = new Set([
  "environment",
  "interface",
  "rule",
  "unknown",
]);
const longestCommand = 4000;
const longestTyped = 40_000;

/** What is kept of an action until its result comes: no contents of files, no secrets. */
function keptAction(action: ToolAction, redact: Redact): ToolAction {
  switch (action.does) {
    case "shell":
      return {
        does: "shell",
        command: redact(
          firstPart(withoutContents(firstPart(action.command, longestTyped)), longestCommand),
        ),
      };
    case "read":
    case "edit":
    case "write": {
      const path = redact(action.path);
      const noted = action.noted === undefined ? undefined : redact(action.noted);
      return noted === undefined ? { does: action.does, path } : { does: action.does, path, noted };
    }
    case "search":
      return { does: "search", path: action.path === undefined ? undefined : redact(action.path) };
    case "other":
      return action;
  }
}

/** Lessons hold for all agents, so the tools that all have get one name. */
function commonTool({ tool, action }: ToolCall, redact: Redact): string {
  return commonTools[action.does] ?? redact(tool.slice(0, longestTool));
}

const commonTools: { readonly [does in ToolAction["does"]]?: string } = {
  shell: "Bash",
  read: "Read",
  edit: "Edit",
  write: "Write",
};
const longestTool = 100;

function commandParts(
  action: ToolAction,
  culprit: number | undefined,
): Pick<FinishedCall, "head" | "shape" | "command" | "typed"> {
  if (action.does !== "shell") return { head: "" };
  const { commands } = parseCommandLine(action.command);
  const principal =
    (culprit === undefined ? undefined : commands[culprit]) ?? principalOf(commands);
  if (principal === undefined) return { head: "", typed: action.command };
  const shape = shapeOf(principal);
  return {
    head: commandHead(shape),
    shape,
    command: replayLine(commands).slice(0, longestCommand),
    typed: action.command,
  };
}

/** What the line is about: the first command that does more than prepare the others. */
function principalOf(commands: readonly SimpleCommand[]): SimpleCommand | undefined {
  return commands.find(({ program }) => !preparations.has(program)) ?? commands[0];
}

const preparations: ReadonlySet<string> = new Set(
  "cd echo export set unset source . true sleep printf pwd pushd popd mkdir test [ which date".split(
    " ",
  ),
);
