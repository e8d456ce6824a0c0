import { shortHash } from "../../lesson/record/short-hash.ts";

/** In our home: what was rendered into the project that begins in a folder and that no session was told of yet. */
export function newsFile(root: string): string {
  return `knowledge/${shortHash(root).toString(36)}.news`;
}
