import type { Command } from "commander";
import type { WarnEntry } from "../runs/show-review.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { warnEntryText } from "./review-text.ts";
import { warnValue } from "./gate-value.ts";
import { plural } from "../../cli/layout.ts";

export function warnCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "warn",
    "show what the reviews that hold warn of, and what failed: what there is to mend",
    ["lessons gates warn", "lessons gates warn --json"],
  ).action(async (options: CommonOptions) => {
    const [{ inGateContext }, { warnQueue }] = await Promise.all([
      import("../runs/gate-context.ts"),
      import("../runs/show-review.ts"),
    ]);
    const queue = await inContext(options, (context) =>
      inGateContext(context, { ...terminal, isWriting: false }, warnQueue),
    );
    const { entries, failed } = queue;
    if (entries.length + failed.length === 0) terminal.exitStatus = 1;
    if (options.json === true)
      return terminal.write(jsonText("lessons-gates-warnings", warnValue(queue)));
    const { nameFrom } = await import("../runs/note-path.ts");
    const { requireGateProject } = await import("../runs/gate-project.ts");
    const nameOf = nameFrom(requireGateProject(terminal));
    const textOf = (entry: WarnEntry) => warnEntryText(entry, terminal, nameOf);
    await terminal.writeAll(entries.map(textOf));
    if (entries.length === 0) terminal.note("No review that holds warns of anything.\n");
    if (failed.length > 0) {
      const title = `${plural(failed.length, "pair")} failed:`;
      await terminal.writeAll([`${terminal.style("red", title)}\n\n`, ...failed.map(textOf)]);
    }
  });
}
