import { existsSync, fstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { folderInStatus } from "../../deliver/hook/agent.ts";
import { isRecord, recordsAt, textAt } from "../../platform/json/fields.ts";
import { projectFile } from "../index/project-file.ts";

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
    const row = learningRow(manifest, countOf(root, environment));
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
function countOf(root: string, environment: NodeJS.ProcessEnv): number {
  const home = environment["LESSONS_HOME"] ?? join(environment["HOME"] ?? "", ".lessons");
  try {
    const count = Number(readFileSync(join(home, projectFile(root, "attention")), "utf8"));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

/**
 * The row for a status line: what was learned in a project and is rendered there. Empty where there is nothing:
 * a line that says nothing takes a line away from the person.
 */
export function learningRow(manifest: unknown, needReview: number): string {
  if (!isRecord(manifest)) return "";
  const byKind = new Map<string, Set<string>>();
  for (const entry of recordsAt(manifest, "entries")) {
    const [id, type] = [textAt(entry, "observationId"), textAt(entry, "type")];
    if (id === undefined || type === undefined) continue;
    if (entry["isOver"] === true || entry["isDeleted"] === true) continue;
    // A copy for other agents is the same thing once more.
    byKind.set(type, (byKind.get(type) ?? new Set()).add(id));
  }
  const count = (...types: readonly string[]) =>
    types.reduce((sum, type) => sum + (byKind.get(type)?.size ?? 0), 0);
  const counts = [
    [count("workflow"), "workflows"],
    [count("procedure", "procedural"), "skills"],
    [count("decision"), "decisions"],
    [count("pitfall"), "pitfalls"],
  ] as const;
  const known = counts.flatMap(([number, name]) => (number === 0 ? [] : [`${number} ${name}`]));
  if (known.length === 0) return "";
  const suffix = needReview > 0 ? `  ⚠ ${needReview} need review` : "";
  return `Learning: ${known.join(", ")}${suffix}`;
}
