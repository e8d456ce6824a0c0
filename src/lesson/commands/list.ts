import { Option, type Command } from "commander";
import { sortOrders, type SortOrder } from "../table/list.ts";
import { jsonText } from "../../cli/answer.ts";
import {
  newCommand,
  readCount,
  readFilter,
  withFilters,
  type CommandKit,
  type CommonOptions,
  type FilterOptions,
} from "../../cli/command-kit.ts";
import { grouped, plural } from "../../cli/layout.ts";
import { listEntry } from "./list-text.ts";

export function listCommand({ terminal, inContext }: CommandKit): Command {
  const command = newCommand("list", "show lessons, the most important first", [
    "lessons list",
    "lessons list --status candidate --sort newest",
    "lessons list --tag tool:git --level HIGH CRITICAL",
    "lessons list --json | jq '.lessons[].slug'",
  ]);
  return withFilters(command)
    .addOption(new Option("--show-archived", "archived ones too"))
    .addOption(new Option("--sort <order>", "the order").choices(sortOrders).default("priority"))
    .addOption(
      new Option("--limit <count>", "show at most this many").argParser(readCount).default(50),
    )
    .action(async (options: CommonOptions & FilterOptions & { sort: SortOrder; limit: number }) => {
      const { listLessons } = await import("../table/list.ts");
      const { lessons, total } = await inContext(options, ({ database }) =>
        listLessons(database, {
          ...readFilter(options),
          sort: options.sort,
          limit: options.limit,
        }),
      );
      if (total === 0) terminal.exitStatus = 1;
      if (options.json === true)
        return terminal.write(jsonText("lessons-list", { total, lessons }));
      if (total === 0) return terminal.note(nothing(options));
      await terminal.writeAll(lessons.map((lesson) => listEntry(lesson, terminal)));
      if (total > lessons.length) {
        terminal.note(
          `\n${plural(lessons.length, "lesson")} of ${grouped(total)}; --limit shows more.\n`,
        );
      }
    });
}

function nothing(options: FilterOptions): string {
  const isFiltered = [options.status, options.kind, options.tag, options.scope, options.level].some(
    (filter) => filter !== undefined,
  );
  if (isFiltered) return "No lessons like that. lessons list shows all that are not archived.\n";
  return "No lessons yet. Find some in your agents' logs: lessons scan\nOr write the first one: lessons add\nOr bring some along: lessons import <path>\n";
}
