import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { namesIn } from "../../platform/files/names.ts";
import type { System } from "../../platform/system.ts";
import {
  buildPairPrompt,
  isFreeNonce,
  pairPromptVersion,
  type RunTexts,
} from "../catalogue/build-pair-prompt.ts";
import { noteMatcher } from "../catalogue/read-gate.ts";
import { pairOf, type Packing, type Runner, type TextSnapshot } from "../review-state.ts";
import {
  findRun,
  insertPair,
  insertRun,
  keepSnapshot,
  nextRunId,
  pairsOfRun,
  type Asker,
} from "../store/runs.ts";
import { findGates, gatesOfProject, type Gate } from "./find-gates.ts";
import { requireNote } from "./find-notes.ts";
import { splitNames } from "./note-names.ts";
import { inReviews, type GateContext } from "./gate-context.ts";
import { ensureGateFolder, reportsFolder, type GateProject } from "./gate-project.ts";

/** The pairs that go into one prompt. */
export interface RunBatch {
  readonly packing: Packing;
  readonly pairs: readonly { readonly note: TextSnapshot; readonly gate: TextSnapshot }[];
}

/** Who answers, for which model partition, and who asks, where that is a process. */
export interface RunMaker {
  readonly runner: Runner;
  readonly model: string;
  readonly asker?: Asker | undefined;
}

export interface CreatedRun {
  readonly id: number;
  /** Relative to the project. */
  readonly promptPath: string;
  readonly bundleOutputPath: string;
  readonly pairs: RunBatch["pairs"];
}

/**
 * Writes the prompt of each batch and the record of what it asks. The snapshots are of the very texts that
 * stand in the prompts: what changes on disk in between makes a pair stale, not wrong. All runs or none.
 */
export function createRuns(
  context: GateContext,
  by: RunMaker,
  batches: readonly RunBatch[],
): readonly CreatedRun[] {
  const { project } = context;
  const model = requireModel(by.model);
  ensureGateFolder(project, reportsFolder);
  const folders: string[] = [];
  try {
    return inReviews(context, () =>
      batches.map((batch) => {
        const id = Math.max(nextRunId(context.reviews), nextFreeFolder(project));
        const folder = `${reportsFolder}/review-run-${id}`;
        makeFolder(join(project.root, folder));
        folders.push(folder);
        return createRun(context, { ...by, model, id, folder }, batch);
      }),
    );
  } catch (error) {
    for (const folder of folders)
      rmSync(join(project.root, folder), { recursive: true, force: true });
    throw error;
  }
}

function createRun(
  context: GateContext,
  run: RunMaker & { readonly id: number; readonly folder: string },
  { packing, pairs }: RunBatch,
): CreatedRun {
  const { project, reviews, system } = context;
  const texts = textsOf(pairs);
  const nonce = freeNonce(system, texts);
  const promptPath = `${run.folder}/prompt.md`;
  const bundleOutputPath = `${run.folder}/bundle-output.md`;
  const { id, runner, model, asker } = run;
  insertRun(reviews, {
    id,
    runner,
    model,
    packing,
    nonce,
    promptPath,
    bundleOutputPath,
    promptVersion: pairPromptVersion,
    createdAt: system.now(),
    asker,
  });
  const keep = (text: TextSnapshot) => [text.path, keepSnapshot(reviews, text)] as const;
  const notes = new Map(texts.notes.map(keep));
  const gates = new Map(texts.gates.map(keep));
  for (const [index, key] of texts.pairs.entries()) {
    const noteSnapshot = notes.get(key.notePath) ?? 0;
    const gateSnapshot = gates.get(key.gatePath) ?? 0;
    insertPair(reviews, { run: id, number: index + 1, model, ...key, noteSnapshot, gateSnapshot });
  }
  writeFileAtomically(join(project.root, promptPath), [buildPairPrompt(texts, nonce)]);
  writeManifest(context, id);
  return { id, promptPath, bundleOutputPath, pairs };
}

