import { type Asking, type Family, looksFor } from "../../match/prefilter/families.ts";

// What a session needs to leave out of a bucket's filter what it was told. The hook reads the list, and then only the families that change.

/** A family without what its lessons ask for. */
export interface ListedFamily {
  readonly name: string;
  /** Its lines at the first look. */
  readonly first: readonly string[];
  readonly lessons: readonly ListedLesson[];
  /** Where in the other file its lessons stand with what they ask for, in bytes. */
  readonly at: readonly [byte: number, bytes: number];
}

export interface ListedLesson {
  readonly id: string;
  readonly scope: string;
  /** What it does at a call it does at every call. */
  readonly isLasting?: boolean;
}

/** Below a compilation. */
export function narrowingNames(bucket: string) {
  return { list: `narrowing/${bucket}.json`, asking: `narrowing/${bucket}.lines` };
}

/** Below a compilation, and below what a session has of its own: a file for each family. Read by plugin/hooks/lessons-hook. */
export function sharperFolder(bucket: string): string {
  return `sharper/${bucket}`;
}

export function narrowingFiles(
  bucket: string,
  families: readonly Family<ListedLesson & Asking>[],
): readonly (readonly [name: string, text: string])[] {
  const listed: ListedFamily[] = [];
  let asking = "";
  let byte = 0;
  for (const { name, first, lessons } of families) {
    const text = `${JSON.stringify(lessons)}\n`;
    const bytes = Buffer.byteLength(text);
    const members = lessons.map(({ expressions: _, sharper: __, ...lesson }) => lesson);
    listed.push({ name, first, lessons: members, at: [byte, bytes] });
    asking += text;
    byte += bytes;
  }
  const names = narrowingNames(bucket);
  return [
    [names.list, JSON.stringify(listed)],
    [names.asking, asking],
  ];
}

/** The lines of a family when only these of its lessons are left. `read` gives what stands in the other file. */
export function looksOfLeft(
  { at }: ListedFamily,
  left: readonly ListedLesson[],
  read: (at: ListedFamily["at"]) => string,
) {
  if (left.length === 0) return looksFor([]);
  const ids = new Set(left.map(({ id }) => id));
  const lessons = JSON.parse(read(at)) as readonly (ListedLesson & Asking)[];
  return looksFor(lessons.filter(({ id }) => ids.has(id)));
}
