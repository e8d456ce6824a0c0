import type { Command } from "commander";
import { newCommand, type CommandKit } from "../../cli/command-kit.ts";

/** The launcher answers the plain call by itself; this is for everything around it. */
export function statuslineCommand({ terminal }: CommandKit): Command {
  return newCommand(
    "statusline",
    "Print one row for a status line: facts, held calls, candidates, the last session.",
    [
      "lessons statusline",
      "your-status-line < payload.json; lessons statusline < payload.json   # below your own",
    ],
  ).action(async () => {
    const { statusline } = await import("../statusline/print-statusline.ts");
    const { hasPipedInput, readInput, workingDirectory, environment } = terminal;
    const said = hasPipedInput ? await readInput() : "";
    terminal.write(statusline(said, workingDirectory, environment));
  });
}
