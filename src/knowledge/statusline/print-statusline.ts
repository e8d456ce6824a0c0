import { existsSync, fstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { folderInStatus } from "../../deliver/hook/agent.ts";
import { attentionFile } from "../index/attention-file.ts";
import { learningRow } from "../index/learning-row.ts";

/**
 * Prints the row of the project that an agent is in. It runs at every turn, so that it loads nothing but
 * this and opens no database; whatever is wrong, it prints nothing.
 */
export function printStatusline(environment: NodeJS.ProcessEnv): void {
  try {
    // A person in a terminal has nothing to say here, and must not have to.
    const said = fstatSync(0).isCharacterDevice() ? "" : readFileSync(0, "utf8");
    process.stdout.write(statusline(said, process.cwd(), environment));
  } catch {
    return;
  }
}

/** The row and its end, for the folder that the agent named or else the one where we are; "" where there is none. */
export function statusline(said: string, folder: string, environment: NodeJS.ProcessEnv): string {
  try {
    const root = rootOf(folderInStatus(said) ?? folder);
    const manifest: unknown = JSON.parse(
      readFileSync(join(root, ".memory", ".learning-manifest.json"), "utf8"),
    );
    const row = learningRow(manifest, needReview(root, environment));
    return row === "" ? "" : `${row}\n`;
  } catch {
    return "";
  }
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
