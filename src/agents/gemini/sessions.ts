import { readFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { type Adapter, askFolderStart } from "../adapter.ts";

/** `tmp/<project>/chats/session-….jsonl`; versions before 0.39 wrote one `.json` per session. */
export const gemini: Adapter = {
  agent: "gemini",
  title: "Gemini CLI",
  testedUpTo: "0.61.0",
  toolNames: (
    "glob google_web_search grep_search list_directory read_file read_many_files replace " +
    "run_shell_command save_memory search_file_content web_fetch write_file"
  ).split(" "),
  signs: { variables: ["GEMINI_CLI", "GEMINI_SESSION_ID"], programs: ["gemini"] },
  logPlaces: ({ home }) => [
    {
      folder: join(home, ".gemini", "tmp"),
      isLog: (path) => path.split(/[\\/]/).includes("chats") && isChat(path),
    },
  ],
  projectOf,
  shapeOf: (path) => (isChat(path) && !isOwnQuestion(path) ? "document" : undefined),
};

function isChat(path: string): boolean {
  return path.endsWith(".jsonl") || path.endsWith(".json");
}

/**
 * Whether a chat is a question that we asked ourselves: this program cannot be told to keep no log, and what
 * a model said about candidates is no experience. The chats of a project lie in a folder of its name, or of a
 * digest of its place; then the file beside them tells the place.
 */
function isOwnQuestion(chatPath: string): boolean {
  const parts = chatPath.split(sep);
  const folder = parts[parts.lastIndexOf("chats") - 1] ?? "";
  if (folder.startsWith(askFolderStart)) return true;
  return digest.test(folder) && basename(projectOf(chatPath) ?? "").startsWith(askFolderStart);
}

const digest = /^[\da-f]{64}$/;

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
