import { companions, everyday, looks } from "../../shell/change/call.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import type { KeptCall } from "../session/thread.ts";
import type { Scene } from "./detector.ts";

/**
 * The work failed, one other command ran, and then the same work went well, without a file being edited: that command
 * has to run first. Once it is chance; a fact needs three sessions of it.
 */
export function noteStepFirst(call: FinishedCall, { thread, episodes, now }: Scene): void {
  if (call.head === "" || companions.has(call.head) || looks.has(call.head)) return;
  const since = thread.calls.slice(-withinCalls);
  const at = since.findLastIndex(({ head }) => head === call.head);
  const failed = since[at];
  if (failed === undefined || !isFailedWork(failed)) return;
  const step = stepSince(since.slice(at + 1));
  if (step === undefined) return;
  episodes.file({
    kind: "tool-error-fixed",
    verdict: "weak",
    line: failed.line,
    lines: [failed.resultLine, call.line],
    seenAt: call.at ?? now,
    anchor: `step:${call.callKey}`,
    story: {
      is: "failure",
      fact: { class: "step-first", subject: `${step} before ${call.head}` },
      tool: call.tool,
      head: call.head,
      failureClass: "step-first",
      about: "work",
      signature: failed.signature ?? "",
      headline: `\`${call.head}\` fails until \`${step}\` has run`,
      attempts: 1,
      command: call.head,
      fix: { line: call.line, command: step, isStep: true },
    },
  });
}

/** The one command that did something among these calls, if no file was edited. */
export function stepSince(calls: readonly KeptCall[]): string | undefined {
  const [step, another] = new Set(calls.filter(isStep).map(({ head }) => head));
  return another === undefined && !calls.some(mayEdit) ? step : undefined;
}

/** Later, too much else has happened. */
const withinCalls = 8;

function isFailedWork({ outcome, about, failureClass }: KeptCall): boolean {
  return outcome === "error" && about === "work" && failureClass !== "format";
}

function isStep({ head, outcome }: KeptCall): boolean {
  const [program = ""] = head.split(" ", 1);
  return (
    outcome === "ok" &&
    head !== "" &&
    !companions.has(program) &&
    !everyday.has(program) &&
    !looks.has(head) &&
    !asking.has(program)
  );
}

/** They ask others, and change nothing here. */
const asking: ReadonlySet<string> = new Set("gh curl wget rg fd git ps lsof date".split(" "));

function mayEdit({ tool, head }: KeptCall): boolean {
  const [program = ""] = head.split(" ", 1);
  return head === "" ? !readers.test(tool) : editing.has(program);
}

const readers = /^(?:Read|Grep|Glob|LS|Task\w*|TodoWrite|WebFetch|WebSearch)$/;
const editing: ReadonlySet<string> = new Set(
  "sed perl python python3 node ruby patch apply_patch tee cp mv".split(" "),
);
