import { InvalidArgumentError } from "commander";

/** A length of time as people say it, in milliseconds: `30m`, `2h`, `1d`, `1w`. */
export function readDuration(text: string): number {
  const milliseconds = durationMs(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= longestMs) {
    return milliseconds;
  }
  throw new InvalidArgumentError("It must be a length of time, at most a year: 30m, 2h, 1d, 1w.");
}

/** The same for whoever has other bounds; undefined when it is none. */
export function durationMs(text: string): number | undefined {
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
