import type { TextChange } from "../runs/ingest-run.ts";
import type { Decision } from "../../lesson/record/gate-finding.ts";
import type { Look } from "../../cli/level-word.ts";
import type { StyleName } from "../../cli/terminal.ts";

/** What a reviewer found, in its colour and of one width. */
export function decisionWord(decision: Decision, { style }: Look): string {
  return style(styles[decision], decision.padEnd(4));
}

const styles: Readonly<Record<Decision, StyleName>> = {
  pass: "green",
  warn: "yellow",
  fail: "red",
  error: "red",
  unknown: "dim",
};

export function changeText({ path, what, is }: TextChange): string {
  return is === "gone"
    ? `${path} is there no more: accepted is what the reviewer saw of it.`
    : `${path} changed since the prompt: accepted is what the reviewer saw, and lessons gates select reports ${what}-changed.`;
}
