import { levelOf } from "../../lesson/record/level.ts";
import type { Row } from "./model.ts";

/** The rows in which every word of a filter is found, as indexes: `tag:git kind:pitfall level:high stash`. */
export function filterRows(rows: readonly Row[], filter: string): readonly number[] {
  const tests = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(testOf);
  return [...rows.keys()].filter((index) => {
    const row = rows[index];
    return row !== undefined && tests.every((test) => test(row));
  });
}

function testOf(word: string): (row: Row) => boolean {
  const [, field, value = ""] = /^(tag|kind|level):(.*)$/.exec(word) ?? [];
  switch (field) {
    case "tag":
      return ({ card }) => card.lesson.tags.some((tag) => tag.includes(value));
    case "kind":
      return ({ card }) => card.lesson.kind.startsWith(value);
    case "level":
      return ({ card }) => levelOf(card.lesson.priority).toLowerCase().startsWith(value);
    default:
      return ({ words }) => words.includes(word);
  }
}
