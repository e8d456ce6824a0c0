import { InvalidArgumentError, Option, type Command } from "commander";
import type { Catalogue } from "../runs/find-gates.ts";
import type { GateContext } from "../runs/gate-context.ts";
import type { SelectRequest } from "../runs/select-pairs.ts";
import type { AskReviewer } from "../runs/sweep.ts";
import { runnerPrograms, type ProgramRunner } from "../review-state.ts";
import { staleReasons, type StaleReason } from "../../lesson/record/gate-finding.ts";
import { Fault } from "../../platform/fault.ts";
import type { CommandKit, CommonOptions } from "../../cli/command-kit.ts";

/** Opens the reviews of the project that the person is in, for the length of `work`. */
export async function inReviews<Result>(
  { terminal, inContext }: CommandKit,
  options: CommonOptions,
  { isWriting }: { readonly isWriting: boolean },
  work: (room: GateContext) => Result | Promise<Result>,
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
      allGates ? "--all-gates and names of gates exclude each other" : "no gate is named",
      {
        hint: `lessons gates ${command} prose, or --all-gates; lessons gates list shows what there is`,
      },
    );
  }
  const other = model === undefined ? reason?.find((one) => one !== "missing-review") : undefined;
  if (other !== undefined) {
    throw new Fault("bad-input", `--reason ${other} needs --model`, {
      hint: "what changed is known by what one model partition has accepted: add --model <name>",
    });
  }
  return {
    gates: allGates ? "all" : names,
    ...readNoteFlags(options),
    ...(model === undefined ? {} : { model }),
    ...(reason === undefined ? {} : { reasons: reason }),
  };
}

export function readNoteFlags({
  note,
  current = false,
}: PairFlags): Pick<SelectRequest, "notes" | "isCurrent"> {
  return { isCurrent: current, ...(note === undefined ? {} : { notes: note }) };
}

export interface ReviewerFlags {
  readonly runner: ProgramRunner;
  readonly model: string;
  readonly jobs?: number;
}

export function withReviewerFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--runner <runner>", "the agent's own program that is asked")
        .choices(Object.keys(runnerPrograms))
        .makeOptionMandatory(),
    )
    .requiredOption(
      "--model <name>",
      "the model that is asked, and the model partition that the reviews are for",
    )
    .option(
      "--jobs <count>",
      `how many are asked at a time (${usualJobs}, or REVIEW_SWEEP_JOBS)`,
      readJobs,
    );
}

const usualJobs = 4;
const mostJobs = 32;

/** From the flag, else from the environment. */
export function jobsOf({ jobs }: ReviewerFlags, environment: NodeJS.ProcessEnv): number {
  const typed = environment["REVIEW_SWEEP_JOBS"];
  if (jobs !== undefined) return jobs;
  if (typed === undefined || typed === "") return usualJobs;
  if (isJobCount(Number(typed))) return Number(typed);
  throw new Fault("bad-input", `REVIEW_SWEEP_JOBS is "${typed}"`, {
    hint: `it must be a whole number from 1 to ${mostJobs}`,
  });
}

function readJobs(value: string): number {
  if (isJobCount(Number(value))) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostJobs}.`);
}

function isJobCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= mostJobs;
}

/** Asks the program with the person's own account: no tools, none of our hooks, in an empty folder. */
export async function reviewerFor(
  { runner, model }: ReviewerFlags,
  environment: NodeJS.ProcessEnv,
): Promise<AskReviewer> {
  const { askAgent } = await import("../../agents/ask-agent.ts");
  return (prompt, options) =>
    askAgent(runnerPrograms[runner], prompt, { model, environment, ...options });
}
