import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Option, type Command } from "commander";
import type { ImportProgress, ImportReport } from "../import/import-lessons.ts";
import { parseScope, type Scope } from "../../lesson/record/lesson.ts";
import { Fault } from "../../platform/fault.ts";
import { packageRoot } from "../../platform/paths.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { plainText } from "../../redact/plain-text.ts";
import { hang, onlyTexts } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import type { Terminal } from "../../cli/terminal.ts";

const systems = ["auto", "lessons", "lessons-learned", "triads", "devflow"] as const;
interface ImportFlags extends CommonOptions {
  readonly from: (typeof systems)[number];
  readonly dryRun?: boolean;
  readonly starter?: boolean;
  readonly scope?: string;
}

export function importCommand(kit: CommandKit): Command {
  return newCommand(
    "import",
    "bring lessons in: our own exports, lessons-learned, Triads, Devflow, starter lessons",
    [
      "lessons import lessons.jsonl",
      "lessons import ~/old/lessons-learned/data --dry-run",
      "lessons import .claude/graphs --scope project   # only in the project that they lie in",
      "lessons import .memory/learning-log.jsonl",
      "lessons export | ssh other-machine lessons import -",
      "lessons import --starter        # those that come with the program, as candidates",
    ],
  )
    .argument("[path]", "a file, a folder with such files, or - for standard input")
    .addOption(
      new Option("--from <system>", "which system wrote it").choices(systems).default("auto"),
    )
    .option(
      "--scope <scope>",
      "where they hold, if they do not say it: global, machine, project (where the files lie) or project:<id>",
    )
    .option("--dry-run", "say what would happen, and change nothing")
    .option("--starter", "the lessons that come with the program: candidates, for you to review")
    .action(async (path: string | undefined, options: ImportFlags) => {
      const reports = await importFrom(kit, path, options);
      const { terminal, answer } = kit;
      const { dryRun = false, starter = false } = options;
      if (reports.some(({ bad }) => bad.length > 0)) terminal.exitStatus = 2;
      const isAnyAdded = reports.some(({ added }) => added.length > 0);
      await answer(options, {
        type: "lessons-imported",
        value: { dryRun, files: reports },
        text: () => reports.map((report) => reportText(report, terminal, dryRun)),
        aside: starter
          ? !dryRun && isAnyAdded
            ? noneIsActive
            : undefined
          : scopeAside(reports, options),
      });
    });
}

/** Nobody was asked, and nobody said it. */
function scopeAside(reports: readonly ImportReport[], { scope }: ImportFlags): string | undefined {
  const isOpen = scope === undefined && reports.some(({ openScope }) => openScope === "global");
  return isOpen
    ? "They hold in every project: lessons import … --scope project keeps them to the project of the files.\n"
    : undefined;
}

const noneIsActive = "None is active: lessons review shows each with your own backtest.\n";

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
    folder: terminal.workingDirectory,
    onProgress: ({ step, done, total, file }: ImportProgress) =>
      terminal.progress(`${step} ${file}: ${done} of ${total}`),
  };
  const text = path === "-" ? await terminal.readInput() : undefined;
  const place = resolve(terminal.workingDirectory, path === "-" ? "." : path);
  const take = (more: { readonly scope?: Scope | undefined; readonly isDryRun: boolean }) =>
    inContext(options, (context) =>
      text === undefined
        ? importLessons(context, path, { ...importOptions, ...more })
        : importText(context, text, { ...importOptions, ...more }),
    );
  if (options.scope !== undefined) {
    return take({ scope: await scopeNamed(options.scope, place, terminal), isDryRun });
  }
  if (!mayAsk(terminal, options)) return take({ isDryRun });
  const planned = await take({ isDryRun: true });
  if (!planned.some(({ openScope }) => openScope !== null)) return take({ isDryRun });
  return take({ scope: await askForScope(place, terminal), isDryRun });
}

/** Nobody is asked who is not there, or only wants to know. */
function mayAsk({ ends, hasPipedInput }: Terminal, { json, dryRun }: ImportFlags): boolean {
  return ends !== undefined && !hasPipedInput && json !== true && dryRun !== true;
}

async function scopeNamed(typed: string, place: string, terminal: Terminal): Promise<Scope> {
  const scope = typed === "project" ? await projectOf(place, terminal) : parseScope(typed);
  if (scope !== undefined) return scope;
  throw new Fault("bad-input", `--scope ${typed} is not a scope`, {
    hint: "global, machine, project, project:<id> or team:<name>",
  });
}

async function projectOf(place: string, { environment }: Terminal): Promise<Scope> {
  const { learningPlace } = await import("../../platform/project/learning-place.ts");
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  return learningPlace(environment, isFolder ? place : dirname(place)).scope;
}

async function askForScope(place: string, terminal: Terminal): Promise<Scope> {
  const { isCancel, select } = await import("@clack/prompts");
  const project = await projectOf(place, terminal);
  const answer = await select<Scope>({
    message: "Where do these lessons hold?",
    options: [
      { value: project, label: "in the project of the files", hint: project },
      { value: "machine", label: "in every project on this machine" },
      { value: "global", label: "everywhere" },
    ],
    ...terminal.ends,
  });
  if (!isCancel(answer)) return answer;
  throw new Fault("cancelled", "Nothing was imported.", {
    hint: "lessons import … --scope global",
  });
}

function badCall(message: string): Fault {
  return new Fault("bad-input", message, {
    hint: "lessons import <path>, or lessons import --starter",
  });
}

function reportText(report: ImportReport, { style, width }: Look, isDryRun: boolean): string {
  const { found, added, already, bad, remarks, renamedTo } = report;
  const line = (label: string, text: string) =>
    hang(`  ${label}`, plainText(text), { column: 15, width });
  const head = `${style("bold", plainText(report.file))} (${report.system})`;
  const lines = onlyTexts(
    hang("", head, { column: 0, width }),
    line("in the file", String(found)),
    line(isDryRun ? "to add" : "added", String(added.length)),
    line("known", String(already)),
    line("not taken", String(bad.length)),
    ...bad.map(({ place, problem }) => line(style("red", "not taken"), `${place}: ${problem}`)),
    ...remarks.map(({ place, problem }) => line(style("yellow", "note"), `${place}: ${problem}`)),
    renamedTo !== null && line("set aside", renamedTo),
    isDryRun && "  Nothing was changed.",
  );
  return `${lines.join("\n")}\n`;
}
