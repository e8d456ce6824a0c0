import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Machine } from "../../agents/adapter.ts";
import type { ImportReport } from "../../care/import/import-lessons.ts";
import type { Wiring } from "../../cli/wire.ts";
import { packageRoot } from "../../platform/paths.ts";
import { isProgramOnPath } from "../../platform/process/program-on-path.ts";
import { grantedCommands } from "../init/grants.ts";
import type { Addition, InitPlan } from "../init/init.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import type { CommonOptions } from "../../cli/command-kit.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { skillNames } from "./init-text.ts";

const { title } = deliveryDoor.adapter;

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
  /** The same for permission to run what only reads or prepares, and for the slash commands. */
  readonly grants?: boolean;
  readonly commands?: boolean;
  /** False with `--no-proof`. */
  readonly proof?: boolean;
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

/** What was asked for by a flag. */
export function additionsIn({ skills, grants, commands }: InitFlags): readonly Addition[] {
  const flags = { skills, grants, commands };
  return additions.filter((addition) => flags[addition] === true);
}

const additions = ["skills", "grants", "commands"] as const;

/** Asks about what else could be set up. With `--yes` alone nobody has agreed to it. */
export async function askAboutAdditions(
  terminal: Terminal,
  { offered }: InitPlan,
  flags: InitFlags,
): Promise<readonly Addition[]> {
  if (!mayAsk(terminal, flags)) return [];
  // In a session nobody can run what the shell does not find.
  const isCallable = (terminal.calledAs ?? "lessons") === "lessons";
  const { skills, grants, slashCommands } = offered;
  const questions: Readonly<Record<Addition, string | false>> = {
    skills: skills.length > 0 && `Also link ${skillNames(skills)} into ${title}'s skill folder?`,
    grants:
      isCallable &&
      flags.grants !== false &&
      grants.length > 0 &&
      `Also let ${title} run lessons ${grantedCommands} without asking? Approving a lesson still asks you.`,
    commands:
      isCallable &&
      flags.commands !== false &&
      slashCommands.length > 0 &&
      `Also add ${plural(slashCommands.length, "slash command")}, such as /lessons:review?`,
  };
  const chosen: Addition[] = [];
  for (const addition of additions) {
    const question = questions[addition];
    if (question !== false && (await askToGoOn(terminal, question)) === "yes")
      chosen.push(addition);
  }
  return chosen;
}

/**
 * Takes the starter lessons that concern this history in as candidates when a person wants them, by a flag or by an
 * answer; undefined otherwise. Nobody is asked about what is here already.
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
    return inCopyOfStore(wiring, (context) =>
      importStarter(context, folder, { isDryRun: true, which: "concerning" }),
    );
  }
  const take = (isDryRun: boolean) =>
    wiring.inContext((context) =>
      importStarter(context, folder, { isDryRun, which: "concerning" }),
    );
  if (!isWanted) {
    const { added } = await take(true);
    if (added.length === 0) return undefined;
    const question = `${plural(added.length, "starter lesson")} would have fired on your own calls. Add them for review?`;
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
    const question = "Also show new lessons of a project in the status line?";
    if ((await askToGoOn(terminal, question)) !== "yes") return undefined;
  }
  setStatusLine(file, paths, system);
  return "set";
}

export function statusLineText(outcome: StatusLineOutcome, terminal: Terminal): string {
  return paragraph(words[outcome], terminal, 2);
}

const words: Readonly<Record<StatusLineOutcome, string>> = {
  set: "The status line now shows new lessons of a project.",
  there: "The status line already shows lessons.",
  theirs:
    "Your own status line is unchanged. To have both, call lessons statusline at the end of yours (docs/learning.md).",
  "would-be-set": "The status line would show new lessons of a project.",
};

/** Lets the agent itself show that a lesson reaches it, when its program is here and a person wants that. One line about it. */
export async function offerProof(
  terminal: Terminal,
  wiring: Wiring,
  flags: InitFlags,
  machine: Machine,
): Promise<string> {
  // With settings of somebody's choice the program would look elsewhere.
  const isLeftOut = flags.proof === false || flags.settings !== undefined;
  if (isLeftOut || !mayAsk(terminal, flags)) return "";
  if (!isProgramOnPath(deliveryDoor.headless.program, machine.environment)) return "";
  const question = `Prove it now? This starts ${title} once, for one short answer.`;
  if ((await askToGoOn(terminal, question)) !== "yes") return "";
  const { proveAtOnce } = await import("../../care/commands/live-proof.ts");
  const proof = await proveAtOnce(terminal, wiring, machine);
  if (proof === undefined) return "";
  const { examined } = proof;
  const said =
    typeof examined === "string"
      ? `Proved: ${title} started and got a lesson.`
      : `Not proved: ${plainLine(examined.text)}. Next: ${examined.hint} (lessons doctor --live)`;
  return paragraph(said, terminal, 2);
}
