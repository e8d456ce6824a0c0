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
