import { InvalidArgumentError, Option, type Command } from "commander";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import { readNoteFlags, withNoteFlags, type PairFlags } from "./pair-flags.ts";
import { withReviewerFlags } from "./reviewer-flags.ts";
import { partialFlag, runSweep, type SweepFlags } from "./run-sweep.ts";

interface GateSweepFlags extends PairFlags, SweepFlags {
  readonly model: string;
  readonly batchSize: number;
}

export function gateSweepCommand(kit: CommandKit): Command {
  const command = newCommand(
    "gate-sweep",
    "let an agent's program ask one gate of many notes, several in each run",
    [
      "lessons gates gate-sweep prose/redundancy --runner codex --model m --note docs",
      "lessons gates gate-sweep semantic/scope --runner codex --model m --json",
    ],
  )
    .argument("<gate>", "its id, such as prose/redundancy")
    .addOption(
      new Option("--batch-size <count>", "how many notes go into one prompt")
        .argParser(readBatchSize)
        .default(usualBatch),
    );
  return withReviewerFlags(withNoteFlags(command))
    .addOption(partialFlag())
    .action(async (name: string, options: GateSweepFlags) => {
      const [{ planByGate }, { findGate, gatesOfProject }, { requireGateProject }] =
        await Promise.all([
          import("../runs/sweep-plan.ts"),
          import("../runs/find-gates.ts"),
          import("../runs/gate-project.ts"),
        ]);
      const gate = findGate(gatesOfProject(requireGateProject(kit.terminal)), name);
      const request = { gates: [gate.id], ...readNoteFlags(options) };
      await runSweep(kit, options, request, (pairs) => planByGate(pairs, options));
    });
}

const usualBatch = 8;
const mostInBatch = 100;

function readBatchSize(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= mostInBatch) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostInBatch}.`);
}
