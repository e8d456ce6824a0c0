import { chmodSync, copyFileSync, cpSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import { addLessons } from "../../src/lesson/add.ts";
import type { Context } from "../../src/platform/context.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { configSchema } from "../../src/platform/configuration/schema.ts";
import type { System } from "../../src/platform/system.ts";
import { nextUlid } from "../../src/lesson/record/ulid.ts";

export const noon = "2026-01-01T12:00:00.000Z";

/** A folder of its own for each test. */
export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), "lessons-test-"));
}

/** With links, times and rights as they are: `cpSync` itself opens folders to everybody. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  chmodSync(to, statSync(from).mode);
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(entry.parentPath, entry.name);
    chmodSync(join(to, relative(from, folder)), statSync(folder).mode);
  }
}

/** A system whose clock moves a minute at each look, and whose names are counted. */
export function countingSystem(): System {
  let minutes = 0;
  let id: string | undefined;
  let suffix = 0;
  return {
    now: () => new Date(Date.parse(noon) + minutes++ * 60_000).toISOString(),
    newId: () => (id = nextUlid(Date.parse(noon), new Uint8Array(10), id)),
    newSlugSuffix: () => (suffix++).toString(36).padStart(4, "0"),
  };
}

/** A real store in a fresh folder. */
export function freshContext(system: System = countingSystem()): Context {
  const file = join(freshFolder(), "lessons.db");
  copyFileSync((emptyStore ??= makeEmptyStore()), file);
  const config = configSchema.parse({});
  return { database: openDatabase(file, noon), system, config, who: { is: "person" } };
}

/** Made once and copied: every step of the database's history takes ten times as long. */
let emptyStore: string | undefined;

function makeEmptyStore(): string {
  const file = join(freshFolder(), "lessons.db");
  openDatabase(file, noon).close();
  return file;
}

/** A database of some other program, with a table that happens to have one of our names. */
export function makeForeignDatabase(file: string): void {
  const photos = new DatabaseSync(file);
  photos.exec("CREATE TABLE photos (x); CREATE TABLE migrations (name)");
  photos.close();
}

export const gitStash: LessonDraft = {
  kind: "pitfall",
  summary: "git stash leaves untracked files behind",
  body: { mistake: "git stash only saves tracked files", remediation: "use git stash -u" },
  tags: ["tool:git", "severity:data-loss"],
  triggers: {
    toolNames: ["Bash"],
    commandPatterns: ["^git\\s+stash\\b(?!.*(-u|--include-untracked))"],
  },
};

export const versionBump: LessonDraft = {
  kind: "checklist",
  summary: "A version bump touches four files",
  body: { title: "Version bump", items: ["package.json", "CHANGELOG.md"], format: "checkbox" },
  priority: 9,
  triggers: { pathPatterns: ["**/package.json"] },
};

export function add(context: Context, draft: LessonDraft): Lesson {
  const [lesson] = addLessons(context, [draft]);
  if (lesson === undefined) throw new Error("nothing was added");
  return lesson;
}
