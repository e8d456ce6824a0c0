import { randomBytes } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { errorCode, fileFault } from "../../platform/files/file-fault.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import type { CacheFiles } from "./cache-files.ts";
import { damagedFiles, lengthsFile, lengthsOf, linkedName } from "./current-cache.ts";

/**
 * Puts a compilation in the place of the one before, all its files at once: they are written into a folder
 * of their own, and one link is moved to it. Whoever reads the old ones keeps on reading the old ones.
 * Files of it that were lost or damaged are written again. Says whether hooks see anything else than before.
 */
export function publishCache(
  cacheFolder: string,
  files: CacheFiles,
  platform: NodeJS.Platform = process.platform,
): boolean {
  try {
    const { generation, contents } = files;
    const generations = join(cacheFolder, "generations");
    ensurePrivateDirectory(generations);
    const current = join(cacheFolder, "current");
    const target = join(generations, generation);
    const isCurrent = linkedName(current) === generation;
    const isWhole = damagedFiles(target, files).length === 0;
    const before = join(generations, linkedName(current) ?? generation);
    if (!isWhole) writeGeneration(generations, target, { contents, before });
    else if (!isCurrent) renew(target);
    if (isWhole) refreshIndex(target, contents);
    if (!isCurrent) moveLink(current, join("generations", generation), platform);
    const wasSlow = forgetSlow(target);
    showWhole(cacheFolder, contents, platform);
    sweep(generations, generation);
    return !isWhole || !isCurrent || wasSlow;
  } catch (error) {
    throw errorCode(error) === "" ? error : fileFault(error, "write", cacheFolder);
  }
}

function writeGeneration(
  generations: string,
  target: string,
  { contents, before }: Pick<CacheFiles, "contents"> & { readonly before: string },
): void {
  const scratch = mkdtempSync(join(generations, ".new-"));
  try {
    for (const [name, content] of contents) {
      const path = join(scratch, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (!isLinked(join(before, name), path, content))
        writeFileSync(path, content, { mode: 0o600 });
    }
    writeFileSync(join(scratch, lengthsFile), lengthsOf(contents), { mode: 0o600 });
    // What a crash left there is not whole.
    rmSync(target, { recursive: true, force: true });
    renameSync(scratch, target);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** Most files are those of the generation before, which nobody writes to: one more name for a file is quicker than another file. */
function isLinked(from: string, path: string, content: string | Uint8Array): boolean {
  try {
    if (!readFileSync(from).equals(Buffer.from(content))) return false;
    linkSync(from, path);
    return true;
  } catch {
    return false;
  }
}

/**
 * An old generation that comes back counts as new for the sweep. What sessions got while another one
 * was current is not in its filters.
 */
function renew(folder: string): void {
  rmSync(join(folder, "sessions"), { recursive: true, force: true });
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Sessions may have begun in new folders since: no reason for a new generation, but the index names them. */
function refreshIndex(folder: string, contents: CacheFiles["contents"]): void {
  const [path, content] = [join(folder, "index.json"), contents.get("index.json")];
  if (typeof content !== "string") return;
  const projectsIn = (text: string) => JSON.stringify(JSON.parse(text).projects);
  if (projectsIn(readFileSync(path, "utf8")) !== projectsIn(content)) {
    writeFileAtomically(path, content);
  }
}

/** A lesson that used up the hook's time gets another chance at each compilation. */
function forgetSlow(folder: string): boolean {
  const slow = join(folder, "slow");
  if (lstatSync(slow, { throwIfNoEntry: false }) === undefined) return false;
  rmSync(slow, { recursive: true, force: true });
  return true;
}

/** The file for people and other programs stands beside `current`, too. A junction cannot lead to a file. */
function showWhole(
  cacheFolder: string,
  contents: CacheFiles["contents"],
  platform: NodeJS.Platform,
): void {
  const name = "lesson-cache.json";
  const [path, target] = [join(cacheFolder, name), join("current", name)];
  if (platform === "win32") {
    writeFileSync(path, contents.get(name) ?? "", { mode: 0o600 });
    return;
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return;
  moveLink(path, target, platform);
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

/** A link cannot be overwritten, but another one can be moved over it. */
function moveLink(path: string, target: string, platform: NodeJS.Platform): void {
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
