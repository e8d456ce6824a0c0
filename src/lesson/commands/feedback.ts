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

export function feedbackCommand(kit: CommandKit): Command {
  const command = newCommand("feedback", "say whether a lesson helped", [
    "lessons feedback git-stash helpful",
    'lessons feedback git-stash not-helpful --note "fires at git stash list too"',
  ]);
  return withSlug(command)
    .addArgument(new Argument("<verdict>", "whether it helped").choices(feedbackVerdicts))
    .action((name: string, verdict: Verdict, options: FeedbackFlags) =>
      keepFeedback(kit, { name, verdict }, options),
    );
}

/** What a delivered text says: one word and the slug, so that whoever reads it can type it as it stands. */
export function goodCommand(kit: CommandKit): Command {
  const command = newCommand("good", "Say that a lesson helped.", ["lessons good git-stash"]);
  return withSlug(command).action((name: string, options: FeedbackFlags) =>
    keepFeedback(kit, { name, verdict: "helpful" }, options),
  );
}

export function badCommand(kit: CommandKit): Command {
  const command = newCommand("bad", "Say that a lesson was wrong, or came at the wrong moment.", [
    "lessons bad git-stash",
    'lessons bad git-stash --note "fires at git stash list too"',
  ]);
  return withSlug(command).action((name: string, options: FeedbackFlags) =>
    keepFeedback(kit, { name, verdict: "not-helpful" }, options),
  );
}

function withSlug(command: Command): Command {
  return command
    .argument("<slug>", "slug, id, or the beginning of a slug")
    .option("--note <text>", "why, in a line");
}

async function keepFeedback(
  { answer, inContext }: CommandKit,
  { name, verdict }: { readonly name: string; readonly verdict: Verdict },
  options: FeedbackFlags,
): Promise<void> {
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
}
