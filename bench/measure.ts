import { spawnSync } from "node:child_process";

export type Timings = ReadonlyMap<string, readonly number[]>;

export interface Contestant {
  /** The program and its arguments; asked each time, because some must not be given twice. */
  readonly command: () => readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly workingDirectory?: string;
  /** What it reads from its standard input. Asked after `command`. */
  readonly input?: () => string;
  /** Exit status 1 (nothing found) is an answer too. */
  readonly isNothingFine?: boolean;
}

/** Runs each contestant once per round, one after the other, so that noise of the machine hits all alike. */
export function interleave(
  rounds: number,
  contestants: Readonly<Record<string, Contestant>>,
): Timings {
  const timings = new Map<string, number[]>(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [
      name,
      { command, environment = {}, workingDirectory, input, isNothingFine = false },
    ] of Object.entries(contestants)) {
      const [program = "", ...args] = command();
      const given = input?.();
      const started = performance.now();
      const { status, stderr } = spawnSync(program, args, {
        cwd: workingDirectory,
        env: { PATH: process.env["PATH"], ...environment },
        stdio: [given === undefined ? "ignore" : "pipe", "pipe", "pipe"],
        ...(given === undefined ? {} : { input: given }),
        maxBuffer: 2 ** 26,
      });
      const took = performance.now() - started;
      if (status !== 0 && !(status === 1 && isNothingFine)) {
        throw new Error(`${name} ended with ${status}: ${String(stderr)}`);
      }
      // The first round fills the caches.
      if (round > 0) timings.get(name)?.push(took);
    }
  }
  return timings;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
