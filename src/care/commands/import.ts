import { Option, type Command } from "commander";
import type { ImportProgress, ImportReport } from "../import/import-lessons.ts";
import { Fault } from "../../platform/fault.ts";
import { packageRoot } from "../../platform/paths.ts";
import { jsonText } from "../../cli/answer.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plainText } from "../../redact/plain-text.ts";
import { hang } from "../../cli/layout.ts";
import type { Terminal } from "../../cli/terminal.ts";

const systems = ["auto", "lessons", "lessons-learned", "triads", "devflow"] as const;
interface ImportFlags extends CommonOptions {
  readonly from: (typeof systems)[number];
  readonly dryRun?: boolean;
  readonly starter?: boolean;
}

export function importCommand(kit: CommandKit): Command {
  const { terminal } = kit;
  return newCommand(
    "import",
    "bring lessons in: our own exports, lessons-learned, Triads, Devflow, starter lessons",
    [
      "lessons import lessons.jsonl",
      "lessons import ~/old/lessons-learned/data --dry-run",
      "lessons import .claude/graphs --from triads",
      "lessons import .memory/learning-log.jsonl",
      "lessons export | ssh other-machine lessons import -",
      "lessons import --starter        # those that come with the program, as candidates",
    ],
  )
    .argument("[path]", "a file, a folder with such files, or - for standard input")
    .addOption(
      new Option("--from <system>", "which system wrote it").choices(systems).default("auto"),
    )
    .addOption(new Option("--dry-run", "say what would happen, and change nothing"))
    .addOption(
      new Option(
        "--starter",
        "the lessons that come with the program: candidates, for you to review",
      ),
    )
    .action(async (path: string | undefined, options: ImportFlags) => {
      const reports = await importFrom(kit, path, options);
      if (reports.some(({ bad }) => bad.length > 0)) terminal.exitStatus = 2;
      if (options.json === true)
        return terminal.write(
          jsonText("lessons-imported", { dryRun: options.dryRun === true, files: reports }),
        );
      for (const report of reports) describe(terminal, report, options.dryRun === true);
      const isForReview = options.starter === true && options.dryRun !== true;
      if (isForReview && reports.some(({ added }) => added.length > 0))
        terminal.note("None is active: lessons review shows each with your own backtest.\n");
    });
}

async function importFrom(
  { terminal, inContext }: CommandKit,
  path: string | undefined,
  options: ImportFlags,
): Promise<readonly ImportReport[]> {
  const isDryRun = options.dryRun === true;
  if (options.starter === true) {
    if (path !== undefined || options.from !== "auto")
      throw badCall("--starter takes neither a path nor --from");
    const { importStarter, starterFolder } = await import("../starter/import-starter.ts");
    const folder = starterFolder(packageRoot());
    return [await inContext(options, (context) => importStarter(context, folder, { isDryRun }))];
  }
  if (path === undefined) throw badCall("there is nothing to import");
  const { importLessons, importText } = await import("../import/import-lessons.ts");
  const importOptions = {
    from: options.from,
    isDryRun,
    folder: terminal.workingDirectory,
    onProgress: ({ step, done, total, file }: ImportProgress) =>
      terminal.progress(`${step} ${file}: ${done} of ${total}`),
  };
  const text = path === "-" ? await terminal.readInput() : undefined;
  return inContext(options, (context) =>
    text === undefined
      ? importLessons(context, path, importOptions)
      : importText(context, text, importOptions),
  );
}

function badCall(message: string): Fault {
  return new Fault("bad-input", message, {
    hint: "lessons import <path>, or lessons import --starter",
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
