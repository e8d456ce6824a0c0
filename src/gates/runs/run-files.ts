import { join } from "node:path";
import { findRun, pairsOfRun, type ReviewPair } from "../store/runs.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { reportsFolder, type GateProject } from "./gate-project.ts";
import type { GateContext } from "./gate-context.ts";
import { readBoundedText } from "../../platform/files/read-text-file.ts";

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

/** Where the text of a review is kept, as a path of the project. */
export function resultPathOf(run: number, { number, gatePath }: ReviewPair): string {
  const words = gatePath.replace(/^builtin:|^\.lessons\/gates\/|\.md$/g, "").split("/");
  return `${reportsFolder}/review-run-${run}/${[`pair-${number}`, ...words].join("-")}.md`;
}

/** The text of a review; undefined when its file is not there. A database may come from elsewhere: only reports are read. */
export function readResult({ root }: GateProject, resultPath: string | null): string | undefined {
  if (resultPath === null || !/^\.lessons\/reports\/review-run-\d+\/[\w-]+\.md$/.test(resultPath))
    return undefined;
  const file = readBoundedText(join(root, resultPath), longestResult);
  return "text" in file ? file.text : undefined;
}

const longestResult = 4_000_000;
