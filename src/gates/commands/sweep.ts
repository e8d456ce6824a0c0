import { Option, type Command } from "commander";
import type { PlannedRun } from "../runs/sweep-plan.ts";
import type { Selection, SelectRequest } from "../runs/select-pairs.ts";
import type { SweepReport, SweptRun } from "../runs/sweep.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import { ingestValue } from "./by-hand.ts";
import { brokenGatesNote } from "./catalogue.ts";
import {
  gatesHere,
  jobsOf,
  readNoteFlags,
  readPairRequest,
  readUpTo,
  reasonFlag,
  reviewerFor,
  withNoteFlags,
  withReviewerFlags,
  withReviews,
  type PairFlags,
  type ReviewerFlags,
} from "./gate-kit.ts";
import { missingPairs, sweepSummary, sweptRunText } from "./sweep-text.ts";

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
    .option("--all-gates", "all gates");
  return withReviewerFlags(withNoteFlags(command))
    .addOption(reasonFlag())
    .addOption(partialFlag())
    .action(async (names: readonly string[], options: PairFlags & SweepFlags) => {
      const request = readPairRequest("sweep", names, options);
      const { planByNote } = await import("../runs/sweep-plan.ts");
      await runSweep(kit, options, request, planByNote);
    });
}

interface SweepFlags extends CommonOptions, ReviewerFlags {
  readonly partial?: boolean;
}

function partialFlag(): Option {
  return new Option(
    "--partial",
    "take what can be read of an answer and leave the rest missing; else all or nothing",
  );
}

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
    .option("--batch-size <count>", "how many notes go into one prompt", readUpTo(100), 8);
  return withReviewerFlags(withNoteFlags(command))
    .addOption(partialFlag())
    .action(async (name: string, options: GateSweepFlags) => {
      const [{ planByGate }, { findGate }] = await Promise.all([
        import("../runs/sweep-plan.ts"),
        import("../runs/find-gates.ts"),
      ]);
      const gate = findGate(await gatesHere(kit), name);
      const request = { gates: [gate.id], ...readNoteFlags(options) };
      await runSweep(kit, options, request, (pairs) => planByGate(pairs, options));
    });
}

/** A sweep with what a person sees of it: a line for each run as it ends, and what it came to. */
async function runSweep(
  kit: CommandKit,
  options: SweepFlags,
  { model: _, reasons, ...select }: SelectRequest,
  plan: (pairs: Selection["pairs"]) => readonly PlannedRun[],
): Promise<void> {
  const [{ sweep }, { requireModel }] = await Promise.all([
    import("../runs/sweep.ts"),
    import("../runs/create-runs.ts"),
  ]);
  const { terminal } = kit;
  const { runner } = options;
  const model = requireModel(options.model);
  const jobs = jobsOf(options, terminal.environment);
  // A run is said as it ends, beside the answer where that is JSON.
  const ended = options.json === true ? terminal.note : terminal.write;
  const counts = { done: 0, all: 0, failed: 0, underWay: 0 };
  // The line that is overwritten while reviewers are asked.
  const showAsking = () => {
    const failed = counts.failed === 0 ? "" : `, ${counts.failed} failed`;
    terminal.progress(
      `${counts.done} of ${plural(counts.all, "run")} done${failed}, ${counts.underWay} being asked`,
    );
  };
  const { signal, release } = terminal.listenForStop();
  try {
    const report = await sweep((work) => withReviews(kit, options, { isWriting: true }, work), {
      runner,
      model,
      jobs,
      signal,
      select,
      plan,
      isPartial: options.partial === true,
      ask: await reviewerFor({ runner, model }, terminal.environment),
      reasons,
      onBegin: ({ selection, planned }) => {
        counts.all = planned.length;
        if (planned.length > 0) {
          const text = `${plural(selection.pairs.length, "pair")} in ${plural(planned.length, "run")} for ${runner} with ${model}, ${Math.min(jobs, planned.length)} at a time. Ctrl-C stops; what is accepted stays.`;
          terminal.note(paragraph(text, terminal));
        }
      },
      onRunStart: () => {
        counts.underWay += 1;
        showAsking();
      },
      onRunEnd: (run) => {
        counts.underWay -= 1;
        counts.done += 1;
        if (run.outcome === "failed") counts.failed += 1;
        ended(sweptRunText(run, terminal));
        if (counts.underWay > 0) showAsking();
      },
    });
    terminal.note(sweepSummary(report, terminal));
    terminal.note(brokenGatesNote(report.selection.brokenGates, terminal));
    if (report.isStopped) terminal.exitStatus = 130;
    else if (counts.failed + report.notAsked + missingPairs(report) > 0) terminal.exitStatus = 2;
    await kit.answer(options, {
      type: "lessons-gates-sweep",
      value: { runner, model, ...sweepValue(report) },
      text: () => "",
    });
  } finally {
    release();
  }
}

/** For `--json`: of the pairs that were stale only how many, because the runs name them. */
function sweepValue({ selection, planned: _planned, runs, ...report }: SweepReport): object {
  const { pairs, ...rest } = selection;
  return { ...rest, stale: pairs.length, ...report, runs: runs.map(runValue) };
}

function runValue(run: SweptRun): object {
  return run.outcome === "ingested" ? { ...run, report: ingestValue(run.report) } : run;
}
