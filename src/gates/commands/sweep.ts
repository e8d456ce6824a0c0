import { Option, type Command } from "commander";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";
import { readPairRequest, reasonFlag, withNoteFlags, type PairFlags } from "./pair-flags.ts";
import { withReviewerFlags } from "./reviewer-flags.ts";
import { partialFlag, runSweep, type SweepFlags } from "./run-sweep.ts";

export function sweepCommand(kit: CommandKit): Command {
  const command = newCommand(
    "sweep",
    "let an agent's program review what is stale, one run for each note and lens",
    [
      "lessons gates sweep prose --runner claude-code --model opus --note docs",
      "lessons gates sweep --all-gates --runner codex --model gpt-5 --jobs 2",
      "lessons gates sweep lesson --runner claude-code --model opus --note lesson:",
      "lessons gates sweep prose --runner codex --model m --reason note-changed",
    ],
  )
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose)")
    .addOption(new Option("--all-gates", "all gates"));
  return withReviewerFlags(withNoteFlags(command))
    .addOption(reasonFlag())
    .addOption(partialFlag())
    .action(async (names: readonly string[], options: PairFlags & SweepFlags) => {
      const request = readPairRequest("sweep", names, options);
      const { planByNote } = await import("../runs/sweep-plan.ts");
      await runSweep(kit, options, request, planByNote);
    });
}
