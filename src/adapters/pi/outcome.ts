import { boundedOutput } from "../../core/bounded-output.ts";
import type { ToolResult } from "../../core/event.ts";
import { recordsAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { withoutOurLessons } from "../injected-text.ts";

type Outcome = Pick<ToolResult, "ending" | "exitStatus" | "output">;

/** How a call ended, from the message that answers it. A command that ends with a status is an error to Pi. */
export function callOutcome(message: JsonRecord): Outcome {
  const text = textOf(message);
  if (message["isError"] !== true) return { output: boundedOutput(text) };
  const end = endOfCommand.exec(text);
  if (end === null) return { ending: "failed", output: boundedOutput(text) };
  const [, status, seconds] = end;
  const output = boundedOutput(text.slice(0, end.index));
  if (status !== undefined) return { exitStatus: Number(status), output };
  return { ending: seconds === undefined ? "interrupted" : "timeout", output };
}

const endOfCommand =
  /\n{0,3}(?:Command exited with code (-?\d{1,10})|Command timed out after (\d{1,9}) seconds|Command aborted)\s{0,10}$/;

/** The first text is the tool's; extensions put theirs behind it, and so do we. */
function textOf(message: JsonRecord): string {
  const text = textAt(message, "content");
  if (text !== undefined) return withoutOurLessons(text);
  const [first = ""] = recordsAt(message, "content").flatMap(
    (block) => textAt(block, "text") ?? [],
  );
  return withoutOurLessons(first);
}
