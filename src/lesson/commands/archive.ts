import type { Command } from "commander";
import type { Verdict } from "../record/lifecycle.ts";
import {
  newCommand,
  requireText,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";

export function archiveCommand(kit: CommandKit): Command {
  return newCommand(
    "archive",
    "archive a lesson; agents no longer see it, and you can restore it",
    ['lessons archive git-stash-leaves-untracked-files-behind-x7k2 --reason "fixed upstream"'],
  )
    .argument("<slug>", "a slug, an id, or the beginning of a slug")
    .option("--reason <text>", "the reason, kept in the history")
    .action(async (name: string, options: CommonOptions & { readonly reason?: string }) => {
      const { reason } = options;
      const because = reason === undefined ? "archived by hand" : requireText(reason, "--reason");
      const text = (slug: string) => `Archived ${slug}\n  To restore it: lessons restore ${slug}\n`;
      await move(kit, options, name, { verdict: "archive", by: "person", because }, text);
    });
}

export function restoreCommand(kit: CommandKit): Command {
  return newCommand("restore", "restore an archived lesson as a candidate", [
    "lessons restore git-stash-leaves-untracked-files-behind-x7k2",
  ])
    .argument("<slug>", "a slug, an id, or the beginning of a slug")
    .action(async (name: string, options: CommonOptions) => {
      const text = (slug: string) =>
        `Restored ${slug} as a candidate\n  To approve it: lessons review "approve ${slug}"\n`;
      await move(kit, options, name, { verdict: "restore", by: "person" }, text);
    });
}

async function move(
  { answer, inContext, who }: CommandKit,
  options: CommonOptions,
  name: string,
  verdict: Verdict,
  text: (slug: string) => string,
): Promise<void> {
  const [{ moveLesson }, { showLesson }] = await Promise.all([
    import("../move.ts"),
    import("../find.ts"),
  ]);
  const lesson = await inContext(
    options,
    (context) => showLesson(context, moveLesson(context, name, verdict).id),
    await who(),
  );
  await answer(options, {
    type: "lessons-show",
    value: { lesson },
    text: () => text(lesson.slug),
  });
}
