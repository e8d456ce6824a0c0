import type { Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { lessonCard } from "./lesson-card.ts";

export function showCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand("show", "show one lesson with all that happened to it", [
    "lessons show git-stash-leaves-untracked-files-behind-x7k2",
    "lessons show git-stash        # a beginning is enough when only one fits",
    "lessons show git-stash --json",
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .action(async (slug: string, options: CommonOptions) => {
      const { showLesson } = await import("../find.ts");
      const record = await inContext(options, (context) => showLesson(context, slug));
      terminal.write(
        options.json === true
          ? jsonText("lessons-show", { lesson: record })
          : lessonCard(record, terminal),
      );
    });
}
