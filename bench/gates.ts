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
import { interleave, median, type Timings } from "./measure.ts";

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
const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
const [many, few] = [noteCount, 1].map(reviewedProject);
const roots = [many, few].map((ground) => ground?.context.project.root ?? "");

try {
  checkSelection(roots[0] ?? "");
  const timings = interleave(rounds, {
    "node -e 0": { command: () => [node, "-e", "0"] },
    many: select(roots[0] ?? ""),
    few: select(roots[1] ?? ""),
    "many, with diffs": select(roots[0] ?? "", "--json"),
  });
  process.stdout.write(report(timings));
} finally {
  for (const path of [folder, ...roots]) rmSync(path, { recursive: true, force: true });
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

function select(root: string, ...flags: readonly string[]) {
  return {
    command: () => [node, program, "gates", "select", "x", "--model", "opus", ...flags],
    environment: { HOME: folder },
    workingDirectory: root,
  };
}

/** A figure for the wrong answer would be worth nothing. */
function checkSelection(root: string): void {
  const [command = "", ...args] = select(root, "--json").command();
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

function report(timings: Timings): string {
  const of = (name: string) => median(timings.get(name) ?? []);
  const floor = of("node -e 0");
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const rows = ["many", "many, with diffs", "few"].map((name) => {
    const took = of(name);
    const cells = [name, ms(took), `${(took / floor).toFixed(2)} ×`, ms(took - of("few"))];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `${(noteCount * gateCount).toLocaleString("en")} pairs and ${gateCount}, medians of ${rounds} rounds, Node ${process.version}; node -e 0: ${ms(floor)}`,
    "",
    "| gates select over | median | to node -e 0 | beyond start-up |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
