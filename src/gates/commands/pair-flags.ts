import { Option, type Command } from "commander";
import type { SelectRequest } from "../runs/select-pairs.ts";
import { staleReasons, type StaleReason } from "../../lesson/record/gate-finding.ts";
import { Fault } from "../../platform/fault.ts";
import type { CommonOptions } from "../../cli/command-kit.ts";

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
    .addOption(
      new Option(
        "--note <path...>",
        "only these files and folders, lesson:<slug>, or lesson: for all lessons",
      ),
    )
    .addOption(new Option("--current", "only notes with status: current, and active lessons"));
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
      hint: "what changed is told by what one model partition has accepted: add --model <name>",
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
