import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { plainLine } from "../../redact/plain-text.ts";
import type { Instant } from "../../lesson/record/lesson.ts";

/** What learning did when nobody was looking. Bounded, with one older part. */
export function learningLogIn(home: string): string {
  return join(home, "log", "learning.log");
}

/** Where it cannot be written, nobody is told: it must not stand in the way of what it tells. */
export function logLearning(home: string, now: Instant, text: string): void {
  const file = learningLogIn(home);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > longestLog) renameSync(file, `${file}.1`);
    appendFileSync(file, `${now} ${plainLine(text).slice(0, longestLine)}\n`, { mode: 0o600 });
  } catch {
    // A full disk or a read-only home.
  }
}

const longestLog = 262_144;
const longestLine = 4000;
