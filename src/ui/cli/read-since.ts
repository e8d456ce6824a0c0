import { InvalidArgumentError } from "commander";
import { parseInstant } from "../../core/instant.ts";

/** A point in time as people say it: a date, a time, or how long ago (`7d`, `12h`, `30m`, `2w`). */
export function readSince(text: string, now: () => number = Date.now): string {
  const ago = /^(\d{1,5})\s*([mhdw])$/i.exec(text.trim());
  if (ago !== null) {
    const unit = unitMs[(ago[2] ?? "d").toLowerCase()] ?? 0;
    return new Date(now() - Number(ago[1]) * unit).toISOString();
  }
  const instant = parseInstant(text.trim());
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError(
    "It must be a date (2026-11-01), a time, or how long ago: 30m, 12h, 7d, 2w.",
  );
}

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
