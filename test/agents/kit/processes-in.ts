import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes that still live in a home `afterMs` later, or none as soon as there are none: they have it in
 * their environment, which a detached child keeps too. Systems without `/proc` have none to show.
 */
export async function processesIn(
  home: string,
  { afterMs }: { readonly afterMs: number },
): Promise<readonly RunningProcess[]> {
  const deadline = performance.now() + afterMs;
  for (;;) {
    const running = processesNow(home);
    if (running.length === 0 || performance.now() >= deadline) return running;
    await setTimeout(20);
  }
}

export function endProcesses(processes: readonly RunningProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function processesNow(home: string): readonly RunningProcess[] {
  const marker = `HOME=${home}`;
  return processIds().flatMap((pid) => {
    if (!read(pid, "environ").includes(marker)) return [];
    return [{ pid, command: read(pid, "cmdline").join(" ").trim() }];
  });
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function read(pid: number, file: "environ" | "cmdline"): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0");
  } catch {
    // It has ended, or belongs to somebody else.
    return [];
  }
}
