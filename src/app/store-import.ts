import { isDeepStrictEqual } from "node:util";
import { toFullRecord } from "../core/lesson-record.ts";
import { addHistory, historyOf } from "../store/history.ts";
import { findImported, rememberImport } from "../store/imports.ts";
import { findByContentHash, findLesson, isSlugTaken, lessonNumber } from "../store/lessons.ts";
import { keepLesson } from "./keep-lesson.ts";
import type { PreparedEntry, Remark } from "./prepare-import.ts";
import type { Workshop } from "./workshop.ts";

export interface ImportOutcome {
  readonly is: "added" | "already";
  readonly slug: string;
  readonly remarks: readonly Remark[];
}

/** Stores one entry inside the caller's transaction, unless it is here already. */
export function storeImport(
  { database, system }: Workshop,
  from: string,
  entry: PreparedEntry,
): ImportOutcome {
  const known = findKnown({ database }, from, entry);
  if (known !== undefined) return known;

  const same = findByContentHash(database, entry.lesson.contentHash);
  const idIsFree = findLesson(database, entry.lesson.id) === undefined;
  if (same !== undefined) {
    // What it knew about sightings is worth keeping even where the lesson is not new.
    addHistory(database, same.id, { evidence: entry.history.evidence });
    if (!entry.isOwn)
      rememberImport(database, { system: from, reference: entry.reference }, same.id, system.now());
    return { is: "already", slug: same.slug, remarks: [] };
  }
  const slugWasTaken = isSlugTaken(database, entry.lesson.slug);
  const lesson = idIsFree ? entry.lesson : { ...entry.lesson, id: system.newId() };
  const kept = keepLesson(database, system, lesson, entry.history);
  if (!entry.isOwn)
    rememberImport(database, { system: from, reference: entry.reference }, kept.id, system.now());
  const problem = `the slug ${entry.lesson.slug} is taken; it is now ${kept.slug}`;
  return {
    is: "added",
    slug: kept.slug,
    remarks: slugWasTaken ? [{ place: entry.place, problem }] : [],
  };
}

function findKnown(
  { database }: Pick<Workshop, "database">,
  from: string,
  entry: PreparedEntry,
): ImportOutcome | undefined {
  if (!entry.isOwn) {
    const slug = findImported(database, from, entry.reference);
    return slug === undefined ? undefined : { is: "already", slug, remarks: [] };
  }
  const here = findLesson(database, entry.lesson.id);
  if (here === undefined) return undefined;
  const ours = toFullRecord(here, historyOf(database, lessonNumber(database, here.id)));
  const isSame = isDeepStrictEqual(ours, toFullRecord(entry.lesson, entry.history));
  const problem = `${here.slug} is here already and differs; yours was kept`;
  return {
    is: "already",
    slug: here.slug,
    remarks: isSame ? [] : [{ place: entry.place, problem }],
  };
}
