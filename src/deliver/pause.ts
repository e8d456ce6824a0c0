import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A pause that somebody asked for; it ends by itself when it has an end. */
export interface Pause {
  readonly until?: string;
}

/** In our home. While it is there and not over, nothing is delivered. */
export const pauseFile = "paused.json";

/** The hook asks, so this needs nothing but the file. One that cannot be read is no pause. */
export function pauseIn(home: string, now: Date): Pause | undefined {
  try {
    const pause: unknown = JSON.parse(readFileSync(join(home, pauseFile), "utf8"));
    if (typeof pause !== "object" || pause === null) return undefined;
    const until = "until" in pause ? pause.until : undefined;
    if (typeof until !== "string") return {};
    return Date.parse(until) > now.getTime() ? { until } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the environment switches delivery off, under our name for it or the older one. */
export function isSwitchedOff(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (
    environment["LESSONS_DISABLED"] === "1" || environment["DISABLE_EXPERIENCE_INJECTION"] === "1"
  );
}
