import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shortHash } from "../lesson/record/short-hash.ts";

/**
 * How many warnings of gates wait in the project that begins in a folder, by the last time somebody worked with its gates. A
 * file of our home: the start of a session and a status line open no database.
 */
export function warningsNoted(home: string, root: string): number {
  try {
    const count = Number(readFileSync(warningsFile(home, root), "utf8"));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

export function warningsFile(home: string, root: string): string {
  return join(home, "gates", `${shortHash(root).toString(36)}.warnings`);
}
