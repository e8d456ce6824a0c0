import { Option, type Command } from "commander";
import type { ImportProgress, ImportReport } from "../../../app/import-lessons.ts";
import { jsonText, newCommand, type CommandKit, type CommonOptions } from "../command-kit.ts";
import { plainText } from "../../../core/plain-text.ts";
import { hang } from "../layout.ts";
import type { Terminal } from "../terminal.ts";

const systems = ["auto", "lessons", "lessons-learned", "triads", "devflow"] as const;
type ImportFlags = CommonOptions & { from: (typeof systems)[number]; dryRun?: boolean };

export function importCommand({ terminal, inWorkshop }: CommandKit): Command {
  return newCommand(
    "import",
    "bring lessons in: our own exports, lessons-learned, Triads, Devflow",
    [
      "lessons import lessons.jsonl",
      "lessons import ~/old/lessons-learned/data --dry-run",
      "lessons import .claude/graphs --from triads",
      "lessons import .memory/learning-log.jsonl",
      "lessons export | ssh other-machine lessons import -",
    ],
  )
    .argument("<path>", "a file, a folder with such files, or - for standard input")
    .addOption(
      new Option("--from <system>", "which system wrote it").choices(systems).default("auto"),
    )
    .addOption(new Option("--dry-run", "say what would happen, and change nothing"))
    .action(async (path: string, options: ImportFlags) => {
      const { importLessons, importText } = await import("../../../app/import-lessons.ts");
      const importOptions = {
        from: options.from,
        isDryRun: options.dryRun === true,
        onProgress: ({ step, done, total, file }: ImportProgress) =>
          terminal.progress(`${step} ${file}: ${done} of ${total}`),
      };
      const text = path === "-" ? await terminal.readInput() : undefined;
      const reports = await inWorkshop(options, (workshop) =>
        text === undefined
          ? importLessons(workshop, path, importOptions)
          : importText(workshop, text, importOptions),
      );
      if (reports.some(({ bad }) => bad.length > 0)) process.exitCode = 2;
      if (options.json === true)
        return terminal.write(
          jsonText("lessons-imported", { dryRun: options.dryRun === true, files: reports }),
        );
      for (const report of reports) describe(terminal, report, options.dryRun === true);
    });
}

function describe(terminal: Terminal, report: ImportReport, isDryRun: boolean): void {
  const { found, added, already, bad, remarks } = report;
  const { style, width } = terminal;
  const line = (label: string, text: string) =>
    terminal.write(`${hang(`  ${label}`, plainText(text), { column: 15, width })}\n`);
  terminal.write(
    `${hang("", `${style("bold", plainText(report.file))} (${report.system})`, { column: 0, width })}\n`,
  );
  line("in the file", String(found));
  line(isDryRun ? "to add" : "added", String(added.length));
  line("known", String(already));
  line("not taken", String(bad.length));
  for (const { place, problem } of bad) line(style("red", "not taken"), `${place}: ${problem}`);
  for (const { place, problem } of remarks) line(style("yellow", "note"), `${place}: ${problem}`);
  if (report.renamedTo !== null) line("set aside", report.renamedTo);
  if (isDryRun) terminal.write("  Nothing was changed.\n");
}
