import { hitEnd, hitStart, type SearchHit } from "../table/list.ts";
import type { LessonRecord } from "../record/record.ts";
import { hang } from "../../cli/layout.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";

/** A lesson in a list: what it says, and on a second line what one needs to go on. */
export function listEntry(record: LessonRecord, look: Look, summary = record.summary): string {
  const facts = [
    record.slug,
    record.kind,
    record.status,
    `confidence ${record.confidence}`,
    ...(record.occurrenceCount > 0 ? [`seen ${record.occurrenceCount}×`] : []),
  ];
  const column = 10;
  const head = hang(levelWord(record.priority, look), look.style("bold", summary), {
    column,
    width: look.width,
  });
  const rows = fillRows(facts, look.width - column).map(
    (row) => `${" ".repeat(column)}${look.style("dim", row)}\n`,
  );
  return `${head}\n${rows.join("")}`;
}

/** Facts with dots between them; a row ends with a fact, not with a dot. */
function fillRows(facts: readonly string[], width: number): readonly string[] {
  const rows: string[] = [];
  for (const fact of facts) {
    const longer = `${rows.at(-1)} · ${fact}`;
    if (rows.length > 0 && longer.length <= width) rows[rows.length - 1] = longer;
    else rows.push(fact);
  }
  return rows;
}

/** A hit of a search: the list entry with the found words marked, and the piece of text that holds them. */
export function searchEntry(hit: SearchHit, look: Look): string {
  const mark = (text: string) =>
    text
      .split(hitStart)
      .map((part, index) => {
        if (index === 0) return part;
        const [found = "", ...rest] = part.split(hitEnd);
        return look.style("yellow", found) + rest.join("");
      })
      .join("");
  const excerpt = hit.excerpt.includes(hitStart)
    ? `${hang("", mark(hit.excerpt.replace(/\s+/g, " ")), { column: 10, width: look.width })}\n`
    : "";
  return listEntry(hit.lesson, look, mark(hit.summary)) + excerpt;
}
