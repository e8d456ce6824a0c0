import { dirname, join } from "node:path";
import type { Instant, Lesson, LessonId } from "./record/lesson.ts";
import { isRecord, recordsAt, textAt } from "../platform/json/fields.ts";
import { parseJsonLine } from "../platform/json/parse.ts";
import { plainLine } from "../redact/plain-text.ts";
import type { Status } from "./record/lifecycle.ts";
import { queryAll, type Database } from "../platform/database/database.ts";
import { writeFileAtomically } from "../platform/files/atomic-file.ts";
import { fileTail } from "../platform/files/read-text-file.ts";
import { ensurePrivateDirectory } from "../platform/paths.ts";

/** What the last look found that a person should know. It can be made again at any time. */
export interface UpkeepMarks {
  readonly lookedAt: Instant;
  /** When it last ran by itself. */
  readonly dailyAt?: Instant | undefined;
  readonly marks: readonly UpkeepMark[];
}

export interface UpkeepMark {
  /** Absent when it is about all lessons together. */
  readonly lesson?: LessonId | undefined;
  /** The rule that found it. */
  readonly rule?: string | undefined;
  readonly because: string;
}

export function readMarks(home: string): UpkeepMarks | undefined {
  const value = parseJsonLine(fileTail(join(home, marksFile), longestFile));
  if (!isRecord(value)) return undefined;
  const [lookedAt, dailyAt] = [textAt(value, "lookedAt"), textAt(value, "dailyAt")];
  const marks = recordsAt(value, "marks").flatMap((mark): readonly UpkeepMark[] => {
    const [lesson, because] = [textAt(mark, "lesson"), textAt(mark, "because")];
    if (because === undefined) return [];
    return [{ lesson, rule: textAt(mark, "rule"), because: plainLine(because) }];
  });
  if (lookedAt === undefined) return undefined;
  return { lookedAt, dailyAt, marks };
}

export function keepMarks(home: string, kept: UpkeepMarks): void {
  ensurePrivateDirectory(home);
  const value = { type: "lessons-upkeep-marks", version: 1, ...kept };
  writeFileAtomically(join(home, marksFile), `${JSON.stringify(value, null, 2)}\n`);
}

const marksFile = "upkeep.json";
const longestFile = 8_388_608;

/**
 * The marks beside a store, by lesson. One that was changed after the look has none until the next one: what was
 * found may be what was mended.
 */
export function marksBeside(database: Database): (lesson: Lesson) => readonly string[] {
  const found = readMarksBeside(database);
  if (found === undefined) return () => [];
  const byLesson = Map.groupBy(found.marks, ({ lesson }) => lesson);
  const isOpen = new Set(openMarks(database, found).map(({ id }) => id));
  return ({ id }) => (isOpen.has(id) ? (byLesson.get(id) ?? []).map(({ because }) => because) : []);
}

/** The lessons with marks, but for those that were changed or put away since, and those of which a person said what they think. */
export function openMarks(
  database: Database,
  { lookedAt, marks }: UpkeepMarks,
): readonly (Pick<Lesson, "id" | "slug" | "summary"> & { readonly status: Status })[] {
  const ids = new Set(marks.flatMap(({ lesson }) => lesson ?? []));
  return queryAll(
    database,
    `SELECT id, slug, summary, status FROM lessons
     WHERE id IN (SELECT value FROM json_each(?1)) AND status <> 'archived' AND updated_at <= ?2
       AND NOT EXISTS (SELECT 1 FROM feedback
                       WHERE feedback.lesson = lessons.number AND actor = 'person' AND at > ?2)
     ORDER BY id`,
    JSON.stringify([...ids]),
    lookedAt,
  );
}

/** Undefined when nobody has looked, or the store is no file. */
export function readMarksBeside(database: Database): UpkeepMarks | undefined {
  const file = database.location();
  return file === null ? undefined : readMarks(dirname(file));
}
