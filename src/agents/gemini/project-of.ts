import { readFileSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * The project that a chat belongs to, from the file `.project_root` that newer versions keep beside the
 * folder `chats`; undefined when there is none.
 */
export function projectOf(chatPath: string): string | undefined {
  const parts = chatPath.split(sep);
  const chats = parts.lastIndexOf("chats");
  if (chats < 0) return undefined;
  try {
    const root = readFileSync(
      join(parts.slice(0, chats).join(sep), ".project_root"),
      "utf8",
    ).trim();
    return root === "" ? undefined : root;
  } catch {
    return undefined;
  }
}
