import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interleave, table } from "./measure.ts";
import { seedStore, wordNumber } from "./seed-store.ts";

/** Start-up and the everyday commands over a large store, beside bare Node, in one interleaved run. */
const lessonCount = Number(process.env["BENCH_LESSONS"] ?? 100_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);

const home = mkdtempSync(join(tmpdir(), "lessons-bench-"));
const program = join(import.meta.dirname, "../dist/lessons.js");
const environment = {
  HOME: home,
  LESSONS_HOME: join(home, ".lessons"),
  PATH: process.env["PATH"] ?? "",
};

try {
  process.stderr.write(`seeding ${lessonCount.toLocaleString("en")} lessons…\n`);
  seedStore(join(home, ".lessons", "lessons.db"), lessonCount);
  let added = 0;
  const node = process.execPath;
  const results = interleave(rounds, environment, {
    "node -e 0": () => [node, "-e", "0"],
    "lessons --version": () => [node, program, "--version"],
    "lessons tags --help": () => [node, program, "tags", "--help"],
    "lessons list --limit 20": () => [node, program, "list", "--limit", "20"],
    "lessons search (a word in 1 % of lessons)": () => [node, program, "search", wordNumber(800)],
    "lessons search (a word in 20 %)": () => [node, program, "search", wordNumber(30)],
    "lessons search (a word in all)": () => [node, program, "search", wordNumber(1)],
    "lessons search (two words)": () => [node, program, "search", wordNumber(20), wordNumber(300)],
    "lessons add": () => addCommand(node, ++added, []),
    "lessons add, with a pattern": () =>
      addCommand(node, ++added, ["--command", "^git\\s+stash\\b(?!.*-u)"]),
  });
  process.stdout.write(
    `${lessonCount.toLocaleString("en")} lessons, ${rounds} rounds, Node ${process.version}\n\n`,
  );
  process.stdout.write(table(results, { floor: "node -e 0", startUp: "lessons --version" }));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function addCommand(node: string, number: number, flags: readonly string[]): readonly string[] {
  return [
    node,
    program,
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
