import {
  inRehearsal,
  inTransaction,
  queryAll,
  type Database,
} from "../../platform/database/database.ts";
import { isSqliteError, sqliteClass } from "../../platform/database/store-fault.ts";
import { Fault } from "../../platform/fault.ts";
import { broken, counted } from "./finding.ts";
import type { Check, Checkup, Examined, Found, OpenStore } from "./finding.ts";

export const storeChecks: readonly Check[] = [
  { area: "store", name: "store", look: checkStore },
  { area: "store", name: "store-links", lookInside: checkStoreLinks },
];

/** Whether the database is there, ours, and sound by SQLite's own word. */
function checkStore({ storeState, paths }: Checkup): Examined {
  if (storeState instanceof Fault) return broken(storeState.message, storeState.hint);
  switch (storeState.state) {
    case "healthy":
      return `sound, ${counted(storeState.lessons, "lesson", "lessons")}`;
    case "absent":
    case "empty":
      return {
        severity: "note",
        text: `there is no store yet: ${paths.database}`,
        hint: "lessons start shows what there is to learn from",
      };
    case "foreign":
      return broken(
        `${paths.database} is a database of something else`,
        "move it away, or set LESSONS_HOME to another folder",
      );
    case "damaged":
      return broken(
        `the store is damaged: ${storeState.problem}`,
        "lessons restore-backup puts the newest sound backup in its place, and keeps the damaged file beside it",
      );
  }
}

/** What SQLite does not see by itself: rows without the row that they belong to, and derived tables out of step. */
function checkStoreLinks({ context: { database } }: OpenStore): Examined {
  const derived = derivedTables.filter(({ isWrong }) => isWrong(database));
  return [
    ...looseRows(database),
    ...derived.map(({ check, text, rebuild, done }): Found => ({
      check,
      severity: "warning",
      text,
      hint: "lessons doctor --fix makes it again",
      fix: () => {
        inTransaction(database, () => rebuild(database));
        return done;
      },
    })),
  ];
}

/** Rows that name a row which is not there, by table. */
function looseRows(database: Database): readonly Found[] {
  const loose = queryAll<{ table: string; rows: number }>(
    database,
    `SELECT "table", count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table" ORDER BY "table"`,
  );
  if (loose.length === 0) return [];
  const tables = loose.map(({ table, rows }) => `${table} (${rows})`).join(", ");
  return [
    broken(
      `rows that belong to nothing in ${tables}`,
      "lessons restore-backup --replace goes back to the newest sound backup; lessons export first saves what is there",
    ),
  ];
}

/** What is made from the lessons, and can be made again. */
const derivedTables = [
  {
    check: "search-index",
    text: "the search index is out of step with the lessons: searches miss some or name wrong ones",
    isWrong: isSearchWrong,
    rebuild: (database: Database) =>
      database.exec("INSERT INTO lessons_fts(lessons_fts) VALUES ('rebuild')"),
    done: "made the search index again",
  },
  {
    check: "tags",
    text: "the table of tags is out of step with the lessons: filters by tag miss some",
    isWrong: areTagsWrong,
    rebuild: (database: Database) => {
      database.exec("DELETE FROM lesson_tags");
      database.exec(`INSERT INTO lesson_tags(tag, lesson) ${tagsOfLessons}`);
    },
    done: "made the table of tags again",
  },
];

function isSearchWrong(database: Database): boolean {
  return inRehearsal(database, () => {
    try {
      // The number makes it compare with the lessons, too; without it only the index itself is looked at.
      database.exec("INSERT INTO lessons_fts(lessons_fts, rank) VALUES ('integrity-check', 1)");
      return false;
    } catch (error) {
      if (isSqliteError(error) && sqliteClass(error) === sqliteCorrupt) return true;
      throw error;
    }
  });
}

const sqliteCorrupt = 11;

/** Whether the tags of the table are others than those of the lessons. */
function areTagsWrong(database: Database): boolean {
  const differing = queryAll(
    database,
    `SELECT 1 FROM (
       SELECT * FROM (${tagsOfLessons} EXCEPT SELECT tag, lesson FROM lesson_tags)
       UNION ALL
       SELECT * FROM (SELECT tag, lesson FROM lesson_tags EXCEPT ${tagsOfLessons})
     ) LIMIT 1`,
  );
  return differing.length > 0;
}

const tagsOfLessons = `SELECT DISTINCT tags.value AS tag, lessons.number AS lesson FROM lessons, json_each(lessons.tags) AS tags`;
