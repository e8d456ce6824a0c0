import { levelOf } from "../../lesson/record/level.ts";
import { currentRow, goToPage, goToRow } from "./page-items.ts";
import type { Model, Row } from "./model.ts";
import type { ReviewList } from "../review-rows.ts";

/** Another filter. The cursor stays on its lesson while that is seen. */
export function changeFilter(model: Model, filter: string): Model {
  const id = currentRow(model)?.lesson.id;
  return goToRow(goToPage(withVisible({ ...model, filter }), 0), id);
}

/** Another list, from its beginning; the filter is for the list that it was typed in. */
export function changeList(model: Model, list: ReviewList): Model {
  return goToPage(withVisible({ ...model, list, filter: "", marked: new Set() }), 0);
}

/** The rows of the list in which every word of the filter is found: `project:shop tool:git stash`. */
export function withVisible(model: Model): Model {
  const { rows, list, filter } = model;
  const tests = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => testOf(word, rows));
  const visible = [...rows.entries()].flatMap(([index, row]) =>
    row.list === list && tests.every((test) => test(row)) ? [index] : [],
  );
  return { ...model, visible };
}

/** What the rows of a list can be chosen by, the most frequent first. */
export interface FilterChoice {
  readonly title: string;
  /** As it is typed. */
  readonly word: string;
  readonly name: string;
  readonly count: number;
}

export function filterChoices({ rows, list }: Model): readonly FilterChoice[] {
  const here = rows.filter((row) => row.list === list);
  return facets.flatMap(({ title, field, valuesOf }) => {
    const counts = new Map<string, number>();
    for (const name of here.flatMap(valuesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .toSorted(([one, some], [other, more]) => more - some || (one < other ? -1 : 1))
      .map(([name, count]) => ({ title, word: `${field}:${typedAs(name)}`, name, count }));
  });
}

const facets = [
  { title: "Project", field: "project", valuesOf: ({ projects }: Row) => projects },
  { title: "Tool", field: "tool", valuesOf: ({ tools }: Row) => tools },
  { title: "Agent", field: "agent", valuesOf: ({ agents }: Row) => agents },
] as const;

/** A filter is words with spaces between them. */
export function typedAs(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/gu, "-");
}

type RowTest = (row: Row) => boolean;

function testOf(word: string, rows: readonly Row[]): RowTest {
  const [, field = "", value = ""] = /^(\w+):(.*)$/su.exec(word) ?? [];
  const facet = facets.find((each) => each.field === field);
  if (facet !== undefined) {
    const valuesOf = (row: Row) => facet.valuesOf(row).map(typedAs);
    // A whole name means that one; a part of it, all that have it.
    const isWhole = rows.some((row) => valuesOf(row).includes(value));
    return (row) => valuesOf(row).some((name) => (isWhole ? name === value : name.includes(value)));
  }
  switch (field) {
    case "tag":
      return ({ lesson }) => lesson.tags.some((tag) => tag.includes(value));
    case "kind":
      return ({ lesson }) => lesson.kind.startsWith(value);
    case "level":
      return ({ lesson }) => levelOf(lesson.priority).toLowerCase().startsWith(value);
    default:
      return ({ words }) => words.includes(word);
  }
}
