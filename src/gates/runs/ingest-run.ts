import { join, resolve } from "node:path";
import { realPath } from "../../platform/paths.ts";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { readBoundedText } from "../../platform/files/read-text-file.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { readBundle, type BundleReading } from "../catalogue/read-bundle.ts";
import type { ReviewVerdict } from "../review-state.ts";
import {
  completePair,
  endRun,
  findRun,
  missPair,
  runningRuns,
  pairsOfRun,
  type ReviewPair,
  type ReviewRun,
} from "../store/runs.ts";
import { acceptPair } from "./accept-pair.ts";
import { writeManifest } from "./create-runs.ts";
import { gatesOfProject, type Catalogue } from "./find-gates.ts";
import { noteNow } from "./find-notes.ts";
import { inReviews, type GateContext } from "./gate-context.ts";
import { ensureGateFolder, reportsFolder } from "./gate-project.ts";

export interface IngestRequest {
  readonly run: number;
  /** The answer of the reviewer. */
  readonly bundle: string;
  /** Take what can be read and leave the rest missing. Otherwise it is all or nothing. */
  readonly isPartial: boolean;
  /** What is known about how the answer came about, to be kept with the run. */
  readonly telemetry?: object;
}

export interface IngestReport {
  readonly run: number;
  readonly model: string;
  readonly completed: readonly IngestedPair[];
  /** With `isPartial`: pairs without an answer that could be taken, and why. */
  readonly missing: readonly { readonly pair: ReviewPair; readonly why: string }[];
  readonly foreign: readonly string[];
}

interface IngestedPair {
  readonly pair: ReviewPair;
  readonly verdict: ReviewVerdict;
  readonly resultPath: string;
  /** Accepted is what stood in the prompt: what changed since is stale from now on. */
  readonly changes: readonly TextChange[];
}

/** Takes a reviewer's answer: reviews, their result files and acceptances, in one transaction. */
export function ingestRun(context: GateContext, request: IngestRequest): IngestReport {
  const report = inReviews(context, () => {
    const run = requireRunning(context, request.run);
    const pairs = pairsOfRun(context.reviews, run.id);
    const numbers = pairs.map(({ number }) => number);
    const reading = readBundle(request.bundle, { nonce: run.nonce, pairs: numbers });
    const isTaken = request.isPartial ? reading.blocks.length > 0 : isWhole(reading);
    if (!isTaken) throw bundleFault(run, pairs, reading, request.isPartial);
    // Somebody may have tidied up since the prompt was written.
    ensureGateFolder(context.project, `${reportsFolder}/review-run-${run.id}`);
    return record(context, { run, pairs, reading, request });
  });
  writeManifest(context, request.run);
  return report;
}

function requireRunning(context: GateContext, id: number): ReviewRun {
  const run = findRun(context.reviews, id);
  if (run === undefined) {
    throw new Fault("no-such-run", `there is no review run ${id}`, {
      hint: "lessons gates create-runs makes runs and says their numbers",
    });
  }
  if (run.status === "running") return run;
  // A program that was killed after the last ingest may have left it behind.
  writeManifest(context, id);
  const before = run.status === "failed" ? "failed" : "was answered before";
  throw new Fault("already-there", `review run ${id} ${before}; it takes only one answer`, {
    hint: "for another review: lessons gates create-runs; saved reviews: lessons gates history",
  });
}

function isWhole({ malformed, missing, foreign }: BundleReading): boolean {
  return malformed.size + missing.length + foreign.length === 0;
}

interface Answer {
  readonly run: ReviewRun;
  readonly pairs: readonly ReviewPair[];
  readonly reading: BundleReading;
  readonly request: IngestRequest;
}

function record(context: GateContext, { run, pairs, reading, request }: Answer): IngestReport {
  const at = context.system.now();
  const catalogue = gatesOfProject(context.project);
  const completed: IngestedPair[] = [];
  const missing: IngestReport["missing"][number][] = [];
  for (const pair of pairs) {
    const block = reading.blocks.find(({ number }) => number === pair.number);
    if (block === undefined) {
      const why = reading.malformed.get(pair.number);
      missPair(context.reviews, pair.id, why === undefined ? "unknown" : "error");
      missing.push({ pair, why: why ?? "has no block" });
    } else completed.push(accept(context, catalogue, { run: run.id, pair, at, ...block }));
  }
  const telemetry = { bundleBytes: Buffer.byteLength(request.bundle), ...request.telemetry };
  endRun(context.reviews, run.id, { status: "completed", telemetry, at });
  return { run: run.id, model: run.model, completed, missing, foreign: reading.foreign };
}

