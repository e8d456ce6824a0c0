import type { Lesson, Slug } from "../../lesson/record/lesson.ts";
import {
  prepared,
  queryAll,
  queryOne,
  type Database,
  type SqlInput,
} from "../../platform/database/database.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";

/** A lesson file of a project as it was when it was last written or read here. */
export interface ProjectFile {
  /** The scope of the project: `project:<id>`. */
  readonly project: string;
  /** The name of the file. The lesson may have got another one, where this was taken. */
  readonly slug: Slug;
  readonly fileHash: string;
  readonly lesson: number;
  /** The lesson that the file was before somebody changed it. */
  readonly previous: number | null;
  /** We wrote it; otherwise it came with the project. */
  readonly isWritten: boolean;
  readonly isPresent: boolean;
}

export function filesOfProject(database: Database, project: string): readonly ProjectFile[] {
  return filesWhere(database, "project = ? ORDER BY slug", project);
}

export function findProjectFile(
  database: Database,
  project: string,
  slug: Slug,
): ProjectFile | undefined {
  return filesWhere(database, "project = ? AND slug = ?", project, slug)[0];
}

/** The file in which a project has this lesson now, or had it before somebody changed the file. */
export function fileOfLesson(
  database: Database,
  project: string,
  lesson: number,
): ProjectFile | undefined {
  const where = `project = ? AND ? IN (lesson, previous)
     ORDER BY lesson = ? DESC, is_present DESC, slug LIMIT 1`;
  return filesWhere(database, where, project, lesson, lesson)[0];
}

function filesWhere(
  database: Database,
  condition: string,
  ...values: readonly SqlInput[]
): readonly ProjectFile[] {
  const rows = queryAll<FileRow>(
    database,
    `SELECT project, slug, file_hash AS fileHash, lesson, previous, is_written AS isWritten,
       is_present AS isPresent FROM project_files WHERE ${condition}`,
    ...values,
  );
  return rows.map((row) => ({
    ...row,
    isWritten: row.isWritten === 1,
    isPresent: row.isPresent === 1,
  }));
}

type FileRow = Omit<ProjectFile, "isWritten" | "isPresent"> & {
  readonly isWritten: number;
  readonly isPresent: number;
};

/** Whether another file, perhaps of another project, says what this lesson says. */
export function isInOtherFile(
  database: Database,
  { project, slug }: Pick<ProjectFile, "project" | "slug">,
  lesson: number,
): boolean {
  const row = queryOne(
    database,
    "SELECT 1 FROM project_files WHERE lesson = ? AND is_present = 1 AND NOT (project = ? AND slug = ?)",
    lesson,
    project,
    slug,
  );
  return row !== undefined;
}

export function hasProjectFiles(database: Database): boolean {
  return queryOne(database, "SELECT 1 FROM project_files LIMIT 1") !== undefined;
}

export function putProjectFile(database: Database, file: ProjectFile): void {
  prepared(
    database,
    `INSERT INTO project_files(project, slug, file_hash, lesson, previous, is_written, is_present)
     VALUES (:project, :slug, :fileHash, :lesson, :previous, :isWritten, :isPresent)
     ON CONFLICT(project, slug) DO UPDATE SET file_hash = excluded.file_hash, lesson = excluded.lesson,
       previous = excluded.previous, is_written = excluded.is_written, is_present = excluded.is_present`,
  ).run({ ...file, isWritten: Number(file.isWritten), isPresent: Number(file.isPresent) });
}

export interface FileLesson {
  readonly number: number;
  readonly lesson: Lesson;
  /** A file made it and nobody has had a hand in it since: it says what the file says. */
  readonly isOfFile: boolean;
}

export function fileLesson(database: Database, number: number): FileLesson | undefined {
  const row = queryOne<LessonRow & { readonly touched: number }>(
    database,
    `SELECT lessons.*, (lessons.status IN ('reviewed', 'active') OR lessons.source <> 'imported'
       OR EXISTS (SELECT 1 FROM transitions WHERE transitions.lesson = lessons.number AND actor <> 'scanner')
       OR EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner')) AS touched
     FROM lessons WHERE number = ?`,
    number,
  );
  return row && { number, lesson: lessonFromRow(row), isOfFile: row.touched === 0 };
}
