import type { Command } from "commander";
import type { PlannedRun } from "../runs/sweep-plan.ts";
import type { Selection, SelectRequest } from "../runs/select-pairs.ts";
import type { SweepReport, SweptRun } from "../runs/sweep.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural } from "../../cli/layout.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { timeLeft } from "../../cli/time-left.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { Fault } from "../../platform/fault.ts";
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
  reviewerOf,
  withNoteFlags,
  withReviewerFlags,
  withReviews,
  type PairFlags,
  type ReviewerFlags,
} from "./gate-kit.ts";
import { missingPairs, sweepPlanText, sweepSummary, sweptRunText } from "./sweep-text.ts";

export function sweepCommand(kit: CommandKit): Command {
  const command = newCommand(
    "sweep",
    "let an agent's program review stale notes, one run per note and lens",
    [
      "lessons gates sweep prose --note docs             # shows the plan and asks",
      "lessons gates sweep prose --note docs --dry-run   # only shows the plan",
      "lessons gates sweep --all-gates --runner codex --model gpt-5 --jobs 2 --yes",
      "lessons gates sweep lesson --note lesson: --reason note-changed",
    ],
  )
    .argument("[gate...]", "ids (prose/redundancy) or bundles (prose)")
    .option("--all-gates", "all gates");
  return withSweepFlags(withReviewerFlags(withNoteFlags(command)).addOption(reasonFlag())).action(
    async (names: readonly string[], options: PairFlags & SweepFlags) => {
      const request = readPairRequest("sweep", names, options);
      const { planByNote } = await import("../runs/sweep-plan.ts");
      await runSweep(kit, options, request, planByNote);
    },
  );
}

interface SweepFlags extends CommonOptions, ReviewerFlags {
  readonly partial?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

function withSweepFlags(command: Command): Command {
  return command
    .option(
      "--partial",
      "save what can be read of an answer, even if parts are missing (default: all or nothing)",
    )
    .option("--dry-run", "show what would start; start nothing")
    .option("--yes", "do not ask");
}

type GateSweepFlags = PairFlags & SweepFlags & { readonly batchSize: number };

export function gateSweepCommand(kit: CommandKit): Command {
  const command = newCommand(
    "gate-sweep",
    "let an agent's program check many notes with one gate, several per run",
    [
      "lessons gates gate-sweep prose/redundancy --note docs",
      "lessons gates gate-sweep semantic/scope --runner codex --model m --yes --json",
    ],
  )
    .argument("<gate>", "the gate's id, such as prose/redundancy")
    .option("--batch-size <count>", "notes per prompt", readUpTo(100), 8);
  return withSweepFlags(withReviewerFlags(withNoteFlags(command))).action(
    async (name: string, options: GateSweepFlags) => {
      const [{ planByGate }, { findGate }] = await Promise.all([
        import("../runs/sweep-plan.ts"),
        import("../runs/find-gates.ts"),
      ]);
      const gate = findGate(await gatesHere(kit), name);
      const request = { gates: [gate.id], ...readNoteFlags(options) };
      await runSweep(kit, options, request, (pairs) => planByGate(pairs, options));
    },
  );
}

/** A sweep with what a person sees of it: what it will start, a line for each run as it ends, and what it came to. */
async function runSweep(
  kit: CommandKit,
  options: SweepFlags,
  { model: _, reasons, ...select }: SelectRequest,
  plan: (pairs: Selection["pairs"]) => readonly PlannedRun[],
): Promise<void> {
  const { sweep } = await import("../runs/sweep.ts");
  const { terminal } = kit;
  const reviewer = await reviewerOf(kit, options);
  const { runner, model } = reviewer;
  const jobs = jobsOf(options, terminal.environment);
  const isDryRun = options.dryRun === true;
  // A run is said as it ends, beside the answer where that is JSON.
  const ended = options.json === true ? terminal.note : terminal.write;
  const counts = { done: 0, all: 0, failed: 0, underWay: 0 };
  // The line that is overwritten while reviewers are asked.
  const leftOf = timeLeft();
  const showAsking = () => {
    const failed = counts.failed === 0 ? "" : `, ${counts.failed} failed`;
    const left = leftOf(counts.done / counts.all, performance.now());
    terminal.progress(
      `${counts.done} of ${plural(counts.all, "run")} done${failed}, ${counts.underWay} running${left === undefined ? "" : `, ${left}`}`,
    );
  };
  const { signal, release } = terminal.listenForStop();
  let agreed = true;
  try {
    const report = await sweep(
      (work) => withReviews(kit, options, { isWriting: !isDryRun }, work),
      {
        ...reviewer,
        jobs,
        signal,
        select,
        plan,
        isPartial: options.partial === true,
        isDryRun,
        ask: await reviewerFor(reviewer, terminal.environment),
        reasons,
        mayBegin: async (begun) => {
          counts.all = begun.planned.length;
          if (counts.all === 0) return true;
          terminal.note(sweepPlanText(begun, { ...reviewer, jobs }, terminal));
          agreed = !isDryRun && (await mayStart(terminal, options, counts.all));
          return agreed;
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
      },
    );
    terminal.note(agreed ? sweepSummary(report, terminal) : "Nothing was started.\n");
    terminal.note(brokenGatesNote(report.selection.brokenGates, terminal));
    if (report.isStopped) terminal.exitStatus = 130;
    else if (counts.failed + (agreed ? report.notAsked : 0) + missingPairs(report) > 0)
      terminal.exitStatus = 2;
    await kit.answer(options, {
      type: "lessons-gates-sweep",
      value: { runner, model, dryRun: isDryRun, ...sweepValue(report) },
      text: () => "",
    });
  } finally {
    release();
  }
}

/** Programs of agents cost money and time: a person agrees, now or with `--yes`. */
async function mayStart(
  terminal: Terminal,
  { yes, json }: SweepFlags,
  runs: number,
): Promise<boolean> {
  if (yes === true) return true;
  const question = `Start ${plural(runs, "run")}?`;
  const answer = json === true ? "nobody" : await askToGoOn(terminal, question);
  if (answer !== "nobody") return answer === "yes";
  throw new Fault("bad-input", "starting these runs needs a yes", {
    hint: "add --yes to start them, or --dry-run to see the plan",
  });
}

/** For `--json`: of the pairs that were stale only how many, because the runs name them. */
function sweepValue({ selection, planned, runs, ...report }: SweepReport): object {
  const { pairs, ...rest } = selection;
  return { ...rest, stale: pairs.length, planned, ...report, runs: runs.map(runValue) };
}

function runValue(run: SweptRun): object {
  return run.outcome === "ingested" ? { ...run, report: ingestValue(run.report) } : run;
}
