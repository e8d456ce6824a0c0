import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { SampleWorth } from "../core/gates/calibration.ts";
import { namesIn } from "../system/names-in.ts";
import { readBoundedText } from "./read-bounded-text.ts";

/** A note that is known to be good or bad by a gate. */
export interface GateSample {
  /** The name of its file, which says what it is worth: `good-…md` or `bad-…md`. */
  readonly name: string;
  readonly worth: SampleWorth;
  readonly text: string;
}

export interface GateSamples {
  readonly samples: readonly GateSample[];
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

/** The samples of a gate, from the folder beside its file. Links are not followed. */
export function readSamples(gates: string, id: string): GateSamples {
  const folder = join(gates, `${id}${samplesEnding}`);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { samples: [], problems: [] };
  const files = namesIn(folder)
    .toSorted()
    .flatMap((name) => {
      const worth = /^(good|bad)[\w.-]*\.md$/.exec(name)?.[1];
      if (worth !== "good" && worth !== "bad") return [];
      return [{ name, worth, ...readBoundedText(join(folder, name), longestSample) } as const];
    })
    .slice(0, mostSamples);
  return {
    samples: files.flatMap((file) => ("text" in file ? [file] : [])),
    problems: files.flatMap((file) => ("problem" in file ? [file] : [])),
  };
}

const samplesEnding = ".samples";
const longestSample = 64_000;
const mostSamples = 100;
