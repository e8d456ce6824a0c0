import { globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Examined } from "./finding.ts";
import { counted, named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** What a program that was ended in the middle has left behind. Young ones may still be in use. */
export function checkLeftovers({ paths, now }: Checkup): Examined {
  const names = leftoversIn(paths.home, now);
  if (names.length === 0) return { findings: [] };
  return {
    findings: [
      {
        check: "leftovers",
        severity: "note",
        text: `${counted(names.length, "leftover", "leftovers")} of an interrupted command: ${named(names)}`,
        hint: "lessons doctor --fix removes what nobody needs",
        fix: () => {
          for (const name of names)
            rmSync(join(paths.home, name), { recursive: true, force: true });
          return `removed ${named(names)}`;
        },
      },
    ],
  };
}

function leftoversIn(home: string, now: Date): readonly string[] {
  return places
    .flatMap((place) => globSync(place, { cwd: home }))
    .filter((name) => temporary.test(name) && isOld(join(home, name), now))
    .toSorted();
}

/** Where we write by way of another file, and nowhere else. */
const places = [
  "*",
  "{backups,cache,hook,schemas,review-sessions}/*",
  "cache/generations/.new-*",
  "sessions/*/.*",
];
const temporary =
  /(?:\.[0-9a-f]{12}\.tmp(?:-wal|-shm)?|\/\.new-\w{6}|projects\.tsv\.\d+|\/\.[\w-]+(?:\.json)?\.\d+|last-scan\.lock|live-marker-[0-9a-f]{12}\.json)$/;

/** A time in the future is of a clock that was wrong. */
function isOld(path: string, now: Date): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(now.getTime() - found.mtimeMs) > stillInUseMs;
}

const stillInUseMs = 600_000;
