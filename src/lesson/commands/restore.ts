import type { Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function restoreCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand("restore", "bring an archived lesson back as a candidate", [
    "lessons restore git-stash-leaves-untracked-files-behind-x7k2",
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .action(async (slug: string, options: CommonOptions) => {
      const [{ moveLesson }, { showLesson }] = await Promise.all([
        import("../move.ts"),
        import("../find.ts"),
      ]);
      const record = await inContext(options, (context) => {
        const moved = moveLesson(context, slug, { verdict: "restore", by: "person" });
        return showLesson(context, moved.id);
      });
      if (options.json === true)
        return terminal.write(jsonText("lessons-show", { lesson: record }));
      terminal.write(
        `Restored ${record.slug} as a candidate
  Make it active: lessons edit ${record.slug} status active
`,
      );
    });
}
