import type { Command } from "commander";
import type { Verdict } from "../record/lifecycle.ts";
import {
  newCommand,
  requireText,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";

export function archiveCommand(kit: CommandKit): Command {
  return newCommand("archive", "put a lesson away; it is kept and can be restored", [
    'lessons archive git-stash-leaves-untracked-files-behind-x7k2 --reason "fixed upstream"',
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .requiredOption("--reason <text>", "why, for the record")
    .action(async (name: string, options: CommonOptions & { readonly reason: string }) => {
      const because = requireText(options.reason, "--reason");
      const text = (slug: string) => `Archived ${slug}\n  It is kept: lessons restore ${slug}\n`;
      await move(kit, options, name, { verdict: "archive", by: "person", because }, text);
    });
}

export function restoreCommand(kit: CommandKit): Command {
  return newCommand("restore", "bring an archived lesson back as a candidate", [
    "lessons restore git-stash-leaves-untracked-files-behind-x7k2",
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .action(async (name: string, options: CommonOptions) => {
      const text = (slug: string) =>
        `Restored ${slug} as a candidate\n  Make it active: lessons edit ${slug} status active\n`;
      await move(kit, options, name, { verdict: "restore", by: "person" }, text);
    });
}

async function move(
  { answer, inContext }: CommandKit,
  options: CommonOptions,
  name: string,
  verdict: Verdict,
  text: (slug: string) => string,
): Promise<void> {
  const [{ moveLesson }, { showLesson }] = await Promise.all([
    import("../move.ts"),
    import("../find.ts"),
  ]);
  const lesson = await inContext(options, (context) =>
    showLesson(context, moveLesson(context, name, verdict).id),
  );
  await answer(options, {
    type: "lessons-show",
    value: { lesson },
    text: () => text(lesson.slug),
  });
}
