import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Examined, Finding } from "./finding.ts";
import { counted, named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** What we keep is what people work on: it belongs to its owner, and nobody else may read it. */
export function checkPermissions({ paths, source }: Checkup): Examined {
  const { home } = paths;
  const found = statSync(home, { throwIfNoEntry: false });
  if (found === undefined) return { findings: [] };
  if (!found.isDirectory()) return { findings: [notAFolder(home)] };
  // Windows has other means, which Node does not tell.
  if (source.platform === "win32") return { findings: [] };
  const entries = entriesIn(home);
  const isForeign = ({ owner }: Entry) => owner !== process.getuid?.();
  const foreign = entries.filter(isForeign);
  const open = entries.filter((entry) => (entry.mode & 0o077) !== 0 && !isForeign(entry));
  const show = (group: readonly Entry[]) =>
    named(group.map(({ path }) => relative(home, path) || home));
  const findings: Finding[] = [];
  if (foreign.length > 0) {
    findings.push({
      check: "owner",
      severity: "broken",
      text: `${counted(foreign.length, "entry of our home belongs", "entries of our home belong")} to another user, so that the hook may not be able to write: ${show(foreign)}`,
      hint: `take them over: sudo chown -R "$(id -un)" ${home}`,
    });
  }
  if (open.length > 0) {
    findings.push({
      check: "permissions",
      severity: "warning",
      text: `others on this machine may read ${counted(open.length, "entry", "entries")} of our home: ${show(open)}`,
      hint: "lessons doctor --fix takes their rights away",
      fix: () => {
        for (const { path, mode } of open) chmodSync(path, mode & 0o700);
        return `made ${counted(open.length, "entry", "entries")} of our home private`;
      },
    });
  }
  return { findings, fine: "private" };
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
    if (found.isDirectory()) for (const name of namesIn(path)) waiting.push(join(path, name));
  }
  return entries;
}

const mostEntries = 20_000;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted().toReversed();
  } catch {
    // Gone in between, or not ours: its owner is reported.
    return [];
  }
}

function notAFolder(home: string): Finding {
  return {
    check: "home",
    severity: "broken",
    text: `${home} is no folder`,
    hint: "move it away, or set LESSONS_HOME to another place",
  };
}
