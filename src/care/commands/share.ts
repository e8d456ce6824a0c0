import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function shareCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand(
    "share",
    "write active lessons into this project, for everybody who clones it",
    [
      "lessons share git-stash-leaves-untracked-files-behind-x7k2",
      "lessons share git-stash release-checklist && git add .lessons/lessons",
    ],
  )
    .argument("<slug...>", "slug, id, or the beginning of a slug; several at once")
    .option("--force", "share also what looks like a secret or your name")
    .action(async (names: readonly string[], options: CommonOptions & { force?: boolean }) => {
      const { shareLessons, shareTarget } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal.environment, terminal.workingDirectory);
      const force = options.force === true;
      const files = await inContext(options, (context) =>
        shareLessons(context, target, names, { force }),
      );
      const { project } = target;
      await answer(options, {
        type: "lessons-share",
        value: { project, files },
        text: () =>
          files.map(
            ({ slug, file, is }) =>
              `${is === "written" ? "Shared" : "Already shared:"} ${slug}\n  ${file}\n`,
          ),
        aside: "Commit it. To everybody else it is a candidate until they approve it themselves.\n",
      });
    });
}
