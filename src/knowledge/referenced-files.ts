import { bodyText } from "../lesson/record/body.ts";
import type { Lesson } from "../lesson/record/lesson.ts";
import { knownExtension, knownName, token, url } from "../capture/sayings/files-named.ts";

/**
 * The files that a lesson's text names with a folder, as they are written, without `./`. A bare name is left out: it
 * may lie anywhere. So is what a build makes, for it comes and goes.
 */
export function referencedFiles({ summary, kind, body }: Lesson): readonly string[] {
  const text = `${summary}\n${bodyText(kind, body)}`.slice(0, longestText).replaceAll(url, " ");
  const words = Array.from(text.matchAll(token), ([word]) => trimmed(word));
  return [...new Set(words.filter(isProjectFile))].slice(0, mostFiles);
}

const longestText = 20_000;
const mostFiles = 20;

function trimmed(word: string): string {
  return word.replace(/[./\\-]{1,3}$/u, "").replace(/^(?:\.\/){1,3}/u, "");
}

function isProjectFile(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (folders.length === 0 || !(knownExtension.test(name) || knownName.test(name))) return false;
  if (/[\\]|^[@-]/u.test(path) || folders.includes("..")) return false;
  const [first = ""] = folders;
  return !host.test(first) && !examples.has(first) && !folders.some((folder) => made.has(folder));
}

/** `example.org/a.md` is an address. */
const host = /^[\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.[a-z]{2,10}$/iu;
const examples = new Set(["path", "foo", "some", "your", "example"]);
const made = new Set([
  "node_modules",
  "dist",
  "build",
  "out",
  "target",
  "coverage",
  "tmp",
  "vendor",
  "__pycache__",
  ".venv",
  "venv",
  ".next",
  ".cache",
]);
