import type { ImportReport } from "../../care/import/import-lessons.ts";
import type { Wiring } from "../../cli/wire.ts";
import { packageRoot } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommonOptions } from "../../cli/command-kit.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

export interface InitFlags extends CommonOptions {
  readonly yes?: boolean;
  readonly agent?: string;
  readonly settings?: string;
  readonly plugin?: boolean;
  readonly skills?: boolean;
  /** `--starter` and `--no-starter`; undefined when neither was said. */
  readonly starter?: boolean;
  /** The same for the status line. */
  readonly statusline?: boolean;
  readonly dryRun?: boolean;
}

/** Asks about what there is to decide, unless that was said beforehand. Whoever reads JSON cannot be asked. */
export async function askUnlessAgreed(
  terminal: Terminal,
  question: string,
  { yes, json }: Pick<InitFlags, "yes" | "json">,
): Promise<"yes" | "no" | "nobody"> {
  if (yes === true) return "yes";
  return json === true ? "nobody" : askToGoOn(terminal, question);
}

/** Nobody is asked who said not to be, or is not there. */
function mayAsk({ hasPipedInput }: Terminal, { yes, json, dryRun }: InitFlags): boolean {
  return !hasPipedInput && yes !== true && json !== true && dryRun !== true;
}

/**
 * Takes the starter lessons in as candidates when a person wants them, by a flag or by an answer; undefined
 * otherwise. Nobody is asked about what is here already.
 */
export async function offerStarter(
  terminal: Terminal,
  wiring: Wiring,
  flags: InitFlags,
  { isAgentHere }: { readonly isAgentHere: boolean },
): Promise<ImportReport | undefined> {
  if (flags.starter === false) return undefined;
  const isWanted = flags.starter === true;
  if (!isWanted && !(isAgentHere && mayAsk(terminal, flags))) return undefined;
  const { importStarter, starterFolder } = await import("../../care/starter/import-starter.ts");
  const folder = starterFolder(packageRoot());
  if (flags.dryRun === true) {
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

/** `theirs`: there is another one, which stays. */
type StatusLineOutcome = "set" | "there" | "theirs" | "would-be-set";

/** Sets the status line in a settings file when a person wants it, by a flag or by an answer; undefined otherwise. */
export async function offerStatusLine(
  terminal: Terminal,
  { paths, system }: Wiring,
  flags: InitFlags,
  file: string,
): Promise<StatusLineOutcome | undefined> {
  const { statusline, dryRun } = flags;
  if (statusline === false) return undefined;
  if (statusline !== true && !mayAsk(terminal, flags)) return undefined;
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
