import { loadavg } from "node:os";
import { runsPerRound } from "./from-shell.ts";
import { median, percentile } from "./measure.ts";
import { shareTable } from "./share-of-calls.ts";
import { bareNode, type HookTimings, timeHook } from "./time-hook.ts";

// Prints what `time-hook.ts` measures: the hook beside bare Node and the least that any hook takes.
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 8);
const measured = timeHook(rounds);
process.stdout.write(table(measured));
process.stdout.write(
  measured.share === undefined
    ? "Share of real calls that start Node: set LESSONS_CORPUS to measure it.\n"
    : shareTable(measured.share),
);

function table({ timings }: HookTimings): string {
  const bare = timings.get(bareNode) ?? [];
  const least = (values: readonly number[]) => percentile(values, 0);
  const row = (name: string, values: readonly number[]) => {
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(values, share).toFixed(1));
    const ratio = (median(values) / median(bare)).toFixed(2);
    const best = (least(values) / least(bare)).toFixed(2);
    return `| ${name} | ${least(values).toFixed(1)} | ${p50} | ${p95} | ${best} × | ${ratio} × |\n`;
  };
  const load = loadavg()[0]?.toFixed(1);
  return (
    `Hook, ${rounds} interleaved rounds of ${runsPerRound}, Node ${process.versions.node}, load ${load}, ms\n\n` +
    "| | least | p50 | p95 | least to `node -e 0` | p50 to `node -e 0` |\n|---|---|---|---|---|---|\n" +
    `${[...timings].map(([name, values]) => row(name, values)).join("")}\n`
  );
}
