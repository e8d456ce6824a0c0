import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function unshareCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand(
    "unshare",
    "take the files of lessons out of this project; you keep the lessons",
    ["lessons unshare git-stash-leaves-untracked-files-behind-x7k2"],
  )
    .argument("<slug...>", "slug, id, or the beginning of a slug; several at once")
    .option("--force", "also where somebody changed the file")
    .action(async (names: readonly string[], options: CommonOptions & { force?: boolean }) => {
      const { shareTarget, unshareLessons } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal.environment, terminal.workingDirectory);
      const force = options.force === true;
      const files = await inContext(options, (context) =>
        unshareLessons(context, target, names, { force }),
      );
      const { project } = target;
      const removed = files.filter(({ is }) => is === "removed");
      const absent = files
        .filter(({ is }) => is === "absent")
        .map(({ slug, file }) => `${slug} is not shared here: there is no ${file}\n`)
        .join("");
      await answer(options, {
        type: "lessons-unshare",
        value: { project, files },
        nothing: removed.length === 0 ? absent : undefined,
        text: () => removed.map(({ slug, file }) => `Removed ${file}\n  You keep ${slug}.\n`),
        aside: absent,
      });
    });
}
