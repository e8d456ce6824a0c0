import { boundedOutput } from "../../core/bounded-output.ts";
import { isHold } from "../../core/delivery-hold.ts";
import { withoutOurLessons } from "../injected-text.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Reads an answer without a frame: mostly Codex itself saying why it did not do what it was asked. What
 * it does not recognise is the plain answer of some tool.
 */
export function refusalOutcome(text: string): Outcome {
  const head = text.slice(0, 2000);
  const output = boundedOutput(text);
  if (head.startsWith("aborted by user")) return { ending: "interrupted" };
  const blocked = hookBlock.exec(head)?.[1];
  if (blocked !== undefined) {
    const error = text.slice(text.indexOf(blocked));
    if (isHold(error)) return { ending: "held" };
    const said = withoutOurLessons(error);
    return { ending: "refused", output: boundedOutput(said) };
  }
  // The answers of other tools may well quote such words.
  if (!ownFailure.test(head)) return { output };
  if (/Sandbox\(Denied|SandboxDenied/.test(head)) return sandboxDenial(text);
  if (/approval settings|blocked by policy/.test(head)) return { ending: "refused", output };
  if (/rejected by (?:the )?user\b/.test(head)) return { ending: "rejected" };
  return { ending: "failed", output };
}

const hookBlock =
  /^(?:Script error:\s{0,5})?((?:Command|Tool call|Tool) blocked by \w{1,40} hook: )/;

/** How the messages of Codex itself begin when it did not do what it was asked. */
const ownFailure =
  /^(?:(?:apply_patch|close_agent|exec_command|local_shell|send_input|shell|shell_command|spawn_agent|view_image|wait_agent|write_stdin) (?:verification )?failed\b|(?:exec )?command rejected|patch rejected|failed to parse function arguments|unsupported (?:custom tool )?call|unable to locate image|collab \w{1,20} failed|resources\/\w{1,20} failed|execution error|tool call error|Script error)/;

/**
 * The sandbox let the command run and kept it from something. The message is a printed structure, one
 * string inside another: what the command itself said is dug out of it.
 */
function sandboxDenial(text: string): Outcome {
  const plain = unescaped(unescaped(text.slice(0, longestDenial)));
  const status = /exit_code: (-?\d{1,10})/.exec(plain)?.[1];
  const said =
    /aggregated_output: StreamOutput \{ text: "([^]*?)", truncated/.exec(plain)?.[1] ??
    /stderr: StreamOutput \{ text: "([^]*?)", truncated/.exec(plain)?.[1];
  return {
    ending: "failed",
    ...(status === undefined ? {} : { exitStatus: Number(status) }),
    output: boundedOutput(said === undefined || said === "" ? plain : said),
  };
}

const longestDenial = 30_000;

function unescaped(text: string): string {
  return text.replace(/\\(["\\nt])/g, (_, escaped: string) =>
    escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped,
  );
}
