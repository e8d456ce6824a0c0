import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRecord, recordsAt, textAt } from "../platform/json/fields.ts";
import type { Instant, Lesson, LessonId } from "../lesson/record/lesson.ts";
import { parseJson } from "../platform/json/parse.ts";
import type { ReviewDeck } from "./review-card.ts";
import type { ReviewItem } from "./decision/act.ts";
import type { Database } from "../platform/database/database.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { writeFileAtomically } from "../platform/files/atomic-file.ts";
import { ensurePrivateDirectory } from "../platform/paths.ts";
import { readTextFile } from "../platform/files/read-text-file.ts";
import { sha256 } from "../platform/hash.ts";

/** The list that was last shown, with the state that each lesson had then: numbers refer to it. */
export interface ShownList {
  readonly shownAt: Instant;
  readonly items: readonly ShownItem[];
  /** How many candidates there were, shown or not. */
  readonly considered: number;
}

export interface ShownItem extends ReviewItem {
  readonly state: string;
}

/** Numbers from 1 in the order of the cards; noise has none. */
export function shownList(
  { cards, noise }: ReviewDeck,
  { shownAt, considered }: { readonly shownAt: Instant; readonly considered: number },
): ShownList {
  const numbered = cards.map(({ lesson }, index) => ({ number: index + 1, ...shownItem(lesson) }));
  const items = [...numbered, ...noise.map(({ lesson }) => shownItem(lesson))];
  return { shownAt, considered, items };
}

/** A lesson of a list as it is now, without a number. */
export function shownItem(lesson: Lesson): ShownItem {
  const { id, slug, stage } = lesson;
  return { id, slug, isArchived: stage.status === "archived", state: lessonState(lesson) };
}

export function rememberList(home: string, list: ShownList): void {
  ensurePrivateDirectory(home);
  const text = `${JSON.stringify({ type: "lessons-shown-list", version: 1, ...list })}\n`;
  writeFileAtomically(join(home, fileName), [text]);
}

/** Undefined when none was shown. A file that somebody damaged is none. */
export function readShownList(home: string): ShownList | undefined {
  const file = join(home, fileName);
  if (!existsSync(file)) return undefined;
  const parsed = parseJson(readTextFile(file));
  const list = "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
  const shownAt = textAt(list, "shownAt");
  if (list === undefined || shownAt === undefined) return undefined;
  const items = recordsAt(list, "items").flatMap((item) => {
    const [id, slug, state] = [textAt(item, "id"), textAt(item, "slug"), textAt(item, "state")];
    if (id === undefined || slug === undefined || state === undefined) return [];
    const number = typeof item["number"] === "number" ? item["number"] : undefined;
    return [{ number, id, slug, state, isArchived: item["isArchived"] === true }];
  });
  const { considered } = list;
  return { shownAt, items, considered: typeof considered === "number" ? considered : items.length };
}

/** What we have changed ourselves is no change that somebody else made: its number goes on meaning it. */
export function renewList(database: Database, home: string, ids: ReadonlySet<LessonId>): void {
  const list = readShownList(home);
  if (list === undefined) return;
  const items = list.items.map((item) => {
    const lesson = ids.has(item.id) ? findLesson(database, item.id) : undefined;
    return lesson === undefined ? item : { ...item, ...shownItem(lesson) };
  });
  rememberList(home, { ...list, items });
}

const fileName = "review-list.json";

/** A short digest of all that a lesson says and is: another one means that somebody changed it. Sightings do not count. */
export function lessonState(lesson: Lesson): string {
  return sha256(JSON.stringify(inOrder(decidable(lesson)))).slice(
    "sha256:".length,
    "sha256:".length + 24,
  );
}

/** Without what a scan counts on while a person decides: how often a fix worked, what the lesson is about, its duplicates. */
function decidable({ about: _, fix, flags, ...lesson }: Lesson): object {
  const { how, from, to } = fix ?? {};
  return {
    ...lesson,
    flags: flags.filter((flag) => !flag.startsWith("duplicates:")),
    ...(fix === undefined ? {} : { fix: [how, from ?? "", to] }),
  };
}

/** The same text for the same lesson, wherever its keys came from. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, inOrder(inner)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
