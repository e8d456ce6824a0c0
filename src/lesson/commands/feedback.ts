import { Argument, Option, type Command } from "commander";
import { feedbackVerdicts, type Feedback } from "../record/history.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { requireText } from "../../cli/require-text.ts";

type Verdict = Feedback["verdict"];

export function feedbackCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand("feedback", "say whether a lesson helped", [
    "lessons feedback git-stash helpful",
    'lessons feedback git-stash not-helpful --note "fires at git stash list too"',
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .addArgument(new Argument("<verdict>", "whether it helped").choices(feedbackVerdicts))
    .addOption(new Option("--note <text>", "why, in a line"))
    .action(
      async (
        slug: string,
        verdict: Verdict,
        options: CommonOptions & { readonly note?: string },
      ) => {
        const { giveFeedback } = await import("../change.ts");
        const note =
          options.note === undefined ? {} : { note: requireText(options.note, "--note") };
        const record = await inContext(options, (context) =>
          giveFeedback(context, slug, { verdict, ...note }),
        );
        if (options.json === true)
          return terminal.write(jsonText("lessons-show", { lesson: record }));
        const count = record.feedback.filter((given) => given.verdict === verdict).length;
        terminal.write(
          `Noted: ${record.slug} is ${verdict} (said ${count}×)\n  lessons show ${record.slug} has it all\n`,
        );
      },
    );
}
