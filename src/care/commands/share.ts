import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

type ShareFlags = CommonOptions & { readonly force?: boolean };

export function shareCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand(
    "share",
    "write active lessons into this project, for everybody who clones it",
    [
      "lessons share git-stash-leaves-untracked-files-behind-x7k2",
      "lessons share git-stash release-checklist && git add .lessons/lessons",
    ],
  )
    .argument(...slugs)
    .option("--force", "share also what looks like a secret or your name")
    .action(async (names: readonly string[], options: ShareFlags) => {
      const { shareLessons, shareTarget } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal);
      const files = await inContext(options, (context) =>
        shareLessons(context, target, names, options),
      );
      await answer(options, {
        type: "lessons-share",
        value: { project: target.project, files },
        text: () =>
          files.map(
            ({ slug, file, is, marks = [] }) =>
              `${is === "written" ? "Shared" : "Already shared:"} ${slug}\n  ${file}\n${marks.map((mark) => `  ! it ${mark}\n`).join("")}`,
          ),
        aside: "Commit it. To everybody else it is a candidate until they approve it themselves.\n",
      });
    });
}

export function unshareCommand({ terminal, answer, inContext }: CommandKit): Command {
  return newCommand(
    "unshare",
    "take the files of lessons out of this project; you keep the lessons",
    ["lessons unshare git-stash-leaves-untracked-files-behind-x7k2"],
  )
    .argument(...slugs)
    .option("--force", "also where somebody changed the file")
    .action(async (names: readonly string[], options: ShareFlags) => {
      const { unshareLessons, shareTarget } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal);
      const files = await inContext(options, (context) =>
        unshareLessons(context, target, names, options),
      );
      const removed = files.filter(({ is }) => is === "removed");
      const absent = files
        .filter(({ is }) => is === "absent")
        .map(({ slug, file }) => `${slug} is not shared here: there is no ${file}\n`)
        .join("");
      await answer(options, {
        type: "lessons-unshare",
        value: { project: target.project, files },
        nothing: removed.length === 0 ? absent : undefined,
        text: () => removed.map(({ slug, file }) => `Removed ${file}\n  You keep ${slug}.\n`),
        aside: absent,
      });
    });
}

const slugs = ["<slug...>", "slug, id, or the beginning of a slug; several at once"] as const;
