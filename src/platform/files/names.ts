import { shortHash } from "../../lesson/record/short-hash.ts";
import { readdirSync } from "node:fs";

/** The names in a folder; none where it is not there or cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A name of a file for an id that is somebody else's word. The launcher makes the same name of an id, or none. */
export function safeName(id: string): string {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : `other-${shortHash(id).toString(36)}`;
}
