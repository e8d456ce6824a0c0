import { boundedOutput } from "../../core/bounded-output.ts";
import { isHold } from "../../core/delivery-hold.ts";
import type { ToolResult } from "../../core/event.ts";
import { numberAt, recordAt, recordsAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { withoutOurLessons } from "../injected-text.ts";

/** How a call ended. */
export interface Outcome extends Pick<ToolResult, "ending" | "exitStatus" | "output" | "reason"> {
  /** It has not ended: the command goes on in this shell. */
  readonly runsInShell?: string;
}

/** From the data of `tool.execution_complete`. A failing command is a success of the tool. */
export function callOutcome(completion: JsonRecord): Outcome {
  const error = recordAt(completion, "error");
  if (completion["success"] === false || error !== undefined) return errorOutcome(error);
  const result = recordAt(completion, "result");
  const text = withoutGuidance(textAt(result, "content") ?? textOfBlocks(result));
  const running = stillRunning.exec(text);
  if (running !== null) return { runsInShell: running[1] ?? "" };
  const ended = endOfCommand.exec(text);
  const said = ended?.[1];
  const exitStatus =
    numberAt(recordAt(completion, "shellExecution"), "exitCode") ??
    (said === undefined ? undefined : Number(said));
  const output = boundedOutput(ended === null ? text : text.slice(0, ended.index));
  return exitStatus === undefined ? { output } : { exitStatus, output };
}

/** The words of a person to a question that the agent asked with its tool for that. */
export function answerOf(completion: JsonRecord): string | undefined {
  const text = textAt(recordAt(completion, "result"), "content") ?? "";
  const answer = text.startsWith(answerBeginning) ? text.slice(answerBeginning.length).trim() : "";
  return answer === "" ? undefined : answer;
}

/** A choice among offered answers is said in other words, and those are the agent's. */
const answerBeginning = "User responded: ";

function errorOutcome(error: JsonRecord | undefined): Outcome {
  const text = textAt(error, "message") ?? "";
  if (isHold(text)) return { ending: "held" };
  const message = withoutGuidance(text);
  const code = textAt(error, "code");
  if (code === "rejected" || message.startsWith("The user rejected this tool call")) {
    const reason = /User feedback: ([^]+)$/.exec(message)?.[1]?.trim();
    return reason === undefined ? { ending: "rejected" } : { ending: "rejected", reason };
  }
  const output = boundedOutput(message);
  if (code === "denied" || /^(?:Denied by|Permission denied)\b/.test(message)) {
    return { ending: "refused", output };
  }
  if (code === "aborted" || code === "cancelled") return { ending: "interrupted", output };
  return { ending: code === "timeout" ? "timeout" : "failed", output };
}

/** What hooks had to say about the call is put behind its result, and some of it is ours. */
function withoutGuidance(text: string): string {
  const at = text.search(guidance);
  return withoutOurLessons(at < 0 ? text : text.slice(0, at));
}

const guidance =
  /(?:^|\n{1,2})(?:Tool "[^"\n]{1,100}" (?:succeeded|failed)\. Additional guidance from \w{1,40} hooks?:|Additional context from \w{1,40} hooks?:)/;

const endOfCommand =
  /\n?<(?:shellId: [^\s>]{1,100} )?(?:completed|exited) with (?:exit code|error exit code) (-?\d{1,10})>\s{0,10}$/;

const stillRunning =
  /<command (?:with|started in (?:the )?(?:detached )?background with) shellId: ([^\s>]{1,100}?)(?: is still running|>)/;

function textOfBlocks(result: JsonRecord | undefined): string {
  return recordsAt(result, "content")
    .map((block) => textAt(block, "text") ?? "")
    .join("\n");
}
