import { Option } from "commander";
import type { PlannedRun } from "../runs/sweep-plan.ts";
import type { Selection, SelectRequest } from "../runs/select-pairs.ts";
import { jsonText } from "../../cli/answer.ts";
import { type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { missingPairs, sweepSummary, sweptRunText } from "./sweep-text.ts";
import { brokenGatesNote } from "./gate-text.ts";
import { sweepValue } from "./sweep-value.ts";
import { hang, plural } from "../../cli/layout.ts";
import { askingLine, jobsOf, reviewerFor, type ReviewerFlags } from "./reviewer-flags.ts";

export interface SweepFlags extends CommonOptions, ReviewerFlags {
  readonly partial?: boolean;
}

export function partialFlag(): Option {
  return new Option(
    "--partial",
    "take what can be read of an answer and leave the rest missing; else all or nothing",
  );
}

/** A sweep with what a person sees of it: a line for each run as it ends, and what it came to. */
export async function runSweep(
  { terminal, wireFor }: CommandKit,
  options: SweepFlags,
  { model: _, reasons, ...select }: SelectRequest,
  plan: (pairs: Selection["pairs"]) => readonly PlannedRun[],
): Promise<void> {
  const [{ inGateContext }, { sweep }, { requireModel }, wiring] = await Promise.all([
    import("../runs/gate-context.ts"),
    import("../runs/sweep.ts"),
    import("../runs/create-runs.ts"),
    wireFor(options),
  ]);
  const { runner } = options;
  const model = requireModel(options.model);
  const jobs = jobsOf(options, terminal.environment);
  const isJson = options.json === true;
  const ended = (text: string) => (isJson ? terminal.note(text) : terminal.write(text));
  const counts = { done: 0, all: 0, failed: 0, underWay: 0 };
  const { signal, release } = terminal.listenForStop();
  try {
    const report = await sweep(
      (work) =>
        wiring.inContext((context) =>
          inGateContext(context, { ...terminal, isWriting: true }, work),
        ),
      {
        runner,
        model,
        jobs,
        signal,
        select,
        plan,
        isPartial: options.partial === true,
        ask: await reviewerFor({ runner, model }, terminal.environment),
        ...(reasons === undefined ? {} : { reasons }),
        onBegin: ({ selection, planned }) => {
          counts.all = planned.length;
          if (planned.length > 0) {
            const text = `${plural(selection.pairs.length, "pair")} in ${plural(planned.length, "run")} for ${runner} with ${model}, ${Math.min(jobs, planned.length)} at a time. Ctrl-C stops; what is accepted stays.`;
            terminal.note(`${hang("", text, { column: 0, width: terminal.width })}\n`);
          }
        },
        onRunStart: () => {
          counts.underWay += 1;
          terminal.progress(askingLine(counts));
        },
        onRunEnd: (run) => {
          counts.underWay -= 1;
          counts.done += 1;
          if (run.outcome === "failed") counts.failed += 1;
          ended(sweptRunText(run, terminal));
          if (counts.underWay > 0) terminal.progress(askingLine(counts));
        },
      },
    );
    terminal.note(sweepSummary(report, terminal));
    terminal.note(brokenGatesNote(report.selection.brokenGates, terminal));
    if (isJson)
      terminal.write(jsonText("lessons-gates-sweep", { runner, model, ...sweepValue(report) }));
    if (report.isStopped) terminal.exitStatus = 130;
    else if (counts.failed + report.notAsked + missingPairs(report) > 0) terminal.exitStatus = 2;
  } finally {
    release();
  }
}
