import {
  inRehearsal,
  inTransaction,
  queryAll,
  type Database,
} from "../../platform/database/database.ts";

/** Rows that name a row which is not there, by table. */
export function looseRows(
  database: Database,
): readonly { readonly table: string; readonly rows: number }[] {
  return queryAll(
    database,
    `SELECT "table", count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table" ORDER BY "table"`,
  );
}

/** Whether the search index says something else than the lessons. */
export function searchProblem(database: Database): boolean {
  return inRehearsal(database, () => {
    try {
      // The number makes it compare with the lessons, too; without it only the index itself is looked at.
      database.exec("INSERT INTO lessons_fts(lessons_fts, rank) VALUES ('integrity-check', 1)");
      return false;
    } catch (error) {
      if (isCorrupt(error)) return true;
      throw error;
    }
  });
}

export function rebuildSearch(database: Database): void {
  inTransaction(database, () =>
    database.exec("INSERT INTO lessons_fts(lessons_fts) VALUES ('rebuild')"),
  );
}

/** Whether the tags of the table are others than those of the lessons. */
export function tagProblem(database: Database): boolean {
  return (
    queryAll(
      database,
      `SELECT 1 FROM (
         SELECT * FROM (${tagsOfLessons} EXCEPT SELECT tag, lesson FROM lesson_tags)
         UNION ALL
         SELECT * FROM (SELECT tag, lesson FROM lesson_tags EXCEPT ${tagsOfLessons})
       ) LIMIT 1`,
    ).length > 0
  );
}

export function rebuildTags(database: Database): void {
  inTransaction(database, () => {
    database.exec("DELETE FROM lesson_tags");
    database.exec(`INSERT INTO lesson_tags(tag, lesson) ${tagsOfLessons}`);
  });
}

const tagsOfLessons = `SELECT DISTINCT tags.value AS tag, lessons.number AS lesson FROM lessons, json_each(lessons.tags) AS tags`;

/** The slugs of each group of lessons whose names differ in capitals only. */
export function namesakes(database: Database): readonly (readonly string[])[] {
  const rows = queryAll<{ slugs: string }>(
    database,
    `SELECT json_group_array(slug ORDER BY number) AS slugs FROM lessons
     GROUP BY lower(slug) HAVING count(*) > 1`,
  );
  return rows.map(({ slugs }) => JSON.parse(slugs));
}

const sqliteCorrupt = 11;

/** The low byte is the class: a virtual table has a number of its own in it. */
function isCorrupt(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === sqliteCorrupt
  );
}
