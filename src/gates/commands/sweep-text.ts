import type { SweepReport, SweptRun } from "../runs/sweep.ts";
import type { PlannedRun } from "../runs/sweep-plan.ts";
import { runnerPrograms, type ReviewVerdict } from "../review-state.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { durationWords } from "../../cli/duration-words.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { changeText, decisionWord, type Reviewer } from "./gate-kit.ts";

/** What a sweep will start: how many programs, which, about what. */
export function sweepPlanText(
  { selection, planned }: Pick<SweepReport, "selection" | "planned">,
  { runner, model, jobs }: Reviewer & { readonly jobs: number },
  look: Look,
): string {
  const together = Math.min(jobs, planned.length);
  const head = `${plural(selection.pairs.length, "pair")} in ${plural(planned.length, "run")}: starts ${runnerPrograms[runner]} (${runner}, ${model}) ${plural(planned.length, "time")}, ${together} at a time. Ctrl-C stops; saved reviews stay.`;
  const more = planned.length - mostShown;
  return [
    paragraph(head, look),
    ...planned.slice(0, mostShown).map((run) => paragraph(aboutText(run), look, 2)),
    more > 0 ? paragraph(`and ${more} more`, look, 2) : "",
  ].join("");
}

const mostShown = 10;

/** A run that has ended, in one line; and below it what was not as it should be. */
export function sweptRunText(run: SweptRun, look: Look): string {
  const name = aboutText(run.planned);
  const time = durationWords(run.durationMs);
  switch (run.outcome) {
    case "ingested": {
      const { completed, missing } = run.report;
      const verdicts = completed.map(({ verdict }) => verdict);
      const worst = decisionWord(worstOf(verdicts), look);
      const lost = missing.length === 0 ? "" : `, ${missing.length} missing`;
      const changes = completed.flatMap((pair) => pair.changes);
      return [
        `${worst}   ${name}: ${countText(verdicts)}${lost} · run ${run.run}, ${time}\n`,
        ...new Set(changes.map((change) => below(changeText(change), look))),
        ...missing.map(({ pair, why }) =>
          below(`Missing: ${pair.notePath} by ${pair.gatePath} ${why}.`, look),
        ),
      ].join("");
    }
    case "failed": {
      const at = run.run === null ? "" : ` · run ${run.run}, ${time}`;
      return `${look.style("red", "failed")} ${name}${at}\n${below(run.problem, look)}`;
    }
    case "stopped":
      return `${look.style("yellow", "stopped")} ${name} · run ${run.run}\n`;
    case "not-needed":
      return `${look.style("dim", "fresh")}  ${name}: nothing stale any more\n`;
  }
}

function aboutText({ packing, notes, gates }: PlannedRun): string {
  const [note = "", gate = ""] = [notes[0], gates[0]];
  if (packing === "gate") return `${gate} over ${plural(notes.length, "note")}`;
  const lens = gate.slice(0, gate.indexOf("/"));
  return `${plainLine(note)} by ${gates.length === 1 ? gate : lens}`;
}

function below(text: string, { width }: Look): string {
  return paragraph(plainLine(text), { width }, 7);
}

const byWorst = ["fail", "warn", "pass"] as const satisfies readonly ReviewVerdict[];

function worstOf(verdicts: readonly ReviewVerdict[]): ReviewVerdict {
  return byWorst.find((verdict) => verdicts.includes(verdict)) ?? "pass";
}

function countText(verdicts: readonly ReviewVerdict[]): string {
  return byWorst
    .toReversed()
    .map((verdict) => [verdict, verdicts.filter((one) => one === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(", ");
}

/** What it all came to, and what comes next. */
export function sweepSummary(report: SweepReport, look: Look): string {
  const { problems, leftOutGates } = report.selection;
  const left = problems.map(({ path, problem }) =>
    paragraph(`left out: ${plainLine(path)} ${problem}`, look, 2),
  );
  const gates = leftOutGates.map(({ id }) => id).join(", ");
  const said = [
    abandonedText(report.abandoned),
    ...(report.planned.length === 0 ? [nothingText(report.selection.looked)] : runTexts(report)),
    gates === ""
      ? ""
      : `Left out: ${gates} (they need project files, which a sweep does not read). To run one anyway, name its id.`,
  ];
  return [...left, paragraph(said.filter((part) => part !== "").join(" "), look)].join("");
}

function abandonedText(runs: SweepReport["abandoned"]): string {
  return runs.length === 0
    ? ""
    : `${plural(runs.length, "run")} of a killed sweep marked as failed: ${runs.join(", ")}.`;
}

function runTexts(report: SweepReport): readonly string[] {
  const { runs, notAsked, isStopped } = report;
  const verdicts = runs.flatMap((run) =>
    run.outcome === "ingested" ? run.report.completed.map(({ verdict }) => verdict) : [],
  );
  const failed = runs.filter(({ outcome }) => outcome === "failed").length;
  return [
    verdicts.length === 0
      ? "No reviews were saved."
      : `${plural(verdicts.length, "pair")} accepted: ${countText(verdicts)}.`,
    failed === 0 ? "" : `${plural(failed, "run")} failed.`,
    notAsked === 0 ? "" : `${plural(notAsked, "run")} not started${whyNot(isStopped)}.`,
    nextText(verdicts, failed + notAsked + missingPairs(report) > 0 || isStopped),
  ];
}

/** With `--partial`: pairs that an answer says nothing about that could be taken. */
export function missingPairs({ runs }: SweepReport): number {
  return runs.reduce(
    (sum, run) => sum + (run.outcome === "ingested" ? run.report.missing.length : 0),
    0,
  );
}

function nothingText(looked: number): string {
  return looked === 0
    ? "These gates apply to no note here."
    : `Nothing stale in ${plural(looked, "pair")}.`;
}

function whyNot(isStopped: boolean): string {
  return isStopped
    ? ""
    : ", because the program failed to answer several times in a row. Start it yourself to check that it works and is signed in";
}

function nextText(verdicts: readonly ReviewVerdict[], isMore: boolean): string {
  if (isMore) return "Run the same command again to continue.";
  if (verdicts.includes("warn")) return "To see what to fix: lessons gates warn";
  return verdicts.includes("fail") ? "To see why it failed: lessons gates warn" : "";
}
