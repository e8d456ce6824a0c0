import { chmodSync, existsSync, globSync, lstatSync, rmSync, statfsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { namesIn } from "../../platform/files/names.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { broken, counted, named } from "./finding.ts";
import type { Check, Checkup, Examined, Found } from "./finding.ts";

export const homeChecks: readonly Check[] = [
  { area: "home", name: "permissions", look: checkPermissions },
  // Settings that cannot be read stop every command but this one.
  {
    area: "home",
    name: "config",
    look: ({ badConfig }) => badConfig && broken(badConfig.message, badConfig.hint),
  },
  { area: "home", name: "disk", look: checkDisk },
  { area: "home", name: "leftovers", look: checkLeftovers },
];

/** What we keep is what people work on: it belongs to its owner, and nobody else may read it. */
function checkPermissions({ paths: { home }, source }: Checkup): Examined {
  const folder = statSync(home, { throwIfNoEntry: false });
  if (folder === undefined) return undefined;
  if (!folder.isDirectory()) {
    const hint = "move it, or set LESSONS_HOME to another folder";
    return { check: "home", severity: "broken", text: `${home} is not a folder`, hint };
  }
  // Windows has other means, which Node does not show.
  if (source.platform === "win32") return undefined;
  const entries = entriesIn(home);
  const isForeign = ({ owner }: Entry) => owner !== process.getuid?.();
  const foreign = entries.filter(isForeign);
  const open = entries.filter((entry) => (entry.mode & 0o077) !== 0 && !isForeign(entry));
  const show = (group: readonly Entry[]) =>
    named(group.map(({ path }) => relative(home, path) || home));
  const found: Found[] = [];
  if (foreign.length > 0) {
    found.push({
      check: "owner",
      severity: "broken",
      text: `another user owns ${counted(foreign.length, "entry", "entries")} of the lessons folder, so the hook may be unable to write: ${show(foreign)}`,
      hint: `to own them: sudo chown -R "$(id -un)" ${home}`,
    });
  }
  if (open.length > 0) {
    found.push({
      severity: "warning",
      text: `other users can read ${counted(open.length, "entry", "entries")} of the lessons folder: ${show(open)}`,
      hint: "to make them private: lessons doctor --fix",
      fix: () => {
        for (const { path, mode } of open) chmodSync(path, mode & 0o700);
        return `made ${counted(open.length, "entry", "entries")} of the lessons folder private`;
      },
    });
  }
  return found.length > 0 ? found : "private";
}

interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly owner: number;
}

/** The folder itself and what is in it. Links have no rights of their own. */
function entriesIn(home: string): readonly Entry[] {
  const entries: Entry[] = [];
  const waiting = [home];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) continue;
    entries.push({ path, mode: found.mode & 0o777, owner: found.uid });
    if (entries.length >= mostEntries) return entries;
    if (!found.isDirectory()) continue;
    // None where it is gone in between, or not ours: its owner is reported.
    for (const name of namesIn(path).toSorted().toReversed()) waiting.push(join(path, name));
  }
  return entries;
}

const mostEntries = 20_000;

function checkDisk({ paths }: Checkup): Examined {
  if (!existsSync(paths.home)) return undefined;
  const { bavail, bsize } = statfsSync(paths.home);
  return examineSpace(bavail * bsize);
}

/** A store in use needs some room for its journal and for a backup. */
export function examineSpace(freeBytes: number): Examined {
  const megabytes = Math.floor(freeBytes / 1_000_000);
  const size = megabytes < 10_000 ? `${megabytes} MB` : `${Math.floor(megabytes / 1000)} GB`;
  if (freeBytes >= enoughBytes) return `${size} free`;
  const isFull = freeBytes < leastBytes;
  return {
    severity: isFull ? "broken" : "warning",
    text: `the disk is ${isFull ? "full" : "nearly full"}: ${size} free`,
    hint: "free some space; without it, lessons cannot be saved or shown",
  };
}

const leastBytes = 10_000_000;
const enoughBytes = 200_000_000;

/** What a program that was ended in the middle has left behind. Young ones may still be in use. */
function checkLeftovers({ paths: { home }, now }: Checkup): Examined {
  const names = leftoverPlaces
    .flatMap((place) => globSync(place, { cwd: home }))
    .filter((name) => isTemporary.test(name) && isOld(join(home, name), now))
    .toSorted();
  if (names.length === 0) return undefined;
  return {
    severity: "note",
    text: `${counted(names.length, "leftover", "leftovers")} from an interrupted command: ${named(names)}`,
    hint: "to remove unused files: lessons doctor --fix",
    fix: () => {
      for (const name of names) rmSync(join(home, name), { recursive: true, force: true });
      return `removed ${named(names)}`;
    },
  };
}

/** Where we write by way of another file, and nowhere else. */
const leftoverPlaces = [
  "*",
  "{backups,cache,hook,schemas,review-sessions}/*",
  "cache/generations/.new-*",
  "sessions/*/.*",
];
const isTemporary =
  /(?:\.[0-9a-f]{12}\.tmp(?:-wal|-shm)?|\/\.new-\w{6}|projects\.tsv\.\d+|\/\.[\w-]+(?:\.json)?\.\d+|last-scan\.lock|live-marker-[0-9a-f]{12}\.json)$/;

/** A time in the future is of a clock that was wrong. */
function isOld(path: string, now: Instant): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.parse(now) - found.mtimeMs) > stillInUseMs;
}

const stillInUseMs = 600_000;
