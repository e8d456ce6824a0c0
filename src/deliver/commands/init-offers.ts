import type { ImportReport } from "../../care/import/import-lessons.ts";
import type { Wiring } from "../../cli/wire.ts";
import { packageRoot } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommonOptions } from "../../cli/command-kit.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** How `lessons init` was called, and what that leaves to ask. */
interface Offer extends CommonOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** Nobody is asked who said not to be, or is not there. */
function mayAsk({ hasPipedInput }: Terminal, { yes, json, dryRun }: Offer): boolean {
  return !hasPipedInput && yes !== true && json !== true && dryRun !== true;
}

interface StarterOffer extends Offer {
  /** What was said on the command line; undefined when nothing was. */
  readonly starter?: boolean;
  readonly isAgentHere: boolean;
}

/**
 * Takes the starter lessons in as candidates when a person wants them, by a flag or by an answer; undefined
 * otherwise. Nobody is asked about what is here already.
 */
export async function offerStarter(
  terminal: Terminal,
  wiring: Wiring,
  offer: StarterOffer,
): Promise<ImportReport | undefined> {
  if (offer.starter === false) return undefined;
  const isWanted = offer.starter === true;
  if (!isWanted && !(offer.isAgentHere && mayAsk(terminal, offer))) return undefined;
  const { importStarter, starterFolder } = await import("../../care/starter/import-starter.ts");
  const folder = starterFolder(packageRoot());
  if (offer.dryRun === true) {
    const { inCopyOfStore } = await import("../../care/backup/back-up.ts");
    return inCopyOfStore(wiring, (context) => importStarter(context, folder, { isDryRun: true }));
  }
  const take = (isDryRun: boolean) =>
    wiring.inContext((context) => importStarter(context, folder, { isDryRun }));
  if (!isWanted) {
    const { added } = await take(true);
    if (added.length === 0) return undefined;
    const question = `Also take in ${plural(added.length, "starter lesson")} for review? None is active until you approve it.`;
    if ((await askToGoOn(terminal, question)) !== "yes") return undefined;
  }
  return take(false);
}

interface StatusLineOffer extends Offer {
  /** What was said on the command line; undefined when nothing was. */
  readonly statusline?: boolean;
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
  const { file, statusline, dryRun } = offer;
  if (statusline === false) return undefined;
  if (statusline !== true && !mayAsk(terminal, offer)) return undefined;
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

export function statusLineText(outcome: StatusLineOutcome, terminal: Terminal): string {
  return paragraph(words[outcome], terminal, 2);
}

const words: Readonly<Record<StatusLineOutcome, string>> = {
  set: "The status line shows what was learned in a project, where something was.",
  there: "The status line is ours already.",
  theirs:
    "You have a status line, and it stays as it is. To have both, call lessons statusline at the end of yours: docs/learning.md shows how.",
  "would-be-set": "The status line would show what was learned in a project.",
};
