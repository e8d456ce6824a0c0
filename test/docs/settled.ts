import { join } from "node:path";
import { shortHash } from "../../src/lesson/record/short-hash.ts";

/** A text of the program with fixed names, times and places for those that differ from run to run. */
export function settled(text: string, { home, slugs, today }: Differing): string {
  const places: readonly (readonly [string, string])[] = [
    [process.execPath, "/usr/bin/node"],
    [join(import.meta.dirname, "../.."), "/usr/lib/node_modules/lessons"],
    [home, "~"],
  ];
  const names = slugs.map((slug) => [slug, settledSlug(slug)] as const);
  return [...places, ...names]
    .reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (day) => shiftedDay(day, today))
    .replaceAll(/(?<=\d{4}-\d\d-\d\d )\d\d:\d\d\b/g, "12:00")
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, "01KDWPVNG00000000000000000")
    .replaceAll(/\b\d+\.\d s\b/g, "0.3 s");
}

interface Differing {
  readonly home: string;
  readonly slugs: readonly string[];
  /** The day of this run; it becomes the one on which the guide takes place. */
  readonly today: string;
}

function shiftedDay(day: string, today: string): string {
  const shifted = Date.parse(day) - Date.parse(today) + Date.parse("2026-11-16");
  return new Date(shifted).toISOString().slice(0, 10);
}

/** The same four characters for the same words, as long as the drawn ones, so that lines break alike. */
function settledSlug(slug: string): string {
  const words = slug.slice(0, -4);
  return `${words}${shortHash(words).toString(36).slice(-4)}`;
}
