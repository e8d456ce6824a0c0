import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

export function shareCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "share",
    "write active lessons into this project, for everybody who clones it",
    [
      "lessons share git-stash-leaves-untracked-files-behind-x7k2",
      "lessons share git-stash release-checklist && git add .lessons/lessons",
    ],
  )
    .argument("<slug...>", "slug, id, or the beginning of a slug; several at once")
    .addOption(new Option("--force", "share also what looks like a secret or your name"))
    .action(async (names: readonly string[], options: CommonOptions & { force?: boolean }) => {
      const { shareLessons, shareTarget } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal.environment, terminal.workingDirectory);
      const force = options.force === true;
      const files = await inContext(options, (context) =>
        shareLessons(context, target, names, { force }),
      );
      if (options.json === true) {
        const { project } = target;
        return terminal.write(jsonText("lessons-share", { project, files }));
      }
      for (const { slug, file, is } of files)
        terminal.write(`${is === "written" ? "Shared" : "Already shared:"} ${slug}\n  ${file}\n`);
      terminal.note(
        "Commit it. To everybody else it is a candidate until they approve it themselves.\n",
      );
    });
}
