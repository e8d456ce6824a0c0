import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../platform/files/names.ts";
import { readBoundedText, type BoundedText } from "../platform/files/read-text-file.ts";
import type { ReviewVerdict } from "./review-state.ts";

/** What a sample is known to be. */
const sampleWorths = ["good", "warn", "bad"] as const;
type SampleWorth = (typeof sampleWorths)[number];

/** The verdict that a sample of each kind deserves. */
export const deserved: Readonly<Record<SampleWorth, ReviewVerdict>> = {
  good: "pass",
  warn: "warn",
  bad: "fail",
};

/** What a reviewer said about a sample; null when there is no answer that could be read. */
export interface SampleResult {
  readonly name: string;
  readonly worth: SampleWorth;
  readonly verdict: ReviewVerdict | null;
}

/** A good note passes, and any other one gets a warning or fails. */
export function isRight({ worth, verdict }: SampleResult): boolean {
  return verdict !== null && (verdict === "pass") === (worth === "good");
}

/** Seen, and taken for more or less than it is: a warning for a failure, or the other way round. */
export function isConfused(result: SampleResult): boolean {
  return isRight(result) && result.verdict !== deserved[result.worth];
}

/** `never` and `always` say that the reviewer does not tell good from bad by this gate. */
export type Firing = "never" | "always" | "sometimes" | "unknown";

/**
 * How a gate fires over samples: `never` at one that is not good, `always` at those that are. Short of that it takes an
 * answer about each kind to say that it tells them apart.
 */
export function firingOf(results: readonly SampleResult[]): Firing {
  const answered = results.filter(({ verdict }) => verdict !== null);
  const fired = (wanted: boolean) =>
    answered
      .filter(({ worth }) => (worth === "good") === wanted)
      .map(({ verdict }) => verdict !== "pass");
  const [atGood, atOthers] = [fired(true), fired(false)];
  if (atOthers.length > 0 && !atOthers.includes(true)) return "never";
  if (atGood.length > 0 && !atGood.includes(false)) return "always";
  return atGood.length > 0 && atOthers.length > 0 ? "sometimes" : "unknown";
}

/** A note of which it is known what a gate should say about it. */
export interface GateSample {
  /** The name of its file, which says what it is worth: `good-…md`, `warn-…md` or `bad-…md`. */
  readonly name: string;
  readonly worth: SampleWorth;
  readonly text: string;
}

export interface GateSamples {
  readonly samples: readonly GateSample[];
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

/** By the path from the folder of gates. */
type SampleReader = (path: string, mostBytes: number) => BoundedText;

/** The samples of a gate, from the folder beside its file. Links are not followed. */
export function readSamples(
  gates: string,
  id: string,
  read: SampleReader = (path, mostBytes) => readBoundedText(join(gates, path), mostBytes),
): GateSamples {
  const folder = join(gates, `${id}${samplesEnding}`);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { samples: [], problems: [] };
  const files = namesIn(folder)
    .toSorted()
    .filter((name) => !name.startsWith(".") && name !== "README.md")
    .slice(0, mostSamples)
    .map((name): GateSample | GateSamples["problems"][number] => {
      const said = /^([a-z]+)(?:-[\w.-]*)?\.md$/.exec(name)?.[1];
      const worth = sampleWorths.find((one) => one === said);
      if (worth === undefined) return { name, problem: misnamed };
      const file = read(`${id}${samplesEnding}/${name}`, longestSample);
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
