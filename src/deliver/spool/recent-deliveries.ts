import { join } from "node:path";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { fileTail } from "../../platform/files/read-text-file.ts";

/** What hooks have delivered lately, by what they noted. */
export interface RecentDeliveries {
  readonly count: number;
  readonly lessons: number;
  readonly sessions: number;
  readonly held: number;
  readonly lastAt: Instant | null;
  /** There are more than are looked at: it is at least that many. */
  readonly isPartial: boolean;
}

/** Of a clock that was wrong, what lies after `now` is not lately. */
export function recentDeliveries(home: string, since: Instant, now: Instant): RecentDeliveries {
  const file = join(home, "spool", "deliveries.jsonl");
  const newest = fileTail(file, mostBytes);
  // What is too long is put aside once, and may hold what came an hour ago.
  const tail = fileTail(`${file}.1`, Math.max(0, mostBytes - newest.length)) + newest;
  const isCut = tail.length >= mostBytes / 4 && Buffer.byteLength(tail) >= mostBytes;
  const noted = tail
    .split("\n")
    .slice(isCut ? 1 : 0)
    .flatMap(readNote);
  const recent = noted.filter(({ at }) => at >= since && at <= now);
  return {
    count: recent.length,
    lessons: new Set(recent.map(({ slug }) => slug)).size,
    sessions: new Set(recent.map(({ session }) => session)).size,
    held: recent.filter(({ mode }) => mode === "hold").length,
    lastAt: noted.at(-1)?.at ?? null,
    isPartial: isCut && recent.length === noted.length,
  };
}

/** Some ten thousand deliveries: more than anybody gets in a week. */
const mostBytes = 4_194_304;

function readNote(line: string) {
  const value = parseJsonLine(line);
  if (!isRecord(value)) return [];
  const [at, slug, session, mode] = ["at", "slug", "session", "mode"].map((name) =>
    textAt(value, name),
  );
  return at === undefined || slug === undefined ? [] : [{ at, slug, session, mode }];
}
