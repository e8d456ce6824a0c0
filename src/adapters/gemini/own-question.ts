import { basename, sep } from "node:path";
import { askFolderStart } from "../headless.ts";
import { projectOf } from "./project-of.ts";

/**
 * Whether a chat is a question that we asked ourselves: this program cannot be told to keep no log, and what
 * a model said about candidates is no experience. The chats of a project lie in a folder of its name, or of a
 * digest of its place; then the file beside them tells the place.
 */
export function isOwnQuestion(chatPath: string): boolean {
  const parts = chatPath.split(sep);
  const folder = parts[parts.lastIndexOf("chats") - 1] ?? "";
  if (folder.startsWith(askFolderStart)) return true;
  return digest.test(folder) && basename(projectOf(chatPath) ?? "").startsWith(askFolderStart);
}

const digest = /^[\da-f]{64}$/;
