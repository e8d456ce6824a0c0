import { dirname, join } from "node:path";
import type { Instant, Lesson, LessonId } from "./record/lesson.ts";
import { isRecord, recordsAt, textAt } from "../platform/json/fields.ts";
import { parseJsonLine } from "../platform/json/parse.ts";
import { plainLine } from "../redact/plain-text.ts";
import type { Database } from "../platform/database/database.ts";
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
  readonly because: string;
}

export function readMarks(home: string): UpkeepMarks | undefined {
  const value = parseJsonLine(fileTail(join(home, marksFile), longestFile));
  if (!isRecord(value)) return undefined;
  const [lookedAt, dailyAt] = [textAt(value, "lookedAt"), textAt(value, "dailyAt")];
  const marks = recordsAt(value, "marks").flatMap((mark): readonly UpkeepMark[] => {
    const [lesson, because] = [textAt(mark, "lesson"), textAt(mark, "because")];
    if (because === undefined) return [];
    return [{ lesson, because: plainLine(because) }];
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
  const file = database.location();
  const found = file === null ? undefined : readMarks(dirname(file));
  if (found === undefined) return () => [];
  const byLesson = Map.groupBy(found.marks, ({ lesson }) => lesson);
  return ({ id, stage, updatedAt }) => {
    if (stage.status === "archived" || updatedAt > found.lookedAt) return [];
    return (byLesson.get(id) ?? []).map(({ because }) => because);
  };
}
