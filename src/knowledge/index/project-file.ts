import { shortHash } from "../../lesson/record/short-hash.ts";

/**
 * What our home keeps about the project that begins in a folder: the index of its `json`, the `news` that no session was
 * shown yet, how many of its lessons need a person's `attention`, what was `seen` there at the last look, and a `lock`.
 */
export function projectFile(
  root: string,
  what: "json" | "news" | "attention" | "seen" | "lock",
): string {
  return `knowledge/${shortHash(root).toString(36)}.${what}`;
}
