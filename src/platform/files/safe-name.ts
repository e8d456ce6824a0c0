import { shortHash } from "../../lesson/record/short-hash.ts";

/** A name of a file for an id that is somebody else's word. The launcher makes the same name of an id, or none. */
export function safeName(id: string): string {
  return /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : `other-${shortHash(id).toString(36)}`;
}
