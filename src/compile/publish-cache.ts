import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { errorCode, fileFault } from "../system/file-fault.ts";
import { ensurePrivateDirectory } from "../system/paths.ts";
import type { CacheFiles } from "./cache-files.ts";

/**
 * Puts a compilation in the place of the one before, all its files at once: they are written into a folder
 * of their own, and one link is moved to it. Whoever reads the old ones keeps on reading the old ones.
 * Says whether anything is different.
 */
export function publishCache(cacheFolder: string, { generation, contents }: CacheFiles): boolean {
  try {
    const generations = join(cacheFolder, "generations");
    ensurePrivateDirectory(generations);
    const current = join(cacheFolder, "current");
    const target = join(generations, generation);
    const isWhole = existsSync(join(target, "index.json"));
    if (isWhole && targetOf(current) === generation) return false;
    if (isWhole) renew(target);
    else writeGeneration(generations, target, contents);
    swapLink(current, join("generations", generation));
    ensureLink(join(cacheFolder, "lesson-cache.json"), join("current", "lesson-cache.json"));
    sweep(generations, generation);
    return true;
  } catch (error) {
    throw errorCode(error) === "" ? error : fileFault(error, "write", cacheFolder);
  }
}

function writeGeneration(
  generations: string,
  target: string,
  contents: CacheFiles["contents"],
): void {
  const scratch = mkdtempSync(join(generations, ".new-"));
  try {
    for (const [name, content] of contents) {
      const path = join(scratch, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, content, { mode: 0o600 });
    }
    // What a crash left there is not whole.
    rmSync(target, { recursive: true, force: true });
    renameSync(scratch, target);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** A link cannot be overwritten, but another one can be moved over it. */
function swapLink(path: string, target: string): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  symlinkSync(target, temporary);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function ensureLink(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return;
  swapLink(path, target);
}

function targetOf(link: string): string | undefined {
  try {
    return basename(readlinkSync(link));
  } catch {
    return undefined;
  }
}

/**
 * An old generation that comes back counts as new for the sweep. What sessions were told while another one
 * was current is not in its filters.
 */
function renew(folder: string): void {
  rmSync(join(folder, "sessions"), { recursive: true, force: true });
  const now = new Date();
  utimesSync(folder, now, now);
}

/** A hook that has just started may still read the generation before. */
function sweep(generations: string, current: string): void {
  const isOld = (name: string) =>
    Date.now() - (statSync(join(generations, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) >
    keptMs;
  for (const name of readdirSync(generations)) {
    if (name !== current && isOld(name)) {
      rmSync(join(generations, name), { recursive: true, force: true });
    }
  }
}

const keptMs = 10 * 60 * 1000;
