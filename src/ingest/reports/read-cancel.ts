import { isSlug } from "../../core/slug.ts";
import { present } from "../imports/loose-json.ts";
import type { CancelMark, Mark } from "./find-marks.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Report } from "./report.ts";

/**
 * `#lesson:cancel`, alone or with the slug that it means, perhaps with a reason. It needs no end, but
 * agents write one; `isEndTaken` says that the mark behind it is that.
 */
export function readCancel(
  lines: readonly string[],
  cancel: CancelMark,
  next: Mark | undefined,
): { readonly reports: readonly Report[]; readonly isEndTaken: boolean } {
  const isEndTaken =
    next?.is === "closing" && next.form === "tag" && next.line - cancel.line <= longestCancel;
  const below = isEndTaken ? lines.slice(cancel.line + 1, next.line) : [];
  return { reports: readWords(cancel, below), isEndTaken };
}

/** In lines: its own, the slug, the reason and the end. */
const longestCancel = 3;

function readWords({ words, line }: CancelMark, below: readonly string[]): readonly Report[] {
  if (words === "") {
    const slug = below.map(slugOf).find((name) => name !== undefined);
    return [{ is: "cancel", ...present({ slug }) }];
  }
  if (isPlaceholder(words)) return [];
  const slug = slugOf(words);
  if (slug !== undefined) return [{ is: "cancel", slug }];
  if (reason.test(words)) return [{ is: "cancel" }];
  const problem = "it is not clear what #lesson:cancel takes back: it names no slug";
  return [{ is: "problem", from: "tag", class: "malformed", problem, lineInText: line + 1 }];
}

const reason = /^\(?(?:reason|because)\b/iu;

function slugOf(words: string): string | undefined {
  const named = words
    .replaceAll(/["'`*>[\]]/gu, " ")
    .trim()
    .replace(/^slug:/iu, "")
    .trim();
  const [slug = "", ...others] = named.split(/\s+/u);
  // With more words behind it, only what has the random end of a slug is not the beginning of a sentence.
  const isMeant = others.length === 0 || /-[a-z0-9]{4}$/u.test(slug);
  return isSlug(slug) && isMeant ? slug : undefined;
}
