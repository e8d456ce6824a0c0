import type { Wiring } from "../../cli/wire.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommonOptions } from "../../cli/command-kit.ts";
import { hang } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface StatusLineOffer extends CommonOptions {
  /** What was said on the command line; undefined when nothing was. */
  readonly statusline?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** The settings file that it would stand in. */
  readonly file: string;
}

/** `theirs`: there is another one, which stays. */
type StatusLineOutcome = "set" | "there" | "theirs" | "would-be-set";

/** Sets the status line when a person wants it, by a flag or by an answer; undefined otherwise. */
export async function offerStatusLine(
  terminal: Terminal,
  { paths, system }: Wiring,
  offer: StatusLineOffer,
): Promise<StatusLineOutcome | undefined> {
  const { file, statusline, yes, json, dryRun } = offer;
  if (statusline === false) return undefined;
  const isSilent = terminal.hasPipedInput || yes === true || json === true || dryRun === true;
  if (statusline !== true && isSilent) return undefined;
  const { setStatusLine, statusLineState } = await import("../init/hook-registration.ts");
  const state = statusLineState(file, paths);
  if (state !== "none") {
    if (statusline !== true) return undefined;
    return state === "ours" ? "there" : "theirs";
  }
  if (dryRun === true) return "would-be-set";
  if (statusline !== true) {
    const question = "Also show in the status line what was learned in a project?";
    if ((await askToGoOn(terminal, question)) !== "yes") return undefined;
  }
  setStatusLine(file, paths, system);
  return "set";
}

export function statusLineText(
  outcome: StatusLineOutcome,
  { width }: Pick<Terminal, "width">,
): string {
  return `${hang("", words[outcome], { column: 2, width })}\n`;
}

const words: Readonly<Record<StatusLineOutcome, string>> = {
  set: "The status line shows what was learned in a project, where something was.",
  there: "The status line is ours already.",
  theirs:
    "You have a status line, and it stays as it is. To have both, call lessons statusline at the end of yours: docs/learning.md shows how.",
  "would-be-set": "The status line would show what was learned in a project.",
};
