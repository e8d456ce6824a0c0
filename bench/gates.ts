import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findGates, gatesOfProject } from "../src/gates/runs/find-gates.ts";
import { findNotes } from "../src/gates/runs/find-notes.ts";
import { inTransaction } from "../src/platform/database/database.ts";
import { appendAcceptance } from "../src/gates/store/acceptances.ts";
import { keepSnapshot } from "../src/gates/store/runs.ts";
import { GateGround } from "../test/gates/gate-ground.ts";
import type { BenchRow } from "./bench-row.ts";
import { interleave, median } from "./measure.ts";

/**
 * The selector over ten thousand pairs, half of them with a changed note, beside the same command over ten pairs and
 * beside bare Node, in one interleaved run. What the many take beyond the few is what selecting costs; the rest is
 * start-up.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);
const noteCount = Number(process.env["BENCH_NOTES"] ?? 1000);
const gateCount = 10;
const at = "2026-01-01T12:00:00.000Z";
const program = join(import.meta.dirname, "../dist/lessons.js");
const node = process.execPath;

export async function rows(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
  const roots = [noteCount, 1].map((notes) => reviewedProject(notes).context.project.root);
  const [many = "", few = ""] = roots;
  try {
    checkSelection(many, folder);
    const timings = interleave(rounds, {
      "node -e 0": { command: () => [node, "-e", "0"] },
      many: select(many, folder),
      few: select(few, folder),
      "many, with diffs": select(many, folder, "--json"),
    });
    const of = (name: string) => median(timings.get(name) ?? []);
    const floor = { name: "node -e 0", value: of("node -e 0") };
    const pairs = (noteCount * gateCount).toLocaleString("en");
    return [
      { id: "gates-few", work: "`gates select`, 10 pairs", us: of("few"), unit: "ms", floor },
      { id: "gates-many", work: `the same, ${pairs} pairs`, us: of("many"), unit: "ms", floor },
      {
        id: "gates-diffs",
        work: `the same with diffs, ${pairs} pairs`,
        us: of("many, with diffs"),
        unit: "ms",
        floor,
      },
    ];
  } finally {
    for (const path of [folder, ...roots]) rmSync(path, { recursive: true, force: true });
  }
}

/** A project whose notes were all accepted under all gates, and every second of which was changed since. */
function reviewedProject(notes: number): GateGround {
  const ground = new GateGround();
  const { project, reviews } = ground.context;
  execFileSync("git", ["init", "--quiet"], { cwd: project.root });
  for (let gate = 0; gate < gateCount; gate += 1) ground.gate(`x/g${gate}`);
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line} of a note\n`).join("");
  for (let note = 0; note < notes; note += 1)
    ground.write(`docs/n${note}.md`, `# ${note}\n${lines}`);
  const { gates } = findGates(gatesOfProject(project), "all");
  inTransaction(reviews, () => {
    for (const note of findNotes(ground.context, { names: ["docs"], isCurrent: false }).notes) {
      const noteSnapshot = keepSnapshot(reviews, note);
      for (const gate of gates) {
        const gateSnapshot = keepSnapshot(reviews, gate);
        const key = { notePath: note.path, gatePath: gate.path, model: "opus", at };
        appendAcceptance(reviews, { ...key, noteSnapshot, gateSnapshot, pair: null });
      }
    }
  });
  for (let note = 0; note < notes; note += 2) ground.write(`docs/n${note}.md`, `# new\n${lines}`);
  reviews.close();
  return ground;
}

function select(root: string, folder: string, ...flags: readonly string[]) {
  return {
    command: () => [node, program, "gates", "select", "x", "--model", "opus", ...flags],
    environment: { HOME: folder },
    workingDirectory: root,
  };
}

/** A figure for the wrong answer would be worth nothing. */
function checkSelection(root: string, folder: string): void {
  const [command = "", ...args] = select(root, folder, "--json").command();
  const out = execFileSync(command, args, {
    cwd: root,
    env: { HOME: folder, PATH: process.env["PATH"] },
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const { looked, pairs } = JSON.parse(out) as { looked: number; pairs: readonly unknown[] };
  if (looked !== noteCount * gateCount || pairs.length !== looked / 2)
    throw new Error(`selected ${pairs.length} of ${looked} pairs`);
}
