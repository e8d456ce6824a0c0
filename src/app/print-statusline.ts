import { existsSync, fstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { folderInStatus } from "../adapters/claude-code/status-payload.ts";
import { attentionFile } from "../core/knowledge/attention-file.ts";
import { learningRow } from "../core/knowledge/learning-row.ts";

/**
 * Prints the row of the project that an agent is in. It runs at every turn, so that it loads nothing but
 * this and opens no database; whatever is wrong, it prints nothing.
 */
export function printStatusline(environment: NodeJS.ProcessEnv): void {
  try {
    // A person in a terminal has nothing to say here, and must not have to.
    const said = fstatSync(0).isCharacterDevice() ? "" : readFileSync(0, "utf8");
    const row = rowFor(folderInStatus(said) ?? process.cwd(), environment);
    if (row !== "") process.stdout.write(`${row}\n`);
  } catch {
    return;
  }
}

function rowFor(folder: string, environment: NodeJS.ProcessEnv): string {
  const root = rootOf(folder);
  const manifest: unknown = JSON.parse(
    readFileSync(join(root, ".memory", ".learning-manifest.json"), "utf8"),
  );
  return learningRow(manifest, needReview(root, environment));
}

function rootOf(folder: string): string {
  const own = resolve(folder);
  for (let place = own; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place;
    if (dirname(place) === place) return own;
  }
}

/** What was counted when somebody last looked: `lessons learn` and `lessons render` do. */
function needReview(root: string, environment: NodeJS.ProcessEnv): number {
  const home = environment["LESSONS_HOME"] ?? join(environment["HOME"] ?? "", ".lessons");
  try {
    const count = Number(readFileSync(join(home, attentionFile(root)), "utf8"));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}
