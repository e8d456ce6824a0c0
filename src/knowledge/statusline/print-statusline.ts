import { existsSync, fstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sessionFolder } from "../../deliver/claims.ts";
import { countsFile } from "../../deliver/compile/cache-index.ts";
import { placeInStatus } from "../../deliver/hook/agent.ts";
import { factsFor } from "../../deliver/hook/notices.ts";
import { warningsNoted } from "../../gates/warnings-note.ts";
import { needCount, readNeeds } from "../../lesson/record/needs.ts";
import { namesIn } from "../../platform/files/names.ts";
import {
  isRecord,
  type JsonRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";

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
    const place = placeInStatus(said);
    const root = rootOf(place.folder ?? folder);
    const manifest = readProjectFile(root, ".memory/.learning-manifest.json", longestManifest);
    const home = homeIn(environment);
    const counts = jsonIn(join(home, "cache", "current", countsFile));
    const parts = [
      isRecord(counts) ? deliveryRow(home, counts, place.sessionId) : "",
      learningRow("text" in manifest ? parsed(manifest.text) : undefined),
    ].filter((part) => part !== "");
    const stored = isRecord(counts) ? (recordAt(counts, "needs") ?? {}) : {};
    const needs = needCount({ ...readNeeds(stored), gates: warningsNoted(home, root) });
    return rowOf(parts, needs);
  } catch {
    return "";
  }
}

/** What needs the person comes last, one number for all of it: `lessons` names it. */
function rowOf(parts: readonly string[], needs: number): string {
  const attention = needs === 0 ? "" : `⚠ ${needs} ${needs === 1 ? "needs" : "need"} you: lessons`;
  const row = [parts.join(" · "), attention].filter((part) => part !== "").join("  ");
  return row === "" ? "" : `${row}\n`;
}

function homeIn(environment: NodeJS.ProcessEnv): string {
  return environment["LESSONS_HOME"] ?? join(environment["HOME"] ?? "", ".lessons");
}

/** Of our own home. */
function jsonIn(file: string): unknown {
  try {
    return parsed(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ten thousand entries: more than a project has, and less than a person notices. */
const longestManifest = 4_000_000;

/**
 * `lessons: 4 facts, 1 held · last session: 2 heeded, 1 repeated`. The session's own folder says where it works and
 * what was held in it; the rest are two small files that others wrote.
 */
function deliveryRow(home: string, counts: JsonRecord, sessionId: string | undefined): string {
  const session = sessionId === undefined ? undefined : sessionFolder(home, sessionId);
  const note = session === undefined ? undefined : jsonIn(join(session, "project.json"));
  const project = isRecord(note) ? textAt(note, "project") : undefined;
  const byScope = Object.entries(recordAt(counts, "byScope") ?? {}).flatMap(([scope, count]) =>
    typeof count === "number" ? [[scope, count] as const] : [],
  );
  const now = countWords([
    [factsFor({ byScope: Object.fromEntries(byScope) }, project), "fact", "facts"],
    [session === undefined ? 0 : namesIn(join(session, "holds")).length, "held", "held"],
  ]);
  const digest = jsonIn(join(home, "last-session.json"));
  const last = isRecord(digest) ? lastWords(digest) : "";
  return [now === "" ? "" : `lessons: ${now}`, last].filter((part) => part !== "").join(" · ");
}

function lastWords(digest: JsonRecord): string {
  const [missed] = recordsAt(digest, "missed");
  const counts = countWords([
    [digest["heeded"], "heeded", "heeded"],
    [digest["repeated"], "repeated", "repeated"],
    [digest["newCandidates"], "new candidate", "new candidates"],
  ]);
  const slug = textAt(missed, "slug");
  const lost = slug === undefined ? "" : `CRITICAL ${slug} not shown`;
  const words = [counts, lost].filter((part) => part !== "").join(", ");
  return words === "" ? "" : `last session: ${words}`;
}

function countWords(
  counts: readonly (readonly [count: unknown, one: string, many: string])[],
): string {
  return counts
    .flatMap(([count, one, many]) =>
      typeof count === "number" && count > 0 ? [`${count} ${count === 1 ? one : many}`] : [],
    )
    .join(", ");
}

function rootOf(folder: string): string {
  const own = resolve(folder);
  for (let place = own; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place;
    if (dirname(place) === place) return own;
  }
}

/**
 * The row for a status line: what was learned in a project and is rendered there. Empty where there is nothing:
 * a line that says nothing takes a line away from the person.
 */
export function learningRow(manifest: unknown): string {
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
  return known.length === 0 ? "" : `Learning: ${known.join(", ")}`;
}
