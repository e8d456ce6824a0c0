import { existsSync, statfsSync } from "node:fs";
import type { Examined } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

export function checkDisk({ paths }: Checkup): Examined {
  if (!existsSync(paths.home)) return { findings: [] };
  const { bavail, bsize } = statfsSync(paths.home);
  return diskFindings(bavail * bsize);
}

/** A store in use needs some room for its journal and for a backup. */
export function diskFindings(freeBytes: number): Examined {
  const free = `${megabytes(freeBytes)} free`;
  if (freeBytes >= enoughBytes) return { findings: [], fine: free };
  const isFull = freeBytes < leastBytes;
  return {
    findings: [
      {
        check: "disk",
        severity: isFull ? "broken" : "warning",
        text: `the disk of our home is ${isFull ? "full" : "nearly full"}: ${free}`,
        hint: "free some space: without it nothing can be learnt, and the hook delivers nothing",
      },
    ],
  };
}

const leastBytes = 10_000_000;
const enoughBytes = 200_000_000;

function megabytes(bytes: number): string {
  const count = Math.floor(bytes / 1_000_000);
  return count < 10_000 ? `${count} MB` : `${Math.floor(count / 1000)} GB`;
}
