import { Option, type Command } from "commander";
import { jsonText } from "../../cli/answer.ts";
import {
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { historyText } from "./review-text.ts";
import { historyValue } from "./gate-value.ts";
import { plural } from "../../cli/layout.ts";

interface HistoryFlags extends CommonOptions {
  readonly limit: number;
}

export function historyCommand({ terminal, inContext }: CommandKit): Command {
  return newCommand(
    "history",
    "show what was accepted, newest first: reviews and acknowledgements",
    ["lessons gates history", "lessons gates history README.md prose/redundancy"],
  )
    .argument("[note]", "only of this note, also when it is there no more")
    .argument("[gate]", "only by this gate")
    .addOption(new Option("--limit <count>", "at most that many").argParser(readCount).default(50))
    .action(async (note: string | undefined, gate: string | undefined, options: HistoryFlags) => {
      const [{ inGateContext }, { reviewHistory }] = await Promise.all([
        import("../runs/gate-context.ts"),
        import("../runs/show-review.ts"),
      ]);
      const history = await inContext(options, (context) =>
        inGateContext(context, { ...terminal, isWriting: false }, (room) =>
          reviewHistory(room, {
            limit: options.limit,
            ...(note === undefined ? {} : { note }),
            ...(gate === undefined ? {} : { gate }),
          }),
        ),
      );
      const { total, events } = history;
      if (total === 0) terminal.exitStatus = 1;
      if (options.json === true)
        return terminal.write(jsonText("lessons-gates-history", historyValue(history)));
      if (total === 0) return terminal.note("Nothing was accepted yet.\n");
      terminal.write(historyText(events));
      if (events.length < total)
        terminal.note(
          `\n${events.length} of ${plural(total, "acceptance")}; --limit shows more.\n`,
        );
    });
}
