import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Timings } from "./measure.ts";

/** A program as the agent starts it, with what it reads. */
export interface Started {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads from its standard input, anew for each run, because some must not be given twice. */
  readonly input?: () => string;
}

/**
 * Milliseconds that each takes, one after the other in every round, so that noise of the machine hits all alike. Many runs at a time
 * are started by one shell: starting anything from here takes longer than most of what is measured, and each run bears its part of that.
 */
export function interleaveFromShell(
  rounds: number,
  contestants: Readonly<Record<string, Started>>,
): Timings {
  const folder = mkdtempSync(join(tmpdir(), "lessons-runs-"));
  const timings = new Map<string, number[]>(Object.keys(contestants).map((name) => [name, []]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, started] of Object.entries(contestants)) {
        const took = runsOf(started, folder);
        // The first round fills the caches.
        if (round > 0) timings.get(name)?.push(took / runsPerRound);
      }
    }
    return timings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of each program, one after the other. */
export const runsPerRound = 25;

function runsOf({ command, environment = {}, input }: Started, folder: string): number {
  const files = Array.from({ length: runsPerRound }, (_, number) => {
    const file = join(folder, `input-${number}`);
    writeFileSync(file, input?.() ?? "");
    return file;
  });
  const begun = performance.now();
  const { status, stderr } = spawnSync("/bin/sh", ["-c", script, "sh", folder, ...command], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const took = performance.now() - begun;
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr}`);
  for (const file of files) rmSync(file);
  return took;
}

const script = `folder=$1; shift; for n in ${Array.from({ length: runsPerRound }, (_, number) => number).join(" ")}; do "$@" <"$folder/input-$n" >/dev/null || exit; done`;
