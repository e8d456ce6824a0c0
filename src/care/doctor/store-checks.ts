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
      if (storeState.state === "empty" && storeState.isHollow)
        return broken(
          `${paths.database} is empty (0 bytes): its lessons are lost`,
          "to use the newest backup: lessons backup --restore; to start over, delete the file",
        );
      return {
        severity: "note",
        text: `no lessons stored yet: ${paths.database} does not exist`,
        hint: "to begin: lessons start",
      };
    case "foreign":
      return broken(
        `${paths.database} belongs to another program`,
        "move the file, or set LESSONS_HOME to another folder",
      );
    case "damaged":
      return broken(
        `the store is damaged: ${storeState.problem}`,
        "to use the newest good backup: lessons backup --restore (it keeps the damaged file)",
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
      hint: "to rebuild it: lessons doctor --fix",
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
      `the store has orphaned rows in ${tables}`,
      "save your lessons first (lessons export), then go back: lessons backup --restore --replace",
    ),
  ];
}

/** What is made from the lessons, and can be made again. */
const derivedTables = [
  {
    check: "search-index",
    text: "the search index is out of date: searches miss lessons or list wrong ones",
    isWrong: isSearchWrong,
    rebuild: (database: Database) =>
      database.exec("INSERT INTO lessons_fts(lessons_fts) VALUES ('rebuild')"),
    done: "rebuilt the search index",
  },
  {
    check: "tags",
    text: "the tag index is out of date: tag filters miss lessons",
    isWrong: areTagsWrong,
    rebuild: (database: Database) => {
      database.exec("DELETE FROM lesson_tags");
      database.exec(`INSERT INTO lesson_tags(tag, lesson) ${tagsOfLessons}`);
    },
    done: "rebuilt the tag index",
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
