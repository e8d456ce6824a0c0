import { Argument, type Command } from "commander";
import { feedbackVerdicts, type Feedback } from "../record/history.ts";
import {
  newCommand,
  requireText,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";

type Verdict = Feedback["verdict"];

interface FeedbackFlags extends CommonOptions {
  readonly note?: string;
}

export function feedbackCommand({ answer, inContext }: CommandKit): Command {
  return newCommand("feedback", "say whether a lesson helped", [
    "lessons feedback git-stash helpful",
    'lessons feedback git-stash not-helpful --note "fires at git stash list too"',
  ])
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .addArgument(new Argument("<verdict>", "whether it helped").choices(feedbackVerdicts))
    .option("--note <text>", "why, in a line")
    .action(async (name: string, verdict: Verdict, options: FeedbackFlags) => {
      const { giveFeedback } = await import("../change.ts");
      const note = options.note === undefined ? undefined : requireText(options.note, "--note");
      const lesson = await inContext(options, (context) =>
        giveFeedback(context, name, { verdict, note }),
      );
      const { slug, feedback } = lesson;
      const count = feedback.filter((given) => given.verdict === verdict).length;
      await answer(options, {
        type: "lessons-show",
        value: { lesson },
        text: () =>
          `Noted: ${slug} is ${verdict} (said ${count}×)\n  lessons show ${slug} has it all\n`,
      });
    });
}
