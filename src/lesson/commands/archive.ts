import type { Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { requireText } from "../../cli/require-text.ts";

export function archiveCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand("archive", "put a lesson away; it is kept and can be restored", [
    'lessons archive git-stash-leaves-untracked-files-behind-x7k2 --reason "fixed upstream"',
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .requiredOption("--reason <text>", "why, for the record")
    .action(async (slug: string, options: CommonOptions & { reason: string }) => {
      const [{ moveLesson }, { showLesson }] = await Promise.all([
        import("../move.ts"),
        import("../find.ts"),
      ]);
      const because = requireText(options.reason, "--reason");
      const record = await inContext(options, (context) => {
        const moved = moveLesson(context, slug, { verdict: "archive", by: "person", because });
        return showLesson(context, moved.id);
      });
      if (options.json === true)
        return terminal.write(jsonText("lessons-show", { lesson: record }));
      terminal.write(`Archived ${record.slug}
  It is kept: lessons restore ${record.slug}
`);
    });
}
