import { join } from "node:path";
import { readBoundedText } from "../../platform/files/read-text-file.ts";
import type { ReviewPair } from "../store/runs.ts";
import { reportsFolder, type GateProject } from "./gate-project.ts";

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
