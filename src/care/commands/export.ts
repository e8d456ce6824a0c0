import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import {
  newCommand,
  readFilter,
  withFilters,
  type CommandKit,
  type CommonOptions,
  type FilterOptions,
} from "../../cli/command-kit.ts";
import { grouped, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

type ExportOptions = CommonOptions &
  FilterOptions & { format: "jsonl" | "markdown"; output?: string };

export function exportCommand({ terminal, answer, inContext }: CommandKit): Command {
  const command = newCommand(
    "export",
    "write lessons out: JSON Lines to read back, Markdown to read",
    [
      "lessons export --output lessons.jsonl",
      "lessons export --format markdown --status active > LESSONS.md",
      "lessons export | ssh other-machine lessons import -",
    ],
  );
  return withFilters(command)
    .addOption(
      new Option("--format <format>", "the form").choices(["jsonl", "markdown"]).default("jsonl"),
    )
    .option("--output <file>", "write to this file, whole or not at all")
    .action(async (options: ExportOptions) => {
      const { exportLessons } = await import("../export-lessons.ts");
      // An export leaves nothing out unless asked to.
      const filter = readFilter({ ...options, showArchived: true });
      await inContext(options, async (context) => {
        const pieces = exportLessons(context, filter, options.format);
        if (options.output === undefined) return terminal.writeAll(pieces);
        const file = resolve(terminal.workingDirectory, options.output);
        const count =
          writeFileAtomically(file, counted(pieces, terminal)) -
          (options.format === "markdown" ? 1 : 0);
        return answer(options, {
          type: "lessons-exported",
          value: { file: options.output, lessons: count },
          text: () => `Wrote ${plural(count, "lesson")} to ${options.output}\n`,
        });
      });
    });
}

/** The same pieces, with a word now and then while there are many. */
function* counted(pieces: Iterable<string>, terminal: Terminal): Generator<string> {
  let count = 0;
  for (const piece of pieces) {
    if (++count % 1000 === 0) terminal.progress(`written ${grouped(count)} lessons`);
    yield piece;
  }
}
