import type { Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { minute } from "../../cli/layout.ts";
import { named } from "./review-value.ts";

export function undoCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand("undo", "take the last review back as a whole; again, the one before", [
    "lessons undo",
    "lessons reviews        # which reviews there were",
  ]).action(async (options: CommonOptions) => {
    const { undoReview } = await import("../undo-review.ts");
    const wiring = await wireFor(options);
    const undone = await wiring.inContext((context) =>
      undoReview(context, { home: wiring.paths.home }),
    );
    if (undone === undefined) terminal.exitStatus = 1;
    if (options.json === true) {
      const session = undone?.session.sessionId ?? null;
      const lessons = (undone?.lessons ?? []).map(named);
      return terminal.write(jsonText("lessons-undone", { session, lessons }));
    }
    if (undone === undefined) return terminal.note("There is no review to take back.\n");
    const { session, lessons } = undone;
    terminal.write(
      `Took back the review of ${minute(session.generatedAt)} UTC (${session.sessionId})\n${lessons
        .map(({ slug, stage }) => `↶ ${slug} (${stage.status} again)\n`)
        .join("")}`,
    );
  });
}
