import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HookHome } from "./home.ts";

/**
 * One line about what went wrong, for whoever asks later. Nothing of a payload is in it. The log is bounded,
 * and where it cannot be written, nobody is told: a hook never stands in the way.
 */
export function logLine({ log }: HookHome, now: Date, ...words: readonly string[]): void {
  try {
    mkdirSync(log, { recursive: true, mode: 0o700 });
    const file = join(log, "hook.log");
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > longestLog) renameSync(file, `${file}.1`);
    const line = words
      .join(" ")
      .replace(/[\u0000-\u001f\u007f]+/g, " ")
      .slice(0, longestLine);
    appendFileSync(file, `${now.toISOString()} ${line}\n`, { mode: 0o600 });
  } catch {
    // A full disk or a read-only home.
  }
}

const longestLog = 262_144;
const longestLine = 500;
