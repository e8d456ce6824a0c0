import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interleave, median, type Timings } from "./measure.ts";
import { seedStore, wordNumber } from "./seed-store.ts";

/**
 * Start-up and the everyday commands over a large store, beside bare Node and beside the same commands over
 * a store of a hundred lessons, in one interleaved run. What the large one takes beyond the small one is
 * what its size costs; the rest is start-up.
 */
const lessonCount = Number(process.env["BENCH_LESSONS"] ?? 100_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);
const program = join(import.meta.dirname, "../dist/lessons.js");
const node = process.execPath;
let added = 0;

const commands: Readonly<Record<string, () => readonly string[]>> = {
  "list --limit 20": () => ["list", "--limit", "20"],
  "search, a word in 1 % of lessons": () => ["search", wordNumber(800)],
  "search, a word in 20 %": () => ["search", wordNumber(30)],
  "search, a word in all": () => ["search", wordNumber(1)],
  "search, two words": () => ["search", wordNumber(20), wordNumber(300)],
  add: () => addArguments(++added, []),
  "add, with a pattern": () => addArguments(++added, ["--command", "^git\\s+stash\\b(?!.*-u)"]),
};

const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
try {
  process.stderr.write(`seeding ${lessonCount.toLocaleString("en")} lessons…\n`);
  seedStore(join(folder, "large", "lessons.db"), lessonCount);
  seedStore(join(folder, "small", "lessons.db"), 100);
  const timings = interleave(rounds, {
    "node -e 0": { command: () => [node, "-e", "0"] },
    "lessons --version": { command: () => [node, program, "--version"] },
    ...inStore("large"),
    ...inStore("small"),
  });
  process.stdout.write(report(timings));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function inStore(name: "large" | "small") {
  const environment = { LESSONS_HOME: join(folder, name), HOME: folder };
  return Object.fromEntries(
    Object.entries(commands).map(([title, args]) => [
      `${name} ${title}`,
      // A word may be in none of a hundred lessons.
      { command: () => [node, program, ...args()], environment, isNothingFine: name === "small" },
    ]),
  );
}

function report(timings: Timings): string {
  const of = (name: string) => median(timings.get(name) ?? []);
  const [floor, version] = [of("node -e 0"), of("lessons --version")];
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const rows = Object.keys(commands).map((title) => {
    const [large, small] = [of(`large ${title}`), of(`small ${title}`)];
    const cells = [
      title,
      ms(large),
      `${(large / floor).toFixed(2)} ×`,
      ms(small),
      ms(large - small),
      ms(large - version),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `${lessonCount.toLocaleString("en")} lessons, medians of ${rounds} rounds, Node ${process.version}`,
    `node -e 0: ${ms(floor)}; lessons --version: ${ms(version)}, ${(version / floor).toFixed(2)} ×`,
    "",
    "| command | median | to node -e 0 | with 100 lessons | what the size costs | beyond --version |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function addArguments(number: number, flags: readonly string[]): readonly string[] {
  return [
    "add",
    "--summary",
    `bench ${number}`,
    "--mistake",
    `mistake ${number}`,
    "--remediation",
    "fix",
    ...flags,
  ];
}
