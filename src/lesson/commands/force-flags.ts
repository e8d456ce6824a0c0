import { Option, type Command } from "commander";
import { Fault } from "../../platform/fault.ts";
import { requireText } from "../../cli/require-text.ts";

/** To make a lesson active against what speaks against it, and to say why. */
export interface ForceFlags {
  readonly force?: boolean;
  readonly because?: string;
}

export function withForceFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--force",
        "promote although the confidence is below 0.3, or a required gate is not met",
      ),
    )
    .addOption(
      new Option("--because <why>", "with --force: why, kept in the history of the lesson"),
    );
}

export function readForce({ force = false, because }: ForceFlags): {
  readonly force: boolean;
  readonly because?: string;
} {
  if (because === undefined) return { force };
  if (force) return { force, because: requireText(because, "the reason") };
  throw new Fault("bad-input", "--because says why something is forced, and nothing is", {
    hint: "add --force, or leave out --because",
  });
}
