import { join } from "node:path";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { Fault } from "../../platform/fault.ts";
import { sha256 } from "../../platform/hash.ts";
import type { System } from "../../platform/system.ts";
import {
  firingOf,
  isConfused,
  isRight,
  readSamples,
  type Firing,
  type GateSample,
  type GateSamples,
  type SampleResult,
} from "../calibration.ts";
import { buildPairPrompt } from "../catalogue/build-pair-prompt.ts";
import { readBundle } from "../catalogue/read-bundle.ts";
import { pairOf } from "../review-state.ts";
import { freeNonce } from "./create-runs.ts";
import { findGate, gatesOfProject, projectGates, type Gate } from "./find-gates.ts";
import type { GateProject } from "./gate-project.ts";
import { lessonNoteMark } from "./lesson-note.ts";
import { inParallel, type AskReviewer } from "./sweep.ts";

export interface CalibrationRequest {
  readonly gate: string;
  readonly ask: AskReviewer;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onSample: (done: { readonly asked: number; readonly all: number }) => void;
}

export interface JudgedSample extends SampleResult {
  readonly isRight: boolean;
  /** A warning for a failure, or the other way round. */
  readonly isConfused: boolean;
  /** The review, or why there is none. */
  readonly said: string;
}

export interface Calibration {
  readonly gate: Gate;
  /** In the order of their names. Without those that were not asked because somebody stopped it. */
  readonly samples: readonly JudgedSample[];
  readonly problems: GateSamples["problems"];
  readonly firing: Firing;
  readonly isStopped: boolean;
}

/**
 * Asks a reviewer about notes of which it is known what they deserve. Nothing of it is kept: no run, no acceptance. Each
 * sample has a prompt of its own that says nothing about what it is worth, not even by its name.
 */
export async function calibrateGate(
  { project, system }: { readonly project: GateProject; readonly system: System },
  request: CalibrationRequest,
): Promise<Calibration> {
  const { jobs, signal } = request;
  const gate = findGate(gatesOfProject(project), request.gate);
  const { samples, problems } = samplesOf(project, gate);
  if (samples.length === 0) throw noSamples(gate);
  const judged = new Map<string, JudgedSample>();
  await inParallel(samples, { jobs, isOver: () => signal.aborted }, async (sample) => {
    const result = await judge(sample, gate, system, request);
    if (!signal.aborted) judged.set(sample.name, result);
    request.onSample({ asked: judged.size, all: samples.length });
  });
  const results = samples.flatMap(({ name }) => judged.get(name) ?? []);
  const firing = firingOf(results);
  return { gate, samples: results, problems, firing, isStopped: signal.aborted };
}

/** Its own; a project's gate without any is held against those of the built-in one that it takes the place of. */
function samplesOf({ root, builtInGates }: GateProject, { id, isBuiltIn }: Gate): GateSamples {
  const own = isBuiltIn
    ? { samples: [], problems: [] }
    : readSamples(join(root, projectGates), id, (path, mostBytes) =>
        readProjectFile(root, `${projectGates}/${path}`, mostBytes),
      );
  return own.samples.length + own.problems.length > 0 ? own : readSamples(builtInGates, id);
}

function noSamples({ id, isBuiltIn }: Gate): Fault {
  const folder = `${isBuiltIn ? "" : `${projectGates}/`}${id}.samples`;
  return new Fault("no-such-note", `${id} has no samples`, {
    hint: `write notes that should pass, warn and fail: ${folder}/good-1.md, ${folder}/warn-1.md, ${folder}/bad-1.md`,
  });
}

async function judge(
  { name, worth, text }: GateSample,
  gate: Gate,
  system: System,
  { ask, signal }: CalibrationRequest,
): Promise<JudgedSample> {
  const note = { path: samplePath(gate, text), text, hash: sha256(text) };
  const texts = { notes: [note], gates: [gate], pairs: [pairOf(note, gate)] };
  const nonce = freeNonce(system, texts);
  try {
    const reply = await ask(buildPairPrompt(texts, nonce), { signal, onEnded: () => {} });
    const { blocks, malformed, foreign } = readBundle(reply.text, { nonce, pairs: [1] });
    const [block] = foreign.length === 0 ? blocks : [];
    const problem = malformed.get(1) ?? foreign[0] ?? "has no block";
    const verdict = block?.verdict ?? null;
    const said = block?.text ?? `the answer cannot be used: it ${problem}`;
    const result = { name, worth, verdict };
    return { ...result, isRight: isRight(result), isConfused: isConfused(result), said };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const said = error.message;
    return { name, worth, verdict: null, isRight: false, isConfused: false, said };
  }
}

/** As a note of its kind is named: one that is written as `lessonNote` writes them is a lesson. */
function samplePath({ appliesTo }: Gate, text: string): string {
  const isLesson = appliesTo.includes("lesson") && /^# .*\n\n- kind: /.test(text);
  return isLesson ? `${lessonNoteMark}sample` : "sample.md";
}
