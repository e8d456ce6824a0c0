import { join } from "node:path";
import type { TextSnapshot } from "../review-state.ts";
import { sha256 } from "../../platform/hash.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { readBoundedText } from "../../platform/files/read-text-file.ts";

export type NoteReading =
  | TextSnapshot
  | { readonly path: string; readonly problem: string; readonly isGone: boolean };

/** A Markdown file of the project as it is now. */
export function readNote(root: string, path: string): NoteReading {
  const file = readBoundedText(join(root, path), longestNote);
  return "problem" in file ? { path, ...file } : { path, text: file.text, hash: sha256(file.text) };
}

/** A longer one fits no prompt. */
const longestNote = 256_000;

/** Whether a note says of itself that it holds: `status: current` in its frontmatter. */
export function isCurrentNote(text: string): boolean {
  // Most notes have none, and a parser takes its time.
  if (!text.slice(0, 10).includes("---")) return false;
  const frontmatter = readFrontmatter(text);
  if (frontmatter === undefined || "problem" in frontmatter) return false;
  const status = frontmatter.facts["status"];
  return typeof status === "string" && status.trim().toLowerCase() === "current";
}
