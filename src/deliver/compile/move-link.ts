import { randomBytes } from "node:crypto";
import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename } from "node:path";

/** A link cannot be overwritten, but another one can be moved over it. */
export function moveLink(path: string, target: string, platform: NodeJS.Platform): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  // On Windows anybody may make a junction, which leads to a folder; other links take a right that few have.
  symlinkSync(target, temporary, "junction");
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // What is no link was not put there by us, and a junction is a folder to Windows: neither can be moved over.
    const isInTheWay = found !== undefined && (platform === "win32" || !found.isSymbolicLink());
    if (isInTheWay) rmSync(path, { recursive: true, force: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The last part of where a link leads to. */
export function linkedName(link: string): string | undefined {
  try {
    return basename(readlinkSync(link));
  } catch {
    return undefined;
  }
}
