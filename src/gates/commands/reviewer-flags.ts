import { InvalidArgumentError, Option, type Command } from "commander";
import type { AskReviewer } from "../runs/sweep.ts";
import { runnerPrograms, type ProgramRunner } from "../review-state.ts";
import { Fault } from "../../platform/fault.ts";
import { plural } from "../../cli/layout.ts";

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
    .addOption(
      new Option(
        "--model <name>",
        "the model that is asked, and the model partition that the reviews are for",
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        "--jobs <count>",
        `how many are asked at a time (${usualJobs}, or REVIEW_SWEEP_JOBS)`,
      ).argParser(readJobs),
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

/** Asks the program with the person's own account: no tools, none of our hooks, in an empty folder. */
export async function reviewerFor(
  { runner, model }: ReviewerFlags,
  environment: NodeJS.ProcessEnv,
): Promise<AskReviewer> {
  const { askAgent } = await import("../../agents/ask-agent.ts");
  return (prompt, options) =>
    askAgent(runnerPrograms[runner], prompt, { model, environment, ...options });
}

/** The line that is overwritten while reviewers are asked. */
export function askingLine(asked: {
  readonly done: number;
  readonly all: number;
  readonly failed: number;
  readonly underWay: number;
}): string {
  const failed = asked.failed === 0 ? "" : `, ${asked.failed} failed`;
  return `${asked.done} of ${plural(asked.all, "run")} done${failed}, ${asked.underWay} being asked`;
}

function readJobs(value: string): number {
  if (isJobCount(Number(value))) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostJobs}.`);
}

function isJobCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= mostJobs;
}
