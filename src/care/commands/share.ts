import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

type ShareFlags = CommonOptions & { readonly force?: boolean; readonly remove?: boolean };

export function shareCommand(kit: CommandKit): Command {
  const { terminal, answer, inContext, who } = kit;
  return newCommand(
    "share",
    "write active lessons into this project, so that your team gets them",
    [
      "lessons share git-stash-leaves-untracked-files-behind-x7k2",
      "lessons share git-stash release-checklist && git add .lessons/lessons",
      "lessons share git-stash --remove    # delete the file here; you keep the lesson",
    ],
  )
    .argument(...slugs)
    .option("--remove", "delete their files from this project; you keep the lessons")
    .option("--force", "share even if it looks like a secret or a name; remove changed files too")
    .action(async (names: readonly string[], options: ShareFlags) => {
      if (options.remove === true) return stopSharing(kit, names, options);
      const { shareLessons, shareTarget } = await import("../share/share-lesson.ts");
      const target = shareTarget(terminal);
      const files = await inContext(
        options,
        (context) => shareLessons(context, target, names, options),
        await who(),
      );
      await answer(options, {
        type: "lessons-share",
        value: { project: target.project, files },
        text: () =>
          files.map(
            ({ slug, file, is, marks = [] }) =>
              `${is === "written" ? "Shared" : "Already shared:"} ${slug}\n  ${file}\n${marks.map((mark) => `  ! it ${mark}\n`).join("")}`,
          ),
        aside: "Commit the file. Your teammates get it as a candidate and approve it themselves.\n",
      });
    });
}

export function unshareCommand(kit: CommandKit): Command {
  return newCommand("unshare", "delete lesson files from this project; you keep the lessons", [
    "lessons share git-stash-leaves-untracked-files-behind-x7k2 --remove",
  ])
    .argument(...slugs)
    .option("--force", "delete changed files too")
    .action((names: readonly string[], options: ShareFlags) => stopSharing(kit, names, options));
}

async function stopSharing(
  { terminal, answer, inContext }: CommandKit,
  names: readonly string[],
  options: ShareFlags,
): Promise<void> {
  const { unshareLessons, shareTarget } = await import("../share/share-lesson.ts");
  const target = shareTarget(terminal);
  const files = await inContext(options, (context) =>
    unshareLessons(context, target, names, options),
  );
  const removed = files.filter(({ is }) => is === "removed");
  const absent = files
    .filter(({ is }) => is === "absent")
    .map(({ slug, file }) => `${slug} is not shared here: ${file} does not exist\n`)
    .join("");
  await answer(options, {
    type: "lessons-unshare",
    value: { project: target.project, files },
    nothing: removed.length === 0 ? absent : undefined,
    text: () => removed.map(({ slug, file }) => `Removed ${file}\n  You keep ${slug}.\n`),
    aside: absent,
  });
}

const slugs = ["<slug...>", "slugs, ids, or the beginnings of slugs"] as const;
