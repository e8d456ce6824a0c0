import { Argument, type Command } from "commander";
import { feedbackVerdicts, type Feedback } from "../record/history.ts";
import { actorOf, isPerson } from "../../platform/person/who.ts";
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
  const command = newCommand("feedback", "rate a lesson as helpful or not", [
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
  const command = newCommand("good", "Rate a lesson as helpful.", ["lessons good git-stash"]);
  return withSlug(command).action((name: string, options: FeedbackFlags) =>
    keepFeedback(kit, { name, verdict: "helpful" }, options),
  );
}

export function badCommand(kit: CommandKit): Command {
  const command = newCommand("bad", "Rate a lesson as wrong, or shown at the wrong time.", [
    "lessons bad git-stash",
    'lessons bad git-stash --note "fires at git stash list too"',
  ]);
  return withSlug(command).action((name: string, options: FeedbackFlags) =>
    keepFeedback(kit, { name, verdict: "not-helpful" }, options),
  );
}

function withSlug(command: Command): Command {
  return command
    .argument("<slug>", "a slug, an id, or the beginning of a slug")
    .option("--note <text>", "the reason, in one line");
}

async function keepFeedback(
  { answer, inContext, who }: CommandKit,
  { name, verdict }: { readonly name: string; readonly verdict: Verdict },
  options: FeedbackFlags,
): Promise<void> {
  const { giveFeedback } = await import("../change.ts");
  const note = options.note === undefined ? undefined : requireText(options.note, "--note");
  const giver = await who();
  const lesson = await inContext(
    options,
    (context) => giveFeedback(context, name, { verdict, note }),
    giver,
  );
  const { slug, feedback } = lesson;
  const count = feedback.filter((given) => given.verdict === verdict).length;
  const whose = isPerson(giver) ? "" : notAPersons[actorOf(giver) === "agent" ? "agent" : "script"];
  await answer(options, {
    type: "lessons-show",
    value: { lesson },
    text: () =>
      `Saved: ${slug} is ${verdict} (${count}×)\n${whose}  All feedback: lessons show ${slug}\n`,
  });
}

/** An agent that is held by a lesson has a reason to call it bad. */
const notAPersons = {
  agent: "  It counts as an agent's rating. Only a person's rating can archive a lesson.\n",
  script: "  It counts as a script's rating. Only a person's rating can archive a lesson.\n",
};
