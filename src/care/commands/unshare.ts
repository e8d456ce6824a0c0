import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function unshareCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "unshare",
    "take the files of lessons out of this project; you keep the lessons",
    ["lessons unshare git-stash-leaves-untracked-files-behind-x7k2"],
  )
    .argument("<slug...>", "slug, id, or the beginning of a slug; several at once")
    .addOption(new Option("--force", "also where somebody changed the file"))
    .action(async (names: readonly string[], options: CommonOptions & { force?: boolean }) => {
      const { shareTarget, unshareLessons } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal.environment, terminal.workingDirectory);
      const force = options.force === true;
      const files = await inContext(options, (context) =>
        unshareLessons(context, target, names, { force }),
      );
      if (files.every(({ is }) => is === "absent")) terminal.exitStatus = 1;
      if (options.json === true) {
        const { project } = target;
        return terminal.write(jsonText("lessons-unshare", { project, files }));
      }
      for (const { slug, file, is } of files) {
        if (is === "removed") terminal.write(`Removed ${file}\n  You keep ${slug}.\n`);
        else terminal.note(`${slug} is not shared here: there is no ${file}\n`);
      }
    });
}
