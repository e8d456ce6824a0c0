import { shortHash } from "../../lesson/record/short-hash.ts";

/** In our home: how many lessons of the project that begins in a folder need a look. A status line reads it. */
export function attentionFile(root: string): string {
  return `knowledge/${shortHash(root).toString(36)}.attention`;
}
