import { InvalidArgumentError, Option, type Command } from "commander";
import type { TextChange } from "../runs/ingest-run.ts";
import type { Catalogue } from "../runs/find-gates.ts";
import type { GateContext } from "../runs/gate-context.ts";
import type { SelectRequest } from "../runs/select-pairs.ts";
import type { AskReviewer } from "../runs/sweep.ts";
import { runnerPrograms, type ProgramRunner } from "../review-state.ts";
import { staleReasons, type Decision, type StaleReason } from "../../lesson/record/gate-finding.ts";
import { Fault } from "../../platform/fault.ts";
import type { CommandKit, CommonOptions } from "../../cli/command-kit.ts";
import type { Look } from "../../cli/level-word.ts";
import type { StyleName } from "../../cli/terminal.ts";

/** Opens the reviews of the project that the person is in, for the length of `work`. */
export async function withReviews<Result>(
  { terminal, inContext }: CommandKit,
  options: CommonOptions,
  { isWriting }: { readonly isWriting: boolean },
  work: (context: GateContext) => Result | Promise<Result>,
): Promise<Result> {
  const { inGateContext } = await import("../runs/gate-context.ts");
  return inContext(options, (context) => inGateContext(context, { ...terminal, isWriting }, work));
}

/** The gates that can be asked in the project that the person is in. */
export async function gatesHere({ terminal }: CommandKit): Promise<Catalogue> {
  const [{ requireGateProject }, { gatesOfProject }] = await Promise.all([
    import("../runs/gate-project.ts"),
    import("../runs/find-gates.ts"),
  ]);
  return gatesOfProject(requireGateProject(terminal));
}

/** How a note is named where the person is. */
export async function noteNamer({ terminal }: CommandKit): Promise<(notePath: string) => string> {
  const [{ requireGateProject }, { nameFrom }] = await Promise.all([
    import("../runs/gate-project.ts"),
    import("../runs/note-path.ts"),
  ]);
  return nameFrom(requireGateProject(terminal));
}

/** The flags that choose pairs, the same for every command that chooses. */
export interface PairFlags extends CommonOptions {
  readonly allGates?: boolean;
  readonly note?: readonly string[];
  readonly current?: boolean;
  readonly model?: string;
  readonly reason?: readonly StaleReason[];
}

export function withNoteFlags(command: Command): Command {
  return command
    .option(
      "--note <path...>",
      "only these files and folders, lesson:<slug>, or lesson: for all lessons",
    )
    .option("--current", "only notes with status: current, and active lessons");
}

export function reasonFlag(): Option {
  return new Option("--reason <reason...>", "only for this reason").choices(staleReasons);
}

/** What was asked for, or a fault that says what is wrong with it. */
export function readPairRequest(
  command: "select" | "sweep",
  names: readonly string[],
  options: PairFlags,
): SelectRequest {
  const { allGates = false, model, reason } = options;
  if (allGates === names.length > 0) {
    throw new Fault(
      "bad-input",
      allGates ? "--all-gates cannot be combined with gate names" : "no gate given",
      {
        hint: `lessons gates ${command} prose, or --all-gates; to see the gates: lessons gates list`,
      },
    );
  }
  const other = model === undefined ? reason?.find((one) => one !== "missing-review") : undefined;
  if (other !== undefined) {
    throw new Fault("bad-input", `--reason ${other} needs --model`, {
      hint: "changes are tracked per model; add --model <name>",
    });
  }
  return {
    gates: allGates ? "all" : names,
    ...readNoteFlags(options),
    model,
    reasons: reason,
  };
}

export function readNoteFlags({ note, current = false }: PairFlags) {
  return { isCurrent: current, notes: note };
}

/** Undefined where the settings decide. */
export interface ReviewerFlags {
  readonly runner?: ProgramRunner;
  readonly model?: string;
  readonly jobs?: number;
}

export interface Reviewer {
  readonly runner: ProgramRunner;
  readonly model: string;
}

/** Who is asked: by the flags, else by the settings. */
export async function reviewerOf(
  { wireFor }: CommandKit,
  options: ReviewerFlags & CommonOptions,
): Promise<Reviewer> {
  const [{ values }, { configDefaults }, { requireModel }] = await Promise.all([
    wireFor(options).then(({ config }) => config()),
    import("../../platform/configuration/settings.ts"),
    import("../runs/create-runs.ts"),
  ]);
  const { gates } = values;
  const usual = configDefaults.gates;
  const runner = options.runner ?? gates.runner;
  // The usual name is one that the usual program knows.
  if (options.model === undefined && gates.model === usual.model && runner !== usual.runner) {
    throw new Fault("bad-input", `no model given for ${runner}`, {
      hint: "add --model <name>, or set a default: lessons config set gates.model <name>",
    });
  }
  return { runner, model: requireModel(options.model ?? gates.model) };
}

export function withReviewerFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--runner <runner>", "the agent program to start (default: gates.runner)").choices(
        Object.keys(runnerPrograms),
      ),
    )
    .option("--model <name>", "the model to ask; reviews are kept per model (default: gates.model)")
    .option(
      "--jobs <count>",
      `how many to run at once (default: REVIEW_SWEEP_JOBS, or ${usualJobs})`,
      readUpTo(mostJobs),
    );
}

const usualJobs = 4;
const mostJobs = 32;

/** From the flag, else from the environment. */
export function jobsOf({ jobs }: ReviewerFlags, environment: NodeJS.ProcessEnv): number {
  const typed = environment["REVIEW_SWEEP_JOBS"];
  if (jobs !== undefined) return jobs;
  if (typed === undefined || typed === "") return usualJobs;
  if (isCount(Number(typed), mostJobs)) return Number(typed);
  throw new Fault("bad-input", `REVIEW_SWEEP_JOBS is "${typed}"`, {
    hint: `use a whole number from 1 to ${mostJobs}`,
  });
}

/** A flag with a whole number. */
export function readUpTo(most: number): (value: string) => number {
  return (value) => {
    if (isCount(Number(value), most)) return Number(value);
    throw new InvalidArgumentError(`Use a whole number from 1 to ${most}.`);
  };
}

function isCount(count: number, most: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= most;
}

/** Asks the program with the person's own account: no tools, none of our hooks, in an empty folder. */
export async function reviewerFor(
  { runner, model }: Reviewer,
  environment: NodeJS.ProcessEnv,
): Promise<AskReviewer> {
  const { askAgent } = await import("../../agents/ask-agent.ts");
  return (prompt, options) =>
    askAgent(runnerPrograms[runner], prompt, { model, environment, ...options });
}

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
    ? `${path} no longer exists. The review of its last text is saved.`
    : `${path} changed since the prompt. The review of the old text is saved; lessons gates select reports ${what}-changed.`;
}
