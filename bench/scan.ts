import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { walkFiles } from "../src/platform/files/walk-files.ts";
import { benchTable, type BenchRow } from "./bench-row.ts";
import { unpackedCorpus } from "./corpus.ts";
import { interleave, median, type Timings } from "./measure.ts";

/**
 * A first scan of real logs beside splitting and parsing every line of them, in one interleaved run; then
 * a scan with nothing new, one with 5 MB of new data, and how much memory a scan takes, for the logs and
 * for ten times as many.
 */
export async function rows(): Promise<readonly BenchRow[] | { readonly note: string }> {
  const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
  try {
    const logs = unpackedCorpus(folder);
    if (logs === undefined)
      return { note: "Scans are left out: LESSONS_CORPUS names no folder with session logs." };
    const parts = process.env["BENCH_PARTS"]?.split(",") ?? ["first", "later", "memory"];
    const ground: Ground = { folder, logs };
    return [
      ...(parts.includes("first") ? firstScans(ground) : []),
      ...(parts.includes("later") ? laterScans(ground) : []),
      ...(parts.includes("memory") ? memory(ground) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ground {
  /** For everything that a run makes. */
  readonly folder: string;
  readonly logs: string;
}

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const program = join(import.meta.dirname, "../dist/lessons.js");
const node = process.execPath;

function firstScans({ folder, logs }: Ground): readonly BenchRow[] {
  const scan = (threads: number) => ({
    command: () => [node, program, "scan", "--auto", "--threads", String(threads), "--path", logs],
    environment: { HOME: mkdtempSync(join(folder, "home-")) },
  });
  const of = medians(
    interleave(rounds, {
      floor: { command: () => [node, join(import.meta.dirname, "parse-every-line.ts"), logs] },
      one: withFreshHome(scan(1)),
      two: withFreshHome(scan(2)),
    }),
  );
  const amount = `${(sizeOf(logs) / 1e6).toFixed(0)} MB`;
  return [
    {
      id: "scan-one",
      work: `first scan of ${amount}, one thread`,
      us: of("one"),
      unit: "ms",
      floor: { name: "split and parse every line", value: of("floor") },
      asked: { of: "speed", is: "at least", bound: 0.5 },
    },
    {
      id: "scan-two",
      work: `first scan of ${amount}, two threads, ${availableParallelism()} cores`,
      us: of("two"),
      unit: "ms",
      floor: { name: "one thread", value: of("one") },
      asked: { of: "speed", is: "at least", bound: 1.8 },
    },
  ];
}

/** Each run finds an empty store. */
function withFreshHome(contestant: { command: () => string[]; environment: { HOME: string } }) {
  return {
    command: () => {
      rmSync(join(contestant.environment.HOME, ".lessons"), { recursive: true, force: true });
      return contestant.command();
    },
    environment: contestant.environment,
  };
}

function laterScans({ folder, logs }: Ground): readonly BenchRow[] {
  const copy = join(folder, "later");
  cpSync(logs, copy, { recursive: true, preserveTimestamps: true });
  const environment = { HOME: join(folder, "later-home") };
  const scan = [node, program, "scan", "--auto", "--path", copy];
  spawnSync(node, scan.slice(1), { env: { PATH: process.env["PATH"], ...environment } });
  const grow = growByFiveMegabytes(copy);
  const timings = interleave(rounds * 2, {
    "node -e 0": { command: () => [node, "-e", "0"] },
    "nothing new": { command: () => scan, environment },
    "5 MB new": {
      command: () => {
        grow();
        return scan;
      },
      environment,
    },
  });
  const of = medians(timings);
  const nothing = of("nothing new");
  return [
    {
      id: "scan-nothing",
      work: "scan, nothing new",
      us: nothing,
      unit: "ms",
      floor: { name: "node -e 0", value: of("node -e 0") },
      asked: { of: "times", is: "at most", bound: 2 },
    },
    {
      id: "scan-new",
      work: "scan, 5 MB new in one log",
      us: of("5 MB new"),
      unit: "ms",
      floor: { name: "nothing new", value: nothing },
      asked: { of: "beyond", is: "at most", bound: 200 },
    },
  ];
}

/** Appends 5 MB of real sessions to a log of its own, each time with calls that no other log has. */
function growByFiveMegabytes(copy: string): () => void {
  const sources = walkFiles(copy).files.filter((name) => name.includes("/.claude/"));
  let text = "";
  for (const name of sources) {
    if (text.length < 5_000_000) text += readFileSync(join(copy, name), "utf8");
  }
  const whole = text.slice(0, text.lastIndexOf("\n", 5_000_000) + 1);
  const project = dirname(join(copy, sources[0] ?? ""));
  const target = join(project, "00000000-0000-4000-8000-000000000000.jsonl");
  writeFileSync(target, "");
  let round = 0;
  return () => {
    round += 1;
    appendFileSync(target, whole.replaceAll("toolu_01", `toolu_r${round}`));
  };
}

function memory({ folder, logs }: Ground): readonly BenchRow[] {
  const large = join(folder, "large");
  for (let copy = 0; copy < 10; copy += 1) {
    for (const name of walkFiles(logs).files) {
      const target = join(large, String(copy), name);
      mkdirSync(dirname(target), { recursive: true });
      const text = readFileSync(join(logs, name), "latin1");
      writeFileSync(target, text.replaceAll("toolu_01", `toolu_c${copy}`), "latin1");
    }
  }
  const row = (places: string, threads: number, one?: BenchRow): BenchRow => {
    const home = mkdtempSync(join(folder, "memory-"));
    const scan = [node, program, "scan", "--auto", "--threads", String(threads), "--path", places];
    const { stderr } = spawnSync("/usr/bin/time", ["-f", "%M", ...scan], {
      env: { PATH: process.env["PATH"], HOME: home },
      encoding: "utf8",
    });
    const amount = `${(sizeOf(places) / 1e6).toFixed(0)} MB`;
    return {
      id: `scan-memory-${amount.replace(" ", "")}-${threads}`,
      work: `memory of a first scan of ${amount}, ${threads === 1 ? "one thread" : `${threads} threads`}`,
      us: Number(stderr.trim().split("\n").at(-1)) / 1024,
      unit: "MB",
      floor: one && { name: "one thread", value: one.us },
      asked: one
        ? { of: "beyond", is: "at most", bound: 60 }
        : { of: "figure", is: "at most", bound: 120 },
    };
  };
  const alone = [row(logs, 1), row(large, 1)];
  return [...alone, row(logs, 2, alone[0]), row(large, 2, alone[1])];
}

function medians(timings: Timings): (name: string) => number {
  return (name) => median(timings.get(name) ?? []);
}

function sizeOf(place: string): number {
  return walkFiles(place).files.reduce((sum, name) => sum + statSync(join(place, name)).size, 0);
}

if (import.meta.main) {
  const found = await rows();
  process.stdout.write("note" in found ? `${found.note}\n` : benchTable(found));
}
