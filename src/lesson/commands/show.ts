import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import {
  explain,
  explainOne,
  explainValue,
  withCallOptions,
  type ExplainFlags,
} from "../../deliver/commands/explain.ts";
import { whenText } from "../../deliver/commands/explain-text.ts";
import { lessonCard } from "./lesson-card.ts";

export function showCommand(kit: CommandKit): Command {
  const command = newCommand("show", "show a lesson, when agents see it, and why", [
    "lessons show git-stash        # the beginning of a slug is enough",
    "lessons show git-stash --command 'git stash'  # whether it fires at this command",
    "lessons show --command 'git push --force'     # every lesson about this command",
    "lessons show git-stash --payload call.json    # whether it fires at a recorded call",
    "lessons show git-stash --json",
  ]).argument("[slug]", "a slug, an id, or the beginning of a slug");
  return withCallOptions(command).action((slug: string | undefined, options: ExplainFlags) => {
    const { command: line, tool, path, content, payload } = options;
    const isAboutCall = [line, tool, path, content, payload].some((flag) => flag !== undefined);
    return slug === undefined || isAboutCall
      ? explain(kit, slug, options)
      : showOne(kit, slug, options);
  });
}

async function showOne(kit: CommandKit, slug: string, options: CommonOptions): Promise<void> {
  const { explanation, doubt } = await explainOne(kit, options, slug);
  const { record } = explanation;
  await kit.answer(options, {
    type: "lessons-show",
    value: { doubt: doubt ?? null, ...explainValue(explanation) },
    text: () =>
      `${lessonCard(record, kit.terminal, doubt)}\n${whenText(explanation, kit.terminal)}`,
  });
}
