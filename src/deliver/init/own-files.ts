import { lstatSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { OwnFile } from "../../agents/delivery.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { sha256 } from "../../platform/hash.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import type { OwnFileRecord } from "./installed-record.ts";

/** A file of ours in a folder of an agent, and what is to happen to it. */
export interface PlannedOwnFile extends OwnFile {
  /** `taken`: somebody else wrote it, or changed ours; it stays. `stale`: ours, and of no use any more. */
  readonly state: "new" | "changed" | "same" | "taken" | "stale";
}

/** What becomes of the files that are wanted, and of those of ours that no longer are. */
export function planOwnFiles(
  wanted: readonly OwnFile[],
  known: readonly OwnFileRecord[],
): readonly PlannedOwnFile[] {
  const ours = presentOwnFiles(known);
  const stale = ours.filter(({ path }) => !wanted.some((file) => file.path === path));
  return [
    ...wanted.map(({ path, content }) => {
      const isOurs = ours.some((file) => file.path === path);
      return { path, content, state: stateOf(path, content, isOurs) };
    }),
    ...stale,
  ];
}

/** Those that are there as we wrote them. */
export function presentOwnFiles(known: readonly OwnFileRecord[]): readonly PlannedOwnFile[] {
  const paths = [...new Set(known.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const content = contentOf(path);
    const isOurs = known.some(
      (record) => record.path === path && content !== undefined && record.hash === sha256(content),
    );
    return isOurs && content !== undefined ? [{ path, content, state: "stale" as const }] : [];
  });
}

export function applyOwnFiles(files: readonly PlannedOwnFile[]): void {
  for (const { path, state, content } of files) {
    try {
      if (state === "stale") rmSync(path, { force: true });
      if (state !== "new" && state !== "changed") continue;
      ensurePrivateDirectory(dirname(path));
      writeFileAtomically(path, content);
    } catch (error) {
      throw fileFault(error, "write", path);
    }
  }
}

/**
 * What to remember of them before they are written. One that changes is ours before and after: whoever is stopped in
 * between finds either.
 */
export function ownFileRecords(
  files: readonly PlannedOwnFile[],
  known: readonly OwnFileRecord[],
): readonly OwnFileRecord[] {
  return files.flatMap(({ path, state, content }) => {
    if (state === "taken" || state === "stale") return [];
    const before = state === "changed" ? known.filter((record) => record.path === path) : [];
    return [...before, { path, hash: sha256(content) }];
  });
}

function stateOf(path: string, content: string, isOurs: boolean): PlannedOwnFile["state"] {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return "new";
  if (contentOf(path) === content) return "same";
  return isOurs ? "changed" : "taken";
}

/** Undefined for what is no file of its own: a link leads to something that is not ours. */
function contentOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(path, "utf8")
    : undefined;
}
