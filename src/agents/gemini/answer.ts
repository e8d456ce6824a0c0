import { type JsonRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import type { CallEnd } from "../event.ts";
import { isHold } from "../our-text/hold-reason.ts";
import { boundedOutput, withoutOurLessons } from "../recorded-text.ts";
import { isBlockedCommand } from "./blocked-command.ts";
import { partsOf, withoutHookContext } from "./message.ts";

/** How a call ended, from its own record or from the part of a message that answers it. */
export function readAnswer(
  answer: JsonRecord,
  { isShell }: { readonly isShell: boolean },
): CallEnd {
  const response = responseOf(answer);
  const status = textAt(answer, "status");
  const error = textAt(response, "error");
  if (status === "cancelled" || error?.startsWith(cancelled) === true) {
    return readCancelled(error ?? textAt(response, "output") ?? "");
  }
  if (status === "error" || error !== undefined) {
    return readError(withoutFrame(error ?? textAt(response, "output") ?? ""));
  }
  // What other tools give back when all went well (whole files, lists) is nobody's concern.
  if (!isShell) return {};
  const { output = "", ...ended } = readShellOutput(withoutFrame(textAt(response, "output") ?? ""));
  return { ...ended, output: boundedOutput(output) };
}

function responseOf(answer: JsonRecord): JsonRecord | undefined {
  const own = recordAt(answer, "response");
  if (own !== undefined) return own;
  for (const part of partsOf(answer["result"])) {
    const response = recordAt(recordAt(part, "functionResponse"), "response");
    if (response !== undefined) return response;
  }
  return undefined;
}

const cancelled = "[Operation Cancelled] Reason: ";

/** A person said no before it ran, or stopped it while it did. */
function readCancelled(text: string): CallEnd {
  const reason = text.startsWith(cancelled) ? text.slice(cancelled.length) : text;
  return { ending: rejection.test(reason.slice(0, 200)) ? "rejected" : "interrupted" };
}

const rejection = /^User (?:denied|did not allow|rejected|declined)/i;

function readError(text: string): CallEnd {
  if (isHold(text)) return { ending: "held" };
  return {
    ending: refusal.test(text) ? "refused" : "failed",
    output: boundedOutput(withoutOurLessons(text)),
  };
}

/** A hook, or a rule. */
const refusal =
  /^(?:Error: )?(?:Tool execution blocked|Tool execution denied by policy|Agent execution (?:blocked|stopped))\b/;

/** The marks that newer versions put around text that comes from outside. */
function withoutFrame(text: string): string {
  const said = withoutHookContext(text).trim();
  if (!said.startsWith(frameStart) || !said.endsWith(frameEnd)) return said;
  return said.slice(frameStart.length, -frameEnd.length).trim();
}

const frameStart = "<untrusted_context>";
const frameEnd = "</untrusted_context>";

/**
 * What the shell gave back, out of the text that the model was shown. Gemini CLI wraps the output in lines of its own: `Output: …`, then what is worth saying of `Error`,
 * `Exit Code`, `Signal`, `Background PIDs`, `Process Group PGID`. Newer versions leave out an exit code
 * of 0; older ones say all of it, and `Command` and `Directory` before.
 */
export function readShellOutput(text: string): CallEnd {
  const stopped = readStopped(text);
  if (stopped !== undefined) return stopped;
  if (isBlockedCommand(text)) return { ending: "refused", output: text };
  const start = outputStart(text);
  // Sent to the background, or a tool of another program under the same name.
  if (start === undefined) return { output: text };

  const trailer = new Map<string, string>();
  let end = text.length;
  for (;;) {
    const lineStart = text.lastIndexOf("\n", end - 1) + 1;
    const line = trailerLine.exec(text.slice(lineStart, Math.min(end, lineStart + longestTrailer)));
    const name = line?.[1];
    // Each is written once, so that the same word further up belongs to the output.
    if (name === undefined || trailer.has(name)) break;
    trailer.set(name, line?.[2] ?? "");
    end = lineStart - 1;
  }
  const said = text.slice(start, end);
  return { output: said === "(empty)" ? "" : said, exitStatus: exitStatusIn(trailer) };
}

/** `Error` only when there is none: any other error text is worth keeping in the output. */
const trailerLine =
  /^(Error(?=: \(none\)$)|Exit Code|Signal|Background PIDs|Process Group PGID): ([^\n]{0,200})$/;

const longestTrailer = 400;

function exitStatusIn(trailer: ReadonlyMap<string, string>): number | undefined {
  const code = trailer.get("Exit Code");
  if (code !== undefined) return /^\d{1,5}$/.test(code) ? Number(code) : undefined;
  // Ended by a signal, or not seen to end: nothing says how.
  return trailer.has("Signal") || !trailer.has("Process Group PGID") ? undefined : 0;
}

function outputStart(text: string): number | undefined {
  if (text.startsWith("Output: ")) return "Output: ".length;
  if (!text.startsWith("Command: ")) return undefined;
  const directory = text.indexOf("\nDirectory: ");
  for (const label of directory < 0 ? [] : ["\nOutput: ", "\nStdout: "]) {
    const at = text.indexOf(label, directory);
    if (at >= 0) return at + label.length;
  }
  return undefined;
}

/** The program stopped the command: its own words are on the first line, what there was of the output after it. */
function readStopped(text: string): CallEnd | undefined {
  const ending = text.startsWith(timeoutWords)
    ? "timeout"
    : text.startsWith(interruptWords)
      ? "interrupted"
      : undefined;
  if (ending === undefined) return undefined;
  const newline = text.indexOf("\n");
  return { ending, output: newline < 0 ? "" : text.slice(newline + 1) };
}

const timeoutWords = "Command was automatically cancelled because it exceeded the timeout";
const interruptWords = "Command was cancelled by user before it could ";
