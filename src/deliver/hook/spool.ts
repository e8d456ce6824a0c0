import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { withBriefLock } from "./brief-lock.ts";
import type { HookHome } from "./home.ts";

/**
 * Appends a line for the program to take over later: no hook opens the database. Small lines come out whole.
 * What nobody takes over is bounded: of each file there is one older part, and the one before it is given up.
 */
export function spool({ spool: folder }: HookHome, file: NoteFile, entry: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = join(folder, file);
  if (isFull(place)) turnOver(place);
  appendFileSync(place, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

type NoteFile =
  | "deliveries.jsonl"
  | "reports.jsonl"
  | "results.jsonl"
  | "sessions.jsonl"
  | "trial.jsonl";

const mostBytes = 4_194_304;

function isFull(place: string): boolean {
  return (statSync(place, { throwIfNoEntry: false })?.size ?? 0) > mostBytes;
}

function turnOver(place: string): void {
  withBriefLock(`${place}.lock`, new Date(), () => {
    // Somebody may have been here before the lock, and a second time would cost the whole older part.
    if (isFull(place)) renameSync(place, `${place}.1`);
  });
}
