import { lstatSync } from "node:fs";
import { join } from "node:path";
import { sampleWorths, type SampleWorth } from "../calibration.ts";
import { namesIn } from "../../platform/files/names.ts";
import { readBoundedText } from "../../platform/files/read-text-file.ts";

/** A note of which it is known what a gate should say about it. */
export interface GateSample {
  /** The name of its file, which says what it is worth: `good-…md`, `warn-…md` or `bad-…md`. */
  readonly name: string;
  readonly worth: SampleWorth;
  readonly text: string;
}

export interface GateSamples {
  readonly samples: readonly GateSample[];
  readonly problems: readonly SampleProblem[];
}

interface SampleProblem {
  readonly name: string;
  readonly problem: string;
}

/** The samples of a gate, from the folder beside its file. Links are not followed. */
export function readSamples(gates: string, id: string): GateSamples {
  const folder = join(gates, `${id}${samplesEnding}`);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { samples: [], problems: [] };
  const files = namesIn(folder)
    .toSorted()
    .filter((name) => !name.startsWith(".") && name !== "README.md")
    .slice(0, mostSamples)
    .map((name): GateSample | SampleProblem => {
      const said = /^([a-z]+)(?:-[\w.-]*)?\.md$/.exec(name)?.[1];
      const worth = sampleWorths.find((one) => one === said);
      if (worth === undefined) return { name, problem: misnamed };
      const file = readBoundedText(join(folder, name), longestSample);
      return "text" in file ? { name, worth, ...file } : { name, problem: file.problem };
    });
  return {
    samples: files.flatMap((file) => ("text" in file ? [file] : [])),
    problems: files.flatMap((file) => ("problem" in file ? [file] : [])),
  };
}

const misnamed = "is not named good-….md, warn-….md or bad-….md";
const samplesEnding = ".samples";
const longestSample = 64_000;
const mostSamples = 100;
