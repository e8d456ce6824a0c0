import { Option, type Command } from "commander";
import type { NoteRuns } from "../runs/create-runs.ts";
import type { IngestReport } from "../runs/ingest-run.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { runners, type Runner } from "../review-state.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { paragraph, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { changeText, decisionWord, reviewerOf, withReviews } from "./gate-kit.ts";

interface CreateFlags extends CommonOptions {
  readonly runner?: Runner;
  readonly model?: string;
}

export function createRunsCommand(kit: CommandKit): Command {
  return newCommand("create-runs", "write review prompts for notes, one per lens", [
    "lessons gates create-runs --runner live-agent README.md prose",
    "lessons gates create-runs README.md docs/api.md prose semantic --json",
    "lessons gates create-runs --runner codex --model m lesson:git-stash lesson",
  ])
    .argument("<names...>", `notes (${noteArgument}), then gates: ${gatesArgument}`)
    .addOption(
      new Option("--runner <runner>", "who answers (default: gates.runner)").choices(runners),
    )
    .option("--model <name>", "the model that answers (default: gates.model)")
    .action(async (names: readonly string[], options: CreateFlags) => {
      const { createNoteRuns } = await import("../runs/create-runs.ts");
      const { runner, ...flags } = options;
      const isLive = runner === "live-agent";
      const reviewer = await reviewerOf(
        kit,
        isLive || runner === undefined ? flags : { ...flags, runner },
      );
      const by = isLive ? { ...reviewer, runner } : reviewer;
      const made = await withReviews(kit, options, { isWriting: true }, (context) =>
        createNoteRuns(context, by, names),
      );
      await kit.answer(options, {
        type: "lessons-gates-runs",
        value: made,
        text: () => made.runs.map(runText),
        aside: createdNote(made, kit.terminal),
      });
    });
}

const noteArgument = "a Markdown file of the project, or lesson:<slug>";
const gatesArgument = "ids (prose/redundancy) or bundles (prose)";

function runText({ run, pairs, promptPath, bundleOutputPath }: NoteRuns["runs"][number]): string {
  return `Run ${run}: ${plural(pairs.length, "pair")}\n  prompt  ${plainLine(promptPath)}\n  answer  ${plainLine(bundleOutputPath)}\n`;
}

function createdNote({ brokenGates, leftOutGates }: NoteRuns, { width }: Look): string {
  return [
    ...brokenGates.map(
      ({ path, problem }) => `Left out: ${plainLine(path)} ${plainLine(problem)}.\n`,
    ),
    ...leftOutGates.map(
      ({ id }) => `Left out: ${id} does not apply to these notes (applies-to).\n`,
    ),
    paragraph(nextStep, { width }),
  ].join("");
}

const nextStep =
  "Give each prompt to the reviewer. It writes its answer to the named file. Then read all answers: lessons gates ingest";

interface IngestFlags extends CommonOptions {
  readonly reviewRunId?: number;
  readonly inputFile?: string;
  readonly partial?: boolean;
}

export function ingestCommand(kit: CommandKit): Command {
  return newCommand("ingest", "read reviewers' answers and save their results", [
    "lessons gates ingest                     # all runs that have an answer",
    "lessons gates ingest --review-run-id 7   # one run",
    "lessons gates ingest --review-run-id 7 --input-file answer.md --partial",
  ])
    .option("--review-run-id <number>", "the run's number (default: all)", readCount)
    .option("--input-file <file>", "the answer file (default: the one named by the run)")
    .option(
      "--partial",
      "save what can be read, even if parts are missing (default: all or nothing)",
    )
    .action(async (options: IngestFlags) => {
      const { answersOf, ingestRun } = await import("../runs/ingest-run.ts");
      const { terminal } = kit;
      const { reviewRunId: run, inputFile: file, partial: isPartial = false } = options;
      const reports = await withReviews(kit, options, { isWriting: true }, (context) =>
        answersOf(context, { run, file, from: terminal.workingDirectory }).map((answer) =>
          ingestRun(context, { ...answer, isPartial }),
        ),
      );
      const [only, ...others] = reports.map(ingestValue);
      await kit.answer(options, {
        type: "lessons-gates-ingested",
        value: others.length === 0 ? (only ?? { runs: [] }) : { runs: [only, ...others] },
        nothing: reports.length === 0 ? noAnswers : undefined,
        text: () =>
          reports
            .flatMap(({ completed }) => completed)
            .map(
              ({ pair, verdict }) =>
                `${decisionWord(verdict, terminal)}  ${plainLine(pair.notePath)}  ${pair.gatePath}\n`,
            ),
        aside: reports.map((report) => ingestRemarks(report, terminal)).join(""),
      });
    });
}

const noAnswers = "No new answers. To create runs: lessons gates create-runs\n";

function ingestRemarks({ run, completed, missing, foreign }: IngestReport, look: Look): string {
  const changes = new Map(
    completed.flatMap((done) => done.changes).map((change) => [change.path, change]),
  );
  return [
    ...[...changes.values()].map(changeText),
    ...missing.map(({ pair, why }) => `Missing: ${pair.notePath} by ${pair.gatePath} ${why}.`),
    ...foreign.map((problem) => `Left out: ${problem}.`),
    `Run ${run}: ${plural(completed.length, "pair")} accepted${missing.length === 0 ? "" : `, ${missing.length} missing`}.`,
  ]
    .map((remark) => paragraph(plainLine(remark), look))
    .join("");
}

/** For `--json`. Of a pair only what names it: its state in the record is that of before. */
export function ingestValue({ completed, missing, ...report }: IngestReport): object {
  return {
    ...report,
    completed: completed.map(({ pair: { notePath, gatePath }, ...taken }) => ({
      notePath,
      gatePath,
      ...taken,
    })),
    missing: missing.map(({ pair: { notePath, gatePath }, why }) => ({ notePath, gatePath, why })),
  };
}

interface AckFlags extends CommonOptions {
  readonly model?: string;
}

export function ackCommand(kit: CommandKit): Command {
  return newCommand(
    "ack",
    "accept a trivial change without a new review; the last review stays valid",
    [
      "lessons gates ack README.md prose/redundancy",
      "lessons gates ack --model opus docs/api.md prose semantic/scope",
    ],
  )
    .argument("<note>", noteArgument)
    .argument("<gate...>", gatesArgument)
    .option("--model <name>", "the model whose review stays valid (default: gates.model)")
    .action(async (note: string, gates: readonly string[], options: AckFlags) => {
      const { ackReviews } = await import("../runs/ack-reviews.ts");
      const { model } = await reviewerOf(kit, options);
      const acked = await withReviews(kit, options, { isWriting: true }, (context) =>
        ackReviews(context, { model, note, gates }),
      );
      await kit.answer(options, {
        type: "lessons-gates-acked",
        value: { model, acked },
        text: () =>
          acked.map(({ notePath, gateId }) => `acked: ${plainLine(notePath)} ${gateId}\n`),
      });
    });
}
