import { Option, type Command } from "commander";
import {
  newCommand,
  readFilter,
  withFilters,
  type CommandKit,
  type CommonOptions,
  type FilterOptions,
} from "../../cli/command-kit.ts";
import { grouped, table } from "../../cli/layout.ts";

export function tagsCommand({ answer, inContext }: CommandKit): Command {
  return withFilters(
    newCommand("tags", "show which tags are in use, and how often", [
      "lessons tags",
      "lessons tags --status active --json",
    ]),
  )
    .addOption(new Option("--show-archived", "those of archived lessons too"))
    .action(async (options: CommonOptions & FilterOptions) => {
      const { countTags } = await import("../table/list.ts");
      const tags = await inContext(options, ({ database }) =>
        countTags(database, readFilter(options)),
      );
      await answer(options, {
        type: "lessons-tags",
        value: { tags },
        nothing: tags.length === 0 ? noTags : undefined,
        text: () => table(tags.map(({ tag, lessons }) => [tag, grouped(lessons)])),
      });
    });
}

const noTags = "No tags yet. Add one: lessons edit <slug> tags +tool:git\n";
