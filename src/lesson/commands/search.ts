import { Option, type Command } from "commander";
import { hitEnd, hitStart } from "../table/list.ts";
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
import { searchEntry } from "./list-text.ts";

export function searchCommand({ terminal, inContext }: CommandKit): Command {
  const command = newCommand("search", "find lessons by their words, best first", [
    "lessons search git stash",
    "lessons search untracked --status candidate active",
    "lessons search pytest --limit 5 --json",
  ]);
  return withFilters(command)
    .argument("<words...>", "words, or beginnings of words; all must be there")
    .addOption(new Option("--show-archived", "archived ones too"))
    .addOption(
      new Option("--limit <count>", "show at most this many").argParser(readCount).default(20),
    )
    .action(async (words: string[], options: CommonOptions & FilterOptions & { limit: number }) => {
      const { searchLessons } = await import("../table/list.ts");
      const { hits, total } = await inContext(options, ({ database }) =>
        searchLessons(database, {
          ...readFilter(options),
          words: words.join(" "),
          limit: options.limit,
        }),
      );
      if (total === 0) terminal.exitStatus = 1;
      if (options.json === true) {
        const plain = hits.map(({ lesson, score, excerpt }) => ({
          score,
          excerpt: unmark(excerpt),
          lesson,
        }));
        return terminal.write(jsonText("lessons-search", { total, hits: plain }));
      }
      if (total === 0)
        return terminal.note(`Nothing about "${words.join(" ")}". Fewer words find more.\n`);
      await terminal.writeAll(hits.map((hit) => searchEntry(hit, terminal)));
      if (total > hits.length) {
        terminal.note(
          `\n${plural(hits.length, "lesson")} of ${grouped(total)}; --limit shows more.\n`,
        );
      }
    });
}

function unmark(text: string): string {
  return text.replaceAll(hitStart, "").replaceAll(hitEnd, "");
}
