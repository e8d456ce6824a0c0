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
import { Fault } from "../../platform/fault.ts";
import { grouped, plural } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

type ExportOptions = CommonOptions &
  FilterOptions & { format: "jsonl" | "markdown"; output?: string };

export function exportCommand({ terminal, answer, inContext }: CommandKit): Command {
  const command = newCommand(
    "export",
    "write lessons to a file: JSON Lines for import, or Markdown for reading",
    [
      "lessons export --output lessons.jsonl",
      "lessons export --format markdown --status active > LESSONS.md",
      "lessons export | ssh other-machine lessons import -",
    ],
  );
  return withFilters(command)
    .addOption(
      new Option("--format <format>", "file format")
        .choices(["jsonl", "markdown"])
        .default("jsonl"),
    )
    .option("--output <file>", "write to this file; on a terminal, lessons asks for one")
    .action(async (options: ExportOptions) => {
      const { exportLessons } = await import("../export-lessons.ts");
      // An export leaves nothing out unless asked to.
      const filter = readFilter({ ...options, showArchived: true });
      await inContext(options, async (context) => {
        const pieces = exportLessons(context, filter, options.format);
        const output = options.output ?? (await askForFile(terminal, options));
        if (output === undefined) return terminal.writeAll(pieces);
        const file = resolve(terminal.workingDirectory, output);
        const count =
          writeFileAtomically(file, counted(pieces, terminal)) -
          (options.format === "markdown" ? 1 : 0);
        return answer(options, {
          type: "lessons-exported",
          value: { file: output, lessons: count },
          text: () => `Wrote ${plural(count, "lesson")} to ${output}\n`,
        });
      });
    });
}

/** On a terminal all lessons would fly by: where a person looks on they name a file, or `-` to see them all the same. */
async function askForFile(
  { ends, writesToScreen }: Terminal,
  { format, json }: ExportOptions,
): Promise<string | undefined> {
  if (ends === undefined || writesToScreen !== true || json === true) return undefined;
  const { isCancel, text } = await import("@clack/prompts");
  const usual = format === "markdown" ? "LESSONS.md" : "lessons.jsonl";
  const typed = await text({
    ...ends,
    message: "Write to which file? (- prints them here)",
    placeholder: usual,
    defaultValue: usual,
  });
  if (isCancel(typed)) throw new Fault("cancelled", "Nothing was written.", { hint: "" });
  return typed.trim() === "-" ? undefined : typed.trim();
}

/** The same pieces, with a word now and then while there are many. */
function* counted(pieces: Iterable<string>, terminal: Terminal): Generator<string> {
  let count = 0;
  for (const piece of pieces) {
    if (++count % 1000 === 0) terminal.progress(`${grouped(count)} lessons written`);
    yield piece;
  }
}
