import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg, platform } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { performancePage } from "../scripts/performance-page.ts";
import { benchTable, type BenchResults, type BenchRow } from "./bench-row.ts";

/**
 * `npm run bench`: every benchmark, one table. `--only ground,hook` runs some; `--write` keeps what was found in
 * `bench/results.json` and writes docs/performance.md from it.
 */
const benches: Readonly<Record<string, () => Promise<{ readonly rows: Rows }>>> = {
  scan: () => import("./scan.ts"),
  hook: () => import("./hook-rows.ts"),
  ground: () => import("./ground.ts"),
  judging: () => import("./judging.ts"),
  gates: () => import("./gates.ts"),
};

type Rows = () => Promise<readonly BenchRow[] | { readonly note: string }>;

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
const names = values.only?.split(",") ?? Object.keys(benches);
const before = loadavg()[0] ?? 0;
const rows: BenchRow[] = [];
const notes: string[] = [];
for (const name of names) {
  const bench = benches[name];
  if (bench === undefined)
    throw new Error(`no benchmark ${name}: ${Object.keys(benches).join(", ")}`);
  process.stderr.write(`${name}…\n`);
  const found = await (await bench()).rows();
  if ("note" in found) notes.push(found.note);
  else rows.push(...found);
}
const results: BenchResults = {
  machine: {
    node: process.versions.node,
    cores: availableParallelism(),
    system: platform(),
    load: [rounded(before), rounded(loadavg()[0] ?? 0)],
  },
  rows: rows.map(keptRow),
  notes,
};
const { node, cores, load } = results.machine;
process.stdout.write(
  `Node ${node}, ${cores} cores, load ${load.join(" to ")}\n\n${benchTable(rows)}`,
);
for (const note of notes) process.stdout.write(`\n${note}\n`);
if (values.write === true) {
  const root = join(import.meta.dirname, "..");
  writeFileSync(join(root, "bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(root, "docs/performance.md"), performancePage(results));
}

/** Hundredths of a millisecond are noise. */
function keptRow({ us, floor, peer, ...row }: BenchRow): BenchRow {
  const kept = <Of extends { readonly value: number }>(measured: Of | undefined) =>
    measured && { ...measured, value: rounded(measured.value) };
  return { ...row, us: rounded(us), floor: kept(floor), peer: kept(peer) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
