import { shortHash } from "../../lesson/record/short-hash.ts";

/**
 * What our home keeps about the project that begins in a folder: the index of its `json`, the `news` that no session was
 * shown yet, and what was `seen` there at the last look. By the project's name, because
 * several folders may hold it: the `numbers` that were given there, and a `lock`.
 */
export function projectFile(
  rootOrName: string,
  what: "json" | "news" | "seen" | "numbers" | "lock",
): string {
  return `knowledge/${shortHash(rootOrName).toString(36)}.${what}`;
}
