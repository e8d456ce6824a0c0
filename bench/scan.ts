import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { walkFiles } from "../src/platform/files/walk-files.ts";
import { unpackedCorpus } from "./corpus.ts";
import { interleave, median, type Timings } from "./measure.ts";

/**
 * A first scan of real logs beside splitting and parsing every line of them, in one interleaved run; then
 * a scan with nothing new, one with 5 MB of new data, and how much memory a scan takes, for the logs and
 * for ten times as many.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const program = join(import.meta.dirname, "../dist/lessons.js");
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
const corpus = unpackedCorpus(folder);
if (corpus === undefined) {
  process.stdout.write("There is no corpus: set LESSONS_CORPUS to a folder with session logs.\n");
  process.exit(1);
}
try {
  const megabytes = sizeOf(corpus) / 1e6;
  const parts = process.env["BENCH_PARTS"]?.split(",") ?? ["first", "later", "memory"];
  if (parts.includes("first")) process.stdout.write(firstScans(corpus, megabytes));
  if (parts.includes("later")) process.stdout.write(laterScans(corpus));
  if (parts.includes("memory")) process.stdout.write(memory(corpus, megabytes));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function firstScans(logs: string, megabytes: number): string {
  const fresh = () => mkdtempSync(join(folder, "home-"));
  const scan = (threads: number) => ({
    command: () => [node, program, "scan", "--auto", "--threads", String(threads), "--path", logs],
    environment: { HOME: fresh() },
  });
  const timings = interleave(rounds, {
    floor: { command: () => [node, join(import.meta.dirname, "parse-every-line.ts"), logs] },
    one: withFreshHome(scan(1)),
    two: withFreshHome(scan(2)),
  });
  const of = medians(timings);
  const row = (title: string, ms: number) =>
    `| ${title} | ${ms.toFixed(0)} ms | ${(megabytes / (ms / 1000)).toFixed(0)} MB/s | ${(of("floor") / ms).toFixed(2)} × |\n`;
  return `First scan of ${megabytes.toFixed(0)} MB, ${rounds} rounds, medians, Node ${process.versions.node}\n\n| | time | speed | to the floor |\n|---|---|---|---|\n${row("split and parse every line", of("floor"))}${row("scan, one thread", of("one"))}${row("scan, two threads", of("two"))}\n`;
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

function laterScans(logs: string): string {
  const copy = join(folder, "later");
  cpSync(logs, copy, { recursive: true, preserveTimestamps: true });
  const environment = { HOME: join(folder, "later-home") };
  const scan = [node, program, "scan", "--auto", "--path", copy];
  spawnSync(node, scan.slice(1), { env: { PATH: process.env["PATH"], ...environment } });
  const grow = growByFiveMegabytes(copy);
  const timings = interleave(rounds * 2, {
    "node -e 0": { command: () => [node, "-e", "0"] },
    "lessons --version": { command: () => [node, program, "--version"] },
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
  return `Later scans\n\n| | time | to \`node -e 0\` | beyond a scan with nothing new |\n|---|---|---|---|\n${[
    "node -e 0",
    "lessons --version",
    "nothing new",
    "5 MB new",
  ]
    .map(
      (name) =>
        `| ${name} | ${of(name).toFixed(0)} ms | ${(of(name) / of("node -e 0")).toFixed(2)} × | ${name === "5 MB new" ? `${(of(name) - of("nothing new")).toFixed(0)} ms` : ""} |\n`,
    )
    .join("")}\n`;
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

function memory(logs: string, megabytes: number): string {
  const large = join(folder, "large");
  for (let copy = 0; copy < 10; copy += 1) {
    for (const name of walkFiles(logs).files) {
      const target = join(large, String(copy), name);
      mkdirSync(dirname(target), { recursive: true });
      const text = readFileSync(join(logs, name), "latin1");
      writeFileSync(target, text.replaceAll("toolu_01", `toolu_c${copy}`), "latin1");
    }
  }
  const row = (title: string, places: string, threads: number) => {
    const home = mkdtempSync(join(folder, "memory-"));
    const { stderr } = spawnSync(
      "/usr/bin/time",
      [
        "-f",
        "%M %e",
        node,
        program,
        "scan",
        "--auto",
        "--threads",
        String(threads),
        "--path",
        places,
      ],
      { env: { PATH: process.env["PATH"], HOME: home }, encoding: "utf8" },
    );
    const [kilobytes = "0", seconds = "0"] = stderr.trim().split("\n").at(-1)?.split(" ") ?? [];
    return `| ${title} | ${threads} | ${(Number(kilobytes) / 1024).toFixed(0)} MB | ${seconds} s |\n`;
  };
  return `Resident memory\n\n| logs | threads | largest | time |\n|---|---|---|---|\n${[1, 2]
    .map(
      (threads) =>
        row(`${megabytes.toFixed(0)} MB`, logs, threads) +
        row(`${(megabytes * 10).toFixed(0)} MB`, large, threads),
    )
    .join("")}`;
}

function medians(timings: Timings): (name: string) => number {
  return (name) => median(timings.get(name) ?? []);
}

function sizeOf(place: string): number {
  return walkFiles(place).files.reduce((sum, name) => sum + sizeOfFile(join(place, name)), 0);
}

function sizeOfFile(file: string): number {
  return readFileSync(file).length;
}