/** Writes what the database says about a run beside its prompt, for people and agents who look there. */
export function writeManifest({ project, reviews }: GateContext, id: number): void {
  const run = findRun(reviews, id);
  if (run === undefined) return;
  const { nonce: _, ...facts } = run;
  const pairs = pairsOfRun(reviews, id);
  const manifest = { type: "lessons-review-run", version: 1, ...facts, pairs };
  const file = join(project.root, reportsFolder, `review-run-${id}`, "MANIFEST.json");
  writeFileAtomically(file, [`${JSON.stringify(manifest, null, 2)}\n`]);
}

/** The name of a model partition: one line that can be typed and printed. */
export function requireModel(model: string): string {
  const name = model.trim();
  if (/^[\p{L}\p{N}][\p{L}\p{N}._:/@+-]{0,99}$/u.test(name)) return name;
  throw new Fault("bad-input", `"${name}" is not a valid model name`, {
    hint: "use letters, digits and ._:/@+- without spaces, for example --model opus",
  });
}

/** Each text once, however many pairs it is in. */
function textsOf(pairs: RunBatch["pairs"]): RunTexts {
  const notes = new Map(pairs.map(({ note }) => [note.path, note]));
  const gates = new Map(pairs.map(({ gate }) => [gate.path, gate]));
  return {
    notes: [...notes.values()],
    gates: [...gates.values()],
    pairs: pairs.map(({ note, gate }) => pairOf(note, gate)),
  };
}

/** A code that occurs in none of the texts. */
export function freeNonce(system: System, texts: RunTexts): string {
  for (;;) {
    const nonce = [1, 2, 3].map(() => system.newSlugSuffix()).join("");
    if (isFreeNonce(texts, nonce)) return nonce;
  }
}

/** Artifacts outlive a database that somebody moved away: their folders are not written into again. */
function nextFreeFolder({ root }: GateProject): number {
  const numbers = namesIn(join(root, reportsFolder)).map((name) =>
    Number(/^review-run-(\d{1,9})$/.exec(name)?.[1] ?? 0),
  );
  return Math.max(0, ...numbers) + 1;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw fileFault(error, "create the directory", path);
  }
}

/** The runs that somebody wants for notes, with whole paths, and the gates that nobody is asked by. */
export function createNoteRuns(context: GateContext, by: RunMaker, names: readonly string[]) {
  const { root } = context.project;
  const named = splitNames(context, names);
  const { gates, broken } = findGates(gatesOfProject(context.project), named.gates);
  const notes = named.notes.map((name) => requireNote(context, name));
  const batches = notes.flatMap((note) => batchesOfNote(note, gates));
  const asked = new Set(batches.flatMap(({ pairs }) => pairs.map(({ gate }) => gate.path)));
  return {
    runs: createRuns(context, by, batches).map(({ id, promptPath, bundleOutputPath, pairs }) => ({
      run: id,
      promptPath: join(root, promptPath),
      bundleOutputPath: join(root, bundleOutputPath),
      pairs: pairs.map(({ note, gate }) => pairOf(note, gate)),
    })),
    leftOutGates: gates
      .filter(({ path }) => !asked.has(path))
      .map(({ id, path }) => ({ id, path })),
    brokenGates: broken,
  };
}

export type NoteRuns = ReturnType<typeof createNoteRuns>;

/** One note under several gates: one batch for each lens, so that a reviewer looks through one lens at a time. */
export function batchesOfNote(note: TextSnapshot, gates: readonly Gate[]): readonly RunBatch[] {
  const fitting = gates.filter(({ appliesTo }) => noteMatcher(appliesTo)(note));
  if (fitting.length === 0) {
    throw new Fault("bad-input", `none of these gates applies to ${note.path}`, {
      hint: `check applies-to of ${gates.map(({ id }) => id).join(", ")}: lessons gates list`,
    });
  }
  const lenses = [...new Set(fitting.map(({ lens }) => lens))];
  return lenses.map((wanted) => ({
    packing: "note",
    pairs: fitting.filter(({ lens }) => lens === wanted).map((gate) => ({ note, gate })),
  }));
}
