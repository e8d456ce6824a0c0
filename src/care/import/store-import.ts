import { isDeepStrictEqual } from "node:util";
import { toFullRecord } from "../../lesson/record/record.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { keepLesson, storeChange } from "../../lesson/change.ts";
import { requireLesson } from "../../lesson/find.ts";
import { addHistory, historyOf } from "../../lesson/table/history.ts";
import { findByContentHash, findLesson, lessonNumber } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import {
  inRehearsal,
  inTransaction,
  queryOne,
  type Database,
} from "../../platform/database/database.ts";
import type { PreparedEntry, Remark } from "./prepare-import.ts";
import { dangerMarks } from "../../lesson/record/danger.ts";

/** Stores the entries all at once, or only finds out what would become of them. */
export function storeImports(
  context: Context,
  from: string,
  entries: readonly PreparedEntry[],
  { isDryRun, onProgress }: StoreOptions,
): {
  readonly added: readonly string[];
  readonly already: number;
  readonly remarks: readonly Remark[];
  /** Of those that were added: how many their file calls active, and how many of these stop or change calls. */
  readonly wishes: { readonly active: number; readonly hold: number };
} {
  // Two lessons of one store may say the same, in two projects for example: only one that was here before is the same lesson.
  const ownIds = new Set(entries.flatMap(({ isOwn, lesson }) => (isOwn ? [lesson.id] : [])));
  const store = () => {
    const stored = entries.map((entry, index) => {
      onProgress?.(index, entries.length);
      return storeImport(context, from, entry, ownIds);
    });
    return stored.map((outcome, index) => withSuccessor(context, from, outcome, entries[index]));
  };
  const { database } = context;
  const outcomes = isDryRun ? inRehearsal(database, store) : inTransaction(database, store);
  const added = outcomes.flatMap(({ is, slug }) => (is === "added" ? [slug] : []));
  const remarks = outcomes.flatMap((outcome) => outcome.remarks);
  const wishes = entries.flatMap(({ wish }, index) =>
    outcomes[index]?.is === "added" ? [wish] : [],
  );
  return {
    added,
    already: outcomes.length - added.length,
    remarks,
    wishes: {
      active: wishes.filter(({ isActive }) => isActive).length,
      hold: wishes.filter(({ isHold }) => isHold).length,
    },
  };
}

interface StoreOptions {
  readonly isDryRun: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

interface ImportOutcome {
  readonly is: "added" | "already";
  readonly slug: string;
  readonly remarks: readonly Remark[];
}

/** Stores one entry, unless it is here already. */
function storeImport(
  { database, system }: Context,
  from: string,
  entry: PreparedEntry,
  ownIds: ReadonlySet<LessonId>,
): ImportOutcome {
  const { place, lesson, history, reference } = entry;
  const known = findImported(database, from, reference);
  if (known !== undefined) return { is: "already", slug: known, remarks: [] };

  const sameId = findLesson(database, lesson.id);
  if (sameId !== undefined) return alreadyById(database, sameId, entry);

  const alike = findByContentHash(database, lesson.contentHash);
  const same = alike !== undefined && ownIds.has(alike.id) ? undefined : alike;
  const kept = same ?? keepLesson(database, system, lesson, history);
  database
    .prepare("INSERT INTO imports(system, reference, lesson, imported_at) VALUES (?, ?, ?, ?)")
    .run(from, reference, lessonNumber(database, kept.id), system.now());
  if (same === undefined) {
    const problem = `the slug ${lesson.slug} is taken; it is now ${kept.slug}`;
    return {
      is: "added",
      slug: kept.slug,
      remarks: [
        ...(kept.slug === lesson.slug ? [] : [{ place, problem }]),
        // What one exported oneself was looked at before.
        ...(entry.isOwn ? [] : dangerMarks(lesson)).map((mark) => ({
          place,
          problem: `check ${kept.slug}: it ${mark}`,
        })),
      ],
    };
  }
  // What it knew about sightings is worth keeping even where the lesson is not new.
  addHistory(database, same.id, { evidence: history.evidence });
  const problem = `says the same as ${same.slug}; only its sightings were added`;
  return { is: "already", slug: same.slug, remarks: [{ place, problem }] };
}

/**
 * Names what it was replaced by, once all of the file is here: the source has names of its own for that, and its entries are
 * known by them.
 */
function withSuccessor(
  { database, system }: Context,
  from: string,
  outcome: ImportOutcome,
  entry: PreparedEntry | undefined,
): ImportOutcome {
  if (entry?.successor === undefined || outcome.is === "already") return outcome;
  const lesson = requireLesson(database, outcome.slug);
  const supersededBy =
    findByReference(database, from, entry.successor) ?? ownSlug(database, entry.successor);
  if (supersededBy === undefined || supersededBy === lesson.slug) {
    const problem = `it was replaced by ${JSON.stringify(entry.successor)}, which is not here`;
    return { ...outcome, remarks: [...outcome.remarks, { place: entry.place, problem }] };
  }
  const now = system.now();
  storeChange(database, {
    before: lesson,
    after: { ...lesson, supersededBy },
    edits: [
      {
        field: "supersededBy",
        before: "null",
        after: JSON.stringify(supersededBy),
        at: now,
        by: "import",
      },
    ],
    transitions: [],
  });
  return outcome;
}

function ownSlug(database: Database, slug: string): string | undefined {
  return queryOne<{ slug: string }>(database, "SELECT slug FROM lessons WHERE slug = ?", slug)
    ?.slug;
}

/** The newest lesson that an entry of this name became: its reference also holds what it said then. */
function findByReference(database: Database, system: string, name: string): string | undefined {
  return queryOne<{ slug: string }>(
    database,
    `SELECT slug FROM imports JOIN lessons ON lessons.number = imports.lesson
     WHERE system = ? AND substr(reference, 1, length(?) + 1) = ? || '#' ORDER BY imported_at DESC LIMIT 1`,
    system,
    name,
    name,
  )?.slug;
}

/** Under the same id it is the same lesson, whatever became of either; what is here was changed here. */
function alreadyById(database: Database, here: Lesson, entry: PreparedEntry): ImportOutcome {
  const isSame = entry.isOwn
    ? isDeepStrictEqual(
        toFullRecord(here, historyOf(database, lessonNumber(database, here.id))),
        toFullRecord(entry.lesson, entry.history),
      )
    : here.contentHash === entry.lesson.contentHash || entry.isDerived;
  const problem = `${here.slug} already exists and differs; your version was kept`;
  return {
    is: "already",
    slug: here.slug,
    remarks: isSame ? [] : [{ place: entry.place, problem }],
  };
}

/** The slug of the lesson that a foreign entry became, if it was imported before. */
function findImported(database: Database, system: string, reference: string): string | undefined {
  return queryOne<{ slug: string }>(
    database,
    "SELECT slug FROM imports JOIN lessons ON lessons.number = imports.lesson WHERE system = ? AND reference = ?",
    system,
    reference,
  )?.slug;
}
