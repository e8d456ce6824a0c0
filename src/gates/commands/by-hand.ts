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
import { changeText, decisionWord, withReviews } from "./gate-kit.ts";

interface CreateFlags extends CommonOptions {
  readonly runner: Runner;
  readonly model: string;
}

export function createRunsCommand(kit: CommandKit): Command {
  return newCommand("create-runs", "write the prompts for reviewing a note, one for each lens", [
    "lessons gates create-runs --runner live-agent --model opus README.md prose",
    "lessons gates create-runs --runner codex --model m docs/api.md prose --json",
    "lessons gates create-runs --runner codex --model m lesson:git-stash lesson",
  ])
    .argument("<note>", noteArgument)
    .argument("<gate...>", gatesArgument)
    .addOption(
      new Option("--runner <runner>", "who answers").choices(runners).makeOptionMandatory(),
    )
    .requiredOption("--model <name>", "the model partition that the review is for")
    .action(async (note: string, gates: readonly string[], options: CreateFlags) => {
      const { createNoteRuns } = await import("../runs/create-runs.ts");
      const made = await withReviews(kit, options, { isWriting: true }, (context) =>
        createNoteRuns(context, options, { note, gates }),
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
    ...leftOutGates.map(({ id }) => `Left out: ${id} is not for this note (applies-to).\n`),
    paragraph(nextStep, { width }),
  ].join("");
}

const nextStep =
  "Give each prompt to the reviewer and let it write its answer there. Then, for each run: lessons gates ingest --review-run-id <run> --input-file <answer>";

interface IngestFlags extends CommonOptions {
  readonly reviewRunId: number;
  readonly inputFile: string;
  readonly partial?: boolean;
}

export function ingestCommand(kit: CommandKit): Command {
  return newCommand(
    "ingest",
    "take a reviewer's answer: results, and what is accepted from now on",
    [
      "lessons gates ingest --review-run-id 7 --input-file answer.md",
      "lessons gates ingest --review-run-id 7 --input-file answer.md --partial",
    ],
  )
    .requiredOption("--review-run-id <number>", "the run that was asked", readCount)
    .requiredOption("--input-file <file>", "the answer")
    .option("--partial", "take what can be read and leave the rest missing; else all or nothing")
    .action(async (options: IngestFlags) => {
      const { ingestRun, readAnswer } = await import("../runs/ingest-run.ts");
      const { terminal } = kit;
      const { reviewRunId: run, partial: isPartial = false } = options;
      const bundle = readAnswer(terminal.workingDirectory, options.inputFile);
      const report = await withReviews(kit, options, { isWriting: true }, (context) =>
        ingestRun(context, { run, bundle, isPartial }),
      );
      await kit.answer(options, {
        type: "lessons-gates-ingested",
        value: ingestValue(report),
        text: () =>
          report.completed.map(
            ({ pair, verdict }) =>
              `${decisionWord(verdict, terminal)}  ${plainLine(pair.notePath)}  ${pair.gatePath}\n`,
          ),
        aside: ingestRemarks(report, terminal),
      });
    });
}

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
  readonly model: string;
}

export function ackCommand(kit: CommandKit): Command {
  return newCommand(
    "ack",
    "accept a trivial change without a new review; the last review holds on",
    [
      "lessons gates ack --model opus README.md prose/redundancy",
      "lessons gates ack --model opus docs/api.md prose semantic/scope",
    ],
  )
    .argument("<note>", noteArgument)
    .argument("<gate...>", gatesArgument)
    .requiredOption("--model <name>", "the model partition whose review is to hold")
    .action(async (note: string, gates: readonly string[], options: AckFlags) => {
      const { ackReviews } = await import("../runs/ack-reviews.ts");
      const { model } = options;
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