function accept(
  context: GateContext,
  catalogue: Catalogue,
  done: {
    readonly run: number;
    readonly pair: ReviewPair;
    readonly verdict: ReviewVerdict;
    readonly text: string;
    readonly at: string;
  },
): IngestedPair {
  const { pair, verdict, text, at } = done;
  const resultPath = resultPathOf(done.run, pair);
  // Before the transaction ends: a file without a row harms nobody, a row without its file would.
  writeFileAtomically(join(context.project.root, resultPath), [text]);
  completePair(context.reviews, pair.id, { decision: verdict, resultPath, at });
  acceptPair(context, { ...pair, pair: pair.id, at }, { isOwn: true });
  return { pair, verdict, resultPath, changes: changesSince(context, catalogue, pair) };
}

/** Where the text of a review is kept, as a path of the project. */
function resultPathOf(run: number, { number, gatePath }: ReviewPair): string {
  const words = gatePath.replace(/^builtin:|^\.lessons\/gates\/|\.md$/g, "").split("/");
  return `${reportsFolder}/review-run-${run}/${[`pair-${number}`, ...words].join("-")}.md`;
}

/** Why an answer is not taken: which blocks, what is wrong with each, and what to do. */
function bundleFault(
  run: ReviewRun,
  pairs: readonly ReviewPair[],
  { blocks, malformed, missing, foreign }: BundleReading,
  isPartial: boolean,
): Fault {
  const nameOf = (number: number) => {
    const pair = pairs.find((one) => one.number === number);
    return `pair ${number} (${pair?.notePath} by ${pair?.gatePath})`;
  };
  const problems = [
    ...[...malformed].map(([number, problem]) => `${nameOf(number)} ${problem}`),
    ...missing.map((number) => `${nameOf(number)} has no block`),
    ...foreign,
  ];
  const shown = problems.slice(0, mostShown);
  const more = problems.length - shown.length;
  const rest = more === 0 ? "" : `; and ${more} more`;
  const mend = `correct the answer (its format is in ${run.promptPath}) and ingest it again`;
  const take =
    blocks.length === 0 || isPartial
      ? ""
      : `, or save the ${blocks.length} readable ones with --partial`;
  return new Fault(
    "bad-bundle",
    `the answer to review run ${run.id} was not saved: ${shown.join("; ")}${rest}`,
    { hint: mend + take },
  );
}

const mostShown = 10;

/** A text that is not what a reviewer saw any more. */
export interface TextChange {
  readonly path: string;
  readonly what: "note" | "gate";
  readonly is: "changed" | "gone";
}

/** What became of the note and the gate of a pair since its prompt was written. */
function changesSince(
  context: GateContext,
  catalogue: Catalogue,
  { notePath, gatePath, noteHash, gateHash }: ReviewPair,
): readonly TextChange[] {
  const note = noteNow(context, notePath)?.hash;
  const gate = catalogue.gates.find(({ path }) => path === gatePath)?.hash;
  const looked = [
    { path: notePath, what: "note", seen: noteHash, now: note },
    { path: gatePath, what: "gate", seen: gateHash, now: gate },
  ] as const;
  return looked
    .filter(({ seen, now }) => seen !== now)
    .map(({ path, what, now }) => ({ path, what, is: now === undefined ? "gone" : "changed" }));
}

/**
 * The answers that are to be taken: of the run that somebody names, from the file that they name or where the run expects it;
 * else of every run that waits and whose answer is there.
 */
export function answersOf(
  context: GateContext,
  { run, file, from }: NamedAnswer,
): readonly Pick<IngestRequest, "run" | "bundle">[] {
  if (run === undefined) {
    if (file !== undefined) {
      throw new Fault("bad-input", "--input-file needs a run number", {
        hint: "add --review-run-id <number>",
      });
    }
    return runningRuns(context.reviews).flatMap(({ id, bundleOutputPath }) => {
      const answer = readProjectFile(context.project.root, bundleOutputPath, longestAnswer);
      return "text" in answer ? [{ run: id, bundle: answer.text }] : [];
    });
  }
  const { bundleOutputPath } = requireRunning(context, run);
  const bundle =
    file === undefined
      ? readAnswer(context.project.root, bundleOutputPath)
      : readAnswer(from, file);
  return [{ run, bundle }];
}

interface NamedAnswer {
  readonly run?: number | undefined;
  readonly file?: string | undefined;
  /** Where the person is. */
  readonly from: string;
}

/** The answer of a reviewer, from the file that somebody names. */
function readAnswer(workingDirectory: string, typed: string): string {
  const file = readBoundedText(realPath(resolve(workingDirectory, typed)), longestAnswer);
  if ("text" in file) return file.text;
  throw new Fault("file-unreadable", `${typed} ${file.problem}`, {
    hint: "name the reviewer's answer file; lessons gates create-runs prints where it goes",
  });
}

const longestAnswer = 16_000_000;
