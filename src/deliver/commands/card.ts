import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plural, section } from "../../cli/layout.ts";
import { Fault } from "../../platform/fault.ts";
import type { ProjectCard } from "../card/project-card.ts";

interface CardFlags extends CommonOptions {
  readonly project?: string;
}

export function cardCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand(
    "card",
    "show the session card: the facts that sessions of this project start with",
    ["lessons card", "lessons card --project ../api --json"],
  )
    .option("--project <folder>", "another project's folder")
    .action(async (options: CardFlags) => {
      const [{ projectCard }, { learningPlace }] = await Promise.all([
        import("../card/project-card.ts"),
        import("../../platform/project/learning-place.ts"),
      ]);
      const { environment, workingDirectory } = terminal;
      const folder = resolve(workingDirectory, options.project ?? ".");
      if (!existsSync(folder))
        throw new Fault("no-such-folder", `no such folder: ${folder}`, {
          hint: "give the folder of a project: lessons card --project <folder>",
        });
      const { projectId, scope } = learningPlace(environment, folder);
      const { paths, inContext } = await wireFor(options);
      const card = await inContext((context) => projectCard(context, paths, scope));
      await answer(options, {
        type: "lessons-card",
        value: { project: projectId, ...card },
        nothing: card.card.length === 0 ? nothingOnIt : undefined,
        text: () => cardPage(card),
      });
    });
}

const nothingOnIt =
  "The card is empty. It shows approved facts seen in two or more sessions of this project.\n";

function cardPage({ card, later, bytes, crowdedOut, trial }: ProjectCard): string {
  return section(`Session card: ${plural(card.length, "line")}, ${plural(bytes, "byte")}`, [
    ...card.map(({ line, lessons }) => `- ${line}  (${lessons.join(", ")})`),
    ...(later.length === 0
      ? []
      : ["", `${plural(later.length, "more line")}, shown in other sessions:`]),
    ...later.map(({ line, lessons }) => `- ${line}  (${lessons.join(", ")})`),
    ...(trial === null || trial.lines === 0
      ? []
      : [
          "",
          `A trial withholds ${plural(trial.lines, "line")}, each in ${trial.percent} % of sessions: lessons trial`,
        ]),
    ...(crowdedOut.length === 0
      ? []
      : [
          "",
          `Left out of one in three sessions for lack of room: ${crowdedOut.join(", ")}. Shorten or archive lessons shown at the start.`,
        ]),
  ]);
}
