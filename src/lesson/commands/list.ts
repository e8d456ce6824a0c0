import { Option, type Command } from "commander";
import { hitEnd, hitStart, sortOrders, type SearchHit, type SortOrder } from "../table/list.ts";
import { Fault } from "../../platform/fault.ts";
import { dangerMarks } from "../record/danger.ts";
import { fromRecord, type LessonRecord } from "../record/record.ts";
import {
  newCommand,
  readCount,
  readFilter,
  withFilters,
  type CommandKit,
  type CommonOptions,
  type FilterOptions,
} from "../../cli/command-kit.ts";
import { grouped, paragraph, plural, table } from "../../cli/layout.ts";
import { headingColumn, lessonHeading, type Look } from "../../cli/level-word.ts";

type ListFlags = CommonOptions & FilterOptions & { readonly limit?: number };

export function listCommand(kit: CommandKit): Command {
  const command = newCommand(
    "list",
    "list lessons, most important first, or search them by words",
    [
      "lessons list",
      "lessons list git stash              # lessons about it, best first",
      "lessons list --status candidate --sort newest",
      "lessons list --tag tool:git --level HIGH CRITICAL",
      "lessons list --tags                 # the tags in use",
      "lessons list --json | jq '.lessons[].slug'",
    ],
  );
  return withFilters(command)
    .argument("[words...]", "find lessons with all these words, in any form (deploy, deployment)")
    .option("--tags", "list tags with their number of lessons")
    .option("--show-archived", "include archived lessons")
    .addOption(
      new Option(
        "--sort <order>",
        "sort order (default: priority; with words, best match)",
      ).choices(sortOrders),
    )
    .option("--limit <count>", "show at most this many (default: 50; 20 with words)", readCount)
    .action((words: readonly string[], options: ListFlags & ListChoices) => {
      refuseTogether(words, options);
      if (options.tags === true) return listTags(kit, options);
      return words.length > 0 ? findByWords(kit, words, options) : listAll(kit, options);
    });
}

interface ListChoices {
  readonly sort?: SortOrder;
  readonly tags?: boolean;
}

/** A flag that would change nothing is a mistake of whoever typed it. */
function refuseTogether(words: readonly string[], { sort, tags, limit }: ListFlags & ListChoices) {
  const problem =
    tags === true && (words.length > 0 || sort !== undefined || limit !== undefined)
      ? "--tags takes no words, --sort or --limit"
      : words.length > 0 && sort !== undefined
        ? "--sort does not work with words: the best match comes first"
        : undefined;
  if (problem !== undefined) throw new Fault("bad-input", problem, { hint: "lessons help list" });
}

async function listAll(
  { terminal, answer, inContext }: CommandKit,
  options: ListFlags & ListChoices,
): Promise<void> {
  const { listLessons } = await import("../table/list.ts");
  const { sort = "priority", limit = 50 } = options;
  const { lessons, total } = await inContext(options, ({ database }) =>
    listLessons(database, { ...readFilter(options), sort, limit }),
  );
  await answer(options, {
    type: "lessons-list",
    value: { total, lessons },
    nothing: total === 0 ? noLessons(options) : undefined,
    text: () => lessons.map((lesson) => listEntry(lesson, terminal)),
    aside: moreText(lessons.length, total),
  });
}

function noLessons({ status, kind, tag, scope, level }: FilterOptions): string {
  const isFiltered = [status, kind, tag, scope, level].some((filter) => filter !== undefined);
  if (isFiltered) return "No lessons match. To see all: lessons list\n";
  return "No lessons yet. Find some in your agents' logs: lessons scan\nOr write the first one: lessons add\nOr import some: lessons import <path>\n";
}

function moreText(shown: number, total: number): string | undefined {
  if (total <= shown) return undefined;
  return `\n${plural(shown, "lesson")} of ${grouped(total)}; --limit shows more.\n`;
}

export function searchCommand(kit: CommandKit): Command {
  const command = newCommand("search", "find lessons by their words, best first", [
    "lessons list git stash",
    "lessons list untracked --status candidate active",
    "lessons list pytest --limit 5 --json",
  ]);
  return withFilters(command)
    .argument("<words...>", "words in any form, or their beginnings; a lesson must have all")
    .option("--show-archived", "include archived lessons")
    .option("--limit <count>", "show at most this many (default: 20)", readCount)
    .action((words: readonly string[], options: ListFlags) => findByWords(kit, words, options));
}

async function findByWords(
  { terminal, answer, inContext }: CommandKit,
  typed: readonly string[],
  options: ListFlags,
): Promise<void> {
  const { searchLessons } = await import("../table/list.ts");
  const words = typed.join(" ");
  const { hits, total } = await inContext(options, ({ database }) =>
    searchLessons(database, { ...readFilter(options), words, limit: options.limit ?? 20 }),
  );
  const plainHits = hits.map(({ lesson, score, excerpt }) => ({
    score,
    excerpt: excerpt.replaceAll(hitStart, "").replaceAll(hitEnd, ""),
    lesson,
  }));
  await answer(options, {
    type: "lessons-search",
    value: { total, hits: plainHits },
    nothing: total === 0 ? `No lessons about "${words}". Try fewer words.\n` : undefined,
    text: () => hits.map((hit) => searchEntry(hit, terminal)),
    aside: moreText(hits.length, total),
  });
}

export function tagsCommand(kit: CommandKit): Command {
  return withFilters(
    newCommand("tags", "show which tags are in use, and how often", [
      "lessons list --tags",
      "lessons list --tags --status active --json",
    ]),
  )
    .option("--show-archived", "include tags of archived lessons")
    .action((options: CommonOptions & FilterOptions) => listTags(kit, options));
}

async function listTags(
  { answer, inContext }: CommandKit,
  options: CommonOptions & FilterOptions,
): Promise<void> {
  const { countTags } = await import("../table/list.ts");
  const tags = await inContext(options, ({ database }) => countTags(database, readFilter(options)));
  await answer(options, {
    type: "lessons-tags",
    value: { tags },
    nothing: tags.length === 0 ? noTags : undefined,
    text: () => table(tags.map(({ tag, lessons }) => [tag, grouped(lessons)])),
  });
}

const noTags = "No tags yet. Add one: lessons edit <slug> tags +tool:git\n";

/** A lesson in a list: what it says, and on a second line what one needs to go on. */
export function listEntry(record: LessonRecord, look: Look, summary = record.summary): string {
  const facts = [
    record.slug,
    record.kind,
    record.status,
    `confidence ${record.confidence}`,
    ...(record.occurrenceCount > 0 ? [`seen ${record.occurrenceCount}×`] : []),
  ];
  const rows = fillRows(facts, look.width - headingColumn).map(
    (row) => `${" ".repeat(headingColumn)}${look.style("dim", row)}\n`,
  );
  const marks = dangerMarks(fromRecord(record)).map(
    (mark) => `${" ".repeat(headingColumn)}${look.style("yellow", `! it ${mark}`)}\n`,
  );
  return `${lessonHeading({ ...record, summary }, look)}\n${[...rows, ...marks].join("")}`;
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
    ? paragraph(mark(hit.excerpt.replace(/\s+/g, " ")), look, headingColumn)
    : "";
  return listEntry(hit.lesson, look, mark(hit.summary)) + excerpt;
}
