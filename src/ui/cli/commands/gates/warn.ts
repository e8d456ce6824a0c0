import type { Command } from "commander";
import { jsonText, newCommand, type CommandKit, type CommonOptions } from "../../command-kit.ts";
import { warnEntryText } from "../../gate-review-text.ts";
import { warnValue } from "../../gate-value.ts";
import { plural } from "../../layout.ts";

export function warnCommand({ terminal, inWorkshop }: CommandKit): Command {
  return newCommand("warn", "show what the reviews that hold warn of: what there is to mend", [
    "lessons gates warn",
    "lessons gates warn --json",
  ]).action(async (options: CommonOptions) => {
    const [{ inReviewRoom }, { warnQueue }] = await Promise.all([
      import("../../../../app/gates/review-room.ts"),
      import("../../../../app/gates/warn-queue.ts"),
    ]);
    const queue = await inWorkshop(options, (workshop) =>
      inReviewRoom(workshop, { ...terminal, isWriting: false }, warnQueue),
    );
    const { entries, failed } = queue;
    if (entries.length === 0) process.exitCode = 1;
    if (options.json === true)
      return terminal.write(jsonText("lessons-gates-warnings", warnValue(queue)));
    await terminal.writeAll(entries.map((entry) => warnEntryText(entry, terminal)));
    if (entries.length === 0) terminal.note("No review that holds warns of anything.\n");
    if (failed.length > 0) {
      const [first] = failed;
      terminal.note(
        `${plural(failed.length, "pair")} failed, which is no warning: lessons gates show ${first?.notePath} ${first?.gatePath}\n`,
      );
    }
  });
}
