import { isHold } from "../our-text/hold-reason.ts";
import { withoutOurLessons } from "../injected-text.ts";
import { boundedOutput } from "../bounded-output.ts";
import type { ToolResult } from "../event.ts";
import { type JsonRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { partsOf, withoutHookContext } from "./parts.ts";
import { readShellOutput } from "./shell-output.ts";

type Reading = Pick<ToolResult, "ending" | "exitStatus" | "output">;

/** How a call ended, from its own record or from the part of a message that answers it. */
export function readAnswer(
  answer: JsonRecord,
  { isShell }: { readonly isShell: boolean },
): Reading {
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
  const { output, ...ended } = readShellOutput(withoutFrame(textAt(response, "output") ?? ""));
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
function readCancelled(text: string): Reading {
  const reason = text.startsWith(cancelled) ? text.slice(cancelled.length) : text;
  return { ending: rejection.test(reason.slice(0, 200)) ? "rejected" : "interrupted" };
}

const rejection = /^User (?:denied|did not allow|rejected|declined)/i;

function readError(text: string): Reading {
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
