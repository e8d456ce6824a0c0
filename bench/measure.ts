import { spawnSync } from "node:child_process";

export type Timings = ReadonlyMap<string, readonly number[]>;

/** Runs each command once per round, one after the other, so that noise of the machine hits all alike. */
export function interleave(
  rounds: number,
  environment: NodeJS.ProcessEnv,
  commands: Readonly<Record<string, () => readonly string[]>>,
): Timings {
  const timings = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const [program = "", ...args] = command();
      const started = performance.now();
      const { status, stderr } = spawnSync(program, args, {
        env: environment,
        stdio: ["ignore", "ignore", "pipe"],
      });
      const took = performance.now() - started;
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${String(stderr)}`);
      // The first round fills the caches.
      if (round > 0) timings.get(name)?.push(took);
    }
  }
  return timings;
}

/** Medians, with ratios to the floor and the time beyond start-up: milliseconds of one machine say little. */
export function table(
  timings: Timings,
  names: { readonly floor: string; readonly startUp: string },
): string {
  const floor = median(timings.get(names.floor) ?? []);
  const startUp = median(timings.get(names.startUp) ?? []);
  const rows = [...timings].map(([name, values]) => {
    const middle = median(values);
    const beyond =
      name === names.floor || name === names.startUp ? "" : `${(middle - startUp).toFixed(0)} ms`;
    return `| ${name} | ${middle.toFixed(0)} ms | ${Math.min(...values).toFixed(0)} ms | ${(middle / floor).toFixed(2)} × | ${beyond} |`;
  });
  const head = `| command | median | best | to ${names.floor} | beyond start-up |\n|---|---|---|---|---|`;
  return `${head}\n${rows.join("\n")}\n`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
