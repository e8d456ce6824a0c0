import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Takes away the folders of sessions that nobody has used for a week. A few at a time: somebody waits for us. */
export function sweepSessions(places: readonly string[], now: Date): void {
  for (const place of places) sweep(place, now);
}

function sweep(sessions: string, now: Date): void {
  let names: readonly string[];
  try {
    names = readdirSync(sessions);
  } catch {
    return;
  }
  // Not always the same few, or what lies behind them would stay for good.
  const from = names.length > mostLooked ? now.getTime() % names.length : 0;
  for (const name of [...names.slice(from), ...names.slice(0, from)].slice(0, mostLooked)) {
    const place = join(sessions, name);
    const used = Math.max(
      statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0,
      statSync(join(place, "claims"), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    // A time in the future is of a clock that was wrong.
    if (Math.abs(now.getTime() - used) > keptMs) rmSync(place, { recursive: true, force: true });
  }
}

const keptMs = 7 * 24 * 3_600_000;
const mostLooked = 50;
