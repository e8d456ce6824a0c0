import { InvalidArgumentError } from "commander";
import { parseInstant } from "../platform/instant.ts";

/** A point in time as people say it: a date, a time, or how long ago (`7d`, `12h`, `30m`, `2w`). */
export function readSince(text: string): string {
  const ago = durationMs(text);
  if (ago !== undefined) return new Date(Date.now() - ago).toISOString();
  const instant = parseInstant(text.trim());
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError("Use a date (2026-11-01), a time, or an age: 30m, 12h, 7d, 2w.");
}

/** A length of time as people say it, in milliseconds: `30m`, `2h`, `1d`, `1w`. */
export function readDuration(text: string): number {
  const milliseconds = durationMs(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= longestMs) {
    return milliseconds;
  }
  throw new InvalidArgumentError("Use a duration of at most a year: 30m, 2h, 1d, 1w.");
}

/** Undefined when it is none. */
function durationMs(text: string): number | undefined {
  const parts = /^(\d{1,5})\s*([mhdw])$/i.exec(text.trim());
  if (parts === null) return undefined;
  return Number(parts[1]) * (unitMs[(parts[2] ?? "").toLowerCase()] ?? 0);
}

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

const longestMs = 366 * 86_400_000;
