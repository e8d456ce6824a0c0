import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { HookHome } from "./home.ts";

/** Appends a line for the program to take over later: no hook opens the database. Small lines come out whole. */
export function spool({ spool: folder }: HookHome, file: SpoolFile, entry: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(join(folder, file), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

export type SpoolFile = "deliveries.jsonl" | "reports.jsonl";
