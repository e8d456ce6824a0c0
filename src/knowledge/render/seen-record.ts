import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import {
  isRecord,
  numberAt,
  recordAt,
  textAt,
  type JsonRecord,
} from "../../platform/json/fields.ts";
import { askGit } from "../../platform/project/ask-git.ts";
import { gitMarks, hasGitMoved, projectPlace } from "../../platform/project/place.ts";
import { projectFile } from "../index/project-file.ts";
import { placeKey, type ManifestEntry } from "./manifest.ts";

/** What is known of a project by our last look at it. */
export interface SeenBefore {
  /** Whether what is gone now was there at our last look, and nobody but a person can have taken it away. */
  readonly wasSeen: (entry: ManifestEntry) => boolean;
  /** Whether a file now says what git had of it at our last look: `git restore` leaves no other trace. */
  readonly isRestored: (path: string, text: string) => boolean;
}

/**
 * Out of our home. A file that is gone was deleted by a person only if it was there at that look and git has not been
 * at it since: another branch, another worktree, a stash and a reset take files away, too.
 */
export function readSeen(home: string, root: string): SeenBefore {
  const seen = recordIn(fileOf(home, root));
  if (seen?.["root"] !== root) return { wasSeen: () => false, isRestored: () => false };
  const places = new Set<unknown>(Array.isArray(seen["places"]) ? seen["places"] : []);
  const marks = {
    head: textAt(seen, "head") ?? "",
    stash: textAt(seen, "stash") ?? "",
    log: numberAt(seen, "log") ?? 0,
  };
  const isLeftAlone = !hasGitMoved(root, marks);
  const blobs = recordAt(seen, "blobs");
  return {
    wasSeen: (entry) => isLeftAlone && places.has(placeKey(entry)),
    isRestored: (path, text) => isBlob(text, textAt(blobs, path)),
  };
}

function recordIn(file: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeSeen(home: string, root: string, present: readonly ManifestEntry[]): void {
  const file = fileOf(home, root);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const documents = present.flatMap(({ path, anchor }) => (anchor === undefined ? [] : [path]));
  const blobs = stagedBlobs(root, [...new Set(documents)]);
  const value = { version: 1, root, ...gitMarks(root), places: present.map(placeKey), blobs };
  writeFileAtomically(file, [`${JSON.stringify(value)}\n`]);
}

/** What git has staged of these files, by its name for that content. */
function stagedBlobs(root: string, paths: readonly string[]): Readonly<Record<string, string>> {
  if (paths.length === 0 || !projectPlace(root).isRepository) return {};
  const listed = askGit(root, ["ls-files", "--stage", "-z", "--", ...paths], { isLiteral: true });
  const entries = (listed?.out ?? "").split("\0").flatMap((line) => {
    const [, blob, path] = /^\d+ ([\da-f]+) 0\t(.+)$/su.exec(line) ?? [];
    return blob === undefined || path === undefined ? [] : [[path, blob] as const];
  });
  return Object.fromEntries(entries);
}

/** Git names a content by its hash; line ends may be this system's. */
function isBlob(text: string, blob: string | undefined): boolean {
  if (blob === undefined) return false;
  const method = blob.length === 64 ? "sha256" : "sha1";
  return [text, text.replaceAll("\r\n", "\n")].some((content) => {
    const bytes = Buffer.from(content);
    return createHash(method).update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === blob;
  });
}

function fileOf(home: string, root: string): string {
  return join(home, projectFile(root, "seen"));
}
