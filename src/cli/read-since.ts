import { InvalidArgumentError } from "commander";
import { parseInstant } from "../platform/instant.ts";
import { durationMs } from "./read-duration.ts";

/** A point in time as people say it: a date, a time, or how long ago (`7d`, `12h`, `30m`, `2w`). */
export function readSince(text: string, now: () => number = Date.now): string {
  const ago = durationMs(text);
  if (ago !== undefined) return new Date(now() - ago).toISOString();
  const instant = parseInstant(text.trim());
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError(
    "It must be a date (2026-11-01), a time, or how long ago: 30m, 12h, 7d, 2w.",
  );
}
