import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { interleave, median } from "./measure.ts";
import { seedStore, wordNumber } from "./seed-store.ts";

const lessonCount = Number(process.env["BENCH_LESSONS"] ?? 100_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);
const program = join(import.meta.dirname, "../dist/lessons.js");
const node = process.execPath;
let added = 0;

/**
 * Start-up and the everyday commands over a large store, beside bare Node, in one interleaved run. Of the lessons 300 are active, of every kind; with
 * all that many active, `add` compiles them all, which is a row of its own.
 */
export async function rows(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
  try {
    process.stderr.write(`seeding ${lessonCount.toLocaleString("en")} lessons…\n`);
    seedStore(join(folder, "large", "lessons.db"), {
      lessons: lessonCount,
      active: 300,
      calls: lessonCount,
    });
    seedStore(join(folder, "used", "lessons.db"), { lessons: 10_000, active: 10_000, calls: 0 });
    const timings = interleave(rounds, {
      "node -e 0": { command: () => [node, "-e", "0"] },
      "--version": { command: () => [node, program, "--version"] },
      ...Object.fromEntries(
        commands.map(({ id, store, args }) => [
          id,
          {
            command: () => [node, program, ...args()],
            environment: { LESSONS_HOME: join(folder, store ?? "large"), HOME: folder },
          },
        ]),
      ),
    });
    const of = (name: string) => median(timings.get(name) ?? []);
    const floor = { name: "node -e 0", value: of("node -e 0") };
    return [
      { id: "version", work: "`lessons --version`", us: of("--version"), unit: "ms", floor },
      ...commands.map(({ id, work, isAsked = true }): BenchRow => ({
        id,
        work,
        us: of(id),
        unit: "ms",
        floor,
        asked: isAsked ? { of: "times", is: "at most", bound: 2 } : undefined,
      })),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TimedCommand {
  readonly id: string;
  readonly work: string;
  readonly args: () => readonly string[];
  readonly store?: "used";
  readonly isAsked?: false;
}

const many = `${lessonCount.toLocaleString("en")} lessons and calls`;

const commands: readonly TimedCommand[] = [
  { id: "list", work: `\`list\`, ${many}`, args: () => ["list", "--limit", "20"] },
  { id: "show", work: `\`show\`, ${many}`, args: () => ["show", "seed-0000zz"] },
  { id: "dashboard", work: `\`lessons\`, ${many}`, args: () => [] },
  { id: "add", work: `\`add\`, ${many}`, args: () => addArguments(++added, []) },
  {
    id: "add-pattern",
    work: `\`add\` with a pattern, ${many}`,
    args: () => addArguments(++added, ["--command", "^git\\s+stash\\b(?!.*-u)"]),
  },
  {
    id: "add-used",
    work: "`add`, 10,000 active lessons",
    args: () => addArguments(++added, []),
    store: "used",
    isAsked: false,
  },
  {
    id: "search-rare",
    work: "`search`, a word in 1 % of the lessons",
    args: () => ["search", wordNumber(800)],
    isAsked: false,
  },
  {
    id: "search-all",
    work: "`search`, a word in all of them",
    args: () => ["search", wordNumber(1)],
    isAsked: false,
  },
];

function addArguments(number: number, flags: readonly string[]): readonly string[] {
  const texts = ["--summary", `bench ${number}`, "--mistake", `mistake ${number}`];
  return ["add", ...texts, "--remediation", "fix", ...flags];
}
