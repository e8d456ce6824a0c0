import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Option, type Command } from "commander";
import type { ImportOptions, ImportProgress, ImportReport } from "../import/import-lessons.ts";
import { parseScope, type Scope } from "../../lesson/record/lesson.ts";
import { Fault } from "../../platform/fault.ts";
import { packageRoot } from "../../platform/paths.ts";
import { isPerson } from "../../platform/person/who.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
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
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly scope?: string;
  readonly keepStates?: boolean;
}

export function importCommand(kit: CommandKit): Command {
  return newCommand(
    "import",
    "import lessons: exports, lessons-learned, Triads, Devflow, or the starter lessons",
    [
      "lessons import lessons.jsonl",
      "lessons import lessons.jsonl --keep-states   # active lessons stay active",
      "lessons import ~/old/lessons-learned/data --dry-run",
      "lessons import .claude/graphs --scope project   # only for that project",
      "lessons import .memory/learning-log.jsonl",
      "lessons export | ssh other-machine lessons import -",
      "lessons import starter          # bundled lessons that fit your history",
    ],
  )
    .argument("[path]", "a file, a folder, starter, or - for standard input")
    .addOption(
      new Option("--from <system>", "the program that wrote it").choices(systems).default("auto"),
    )
    .option(
      "--scope <scope>",
      "scope for lessons without one: global, machine, project (the files' project) or project:<id>",
    )
    .option("--keep-states", "keep active and hold; without it, every lesson is a candidate")
    .option("--dry-run", "show what would happen; change nothing")
    .option("--starter", "import bundled lessons that match your own calls, as candidates")
    .option("--all", "with --starter: import all of them")
    .option("--yes", "do not ask: lessons without a scope become global")
    .action(async (typed: string | undefined, given: ImportFlags) => {
      const { path, options } = withStarter(typed, given, kit.terminal.workingDirectory);
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
          : `${statesAside(reports, dryRun)}${scopeAside(reports, options) ?? ""}` || undefined,
      });
    });
}

/** What a person has to do so that what was active elsewhere is active here. */
function statesAside(reports: readonly ImportReport[], isDryRun: boolean): string {
  const open = reports.filter(({ areStatesKept, wishes }) => !areStatesKept && wishes.active > 0);
  if (open.length === 0) return "";
  return isDryRun
    ? "Imported as candidates. If they are your own: lessons import … --keep-states\n"
    : "Imported as candidates. Agents see none until you approve: lessons review\n";
}

/** `starter` means the lessons that come with the program, unless there is such a file. */
function withStarter(path: string | undefined, options: ImportFlags, folder: string) {
  const isStarter = path === "starter" && !existsSync(resolve(folder, path));
  return isStarter
    ? { path: undefined, options: { ...options, starter: true } }
    : { path, options };
}

/** Nobody was asked, and nobody said it. */
function scopeAside(reports: readonly ImportReport[], { scope }: ImportFlags): string | undefined {
  const isOpen = scope === undefined && reports.some(({ openScope }) => openScope === "global");
  return isOpen
    ? "They apply to every project. To limit them to the files' project: lessons import … --scope project\n"
    : undefined;
}

const noneIsActive =
  "None is active yet. To see each one replayed on your own calls: lessons review\n";

async function importFrom(
  { terminal, inContext, who: askWho }: CommandKit,
  path: string | undefined,
  options: ImportFlags,
): Promise<readonly ImportReport[]> {
  const isDryRun = options.dryRun === true;
  const who = await askWho();
  if (options.starter === true) {
    if (path !== undefined || options.from !== "auto")
      throw badCall("--starter takes neither a path nor --from");
    const { importStarter, starterFolder } = await import("../starter/import-starter.ts");
    const folder = starterFolder(packageRoot());
    const which = options.all === true ? "all" : "concerning";
    return [
      await inContext(
        options,
        (context) => importStarter(context, folder, { isDryRun, which }),
        who,
      ),
    ];
  }
  if (options.all === true) throw badCall("--all works only with --starter");
  if (path === undefined) throw badCall("no file or folder to import");
  const { importLessons, importText } = await import("../import/import-lessons.ts");
  const importOptions = {
    from: options.from,
    folder: terminal.workingDirectory,
    onProgress: ({ step, done, total, file }: ImportProgress) =>
      terminal.progress(`${step} ${file}: ${done} of ${total}`),
  };
  const text = path === "-" ? await terminal.readInput() : undefined;
  const place = resolve(terminal.workingDirectory, path === "-" ? "." : path);
  const take = (more: Partial<Pick<ImportOptions, "scope" | "isDryRun" | "areStatesKept">>) =>
    inContext(
      options,
      (context) => {
        const all = { ...importOptions, isDryRun, areStatesKept: options.keepStates, ...more };
        return text === undefined
          ? importLessons(context, path, all)
          : importText(context, text, all);
      },
      who,
    );
  const named =
    options.scope === undefined ? undefined : await scopeNamed(options.scope, place, terminal);
  if (!mayAsk(terminal, options) || !isPerson(who)) return take({ scope: named });
  const planned = await take({ scope: named, isDryRun: true });
  const isOpen = named === undefined && planned.some(({ openScope }) => openScope !== null);
  const scope = isOpen ? await askForScope(place, terminal) : named;
  const areStatesKept = options.keepStates ?? (await askForStates(planned, terminal));
  return take({ scope, areStatesKept });
}

/** One question for all of it. Who imports from somebody else says no, and reviews them first. */
async function askForStates(
  planned: readonly ImportReport[],
  terminal: Terminal,
): Promise<boolean> {
  const words = wishWords(planned);
  if (words === "") return false;
  const question = `${words}. Keep these states? Say yes only to your own lessons. (No: candidates)`;
  return (await askToGoOn(terminal, question, { usual: false })) === "yes";
}

function wishWords(reports: readonly ImportReport[]): string {
  const count = (name: "active" | "hold") =>
    reports.reduce((sum, { wishes }) => sum + wishes[name], 0);
  return count("active") === 0
    ? ""
    : `${count("active")} would become active, ${count("hold")} would hold calls`;
}

/** Nobody is asked who is not there, or only wants to know. */
function mayAsk({ ends, hasPipedInput }: Terminal, { json, dryRun, yes }: ImportFlags): boolean {
  const isQuiet = json === true || dryRun === true || yes === true;
  return ends !== undefined && !hasPipedInput && !isQuiet;
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
    message: "Where do these lessons apply?",
    options: [
      { value: project, label: "in the files' project", hint: project },
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
    hint: "lessons import <path>, or lessons import starter",
  });
}

function reportText(report: ImportReport, { style, width }: Look, isDryRun: boolean): string {
  const { found, added, already, unconcerned = 0, bad, remarks, renamedTo } = report;
  const line = (label: string, text: string) =>
    hang(`  ${label}`, plainText(text), { column: 15, width });
  const head = `${style("bold", plainText(report.file))} (${report.system})`;
  const lines = onlyTexts(
    hang("", head, { column: 0, width }),
    line("in the file", String(found)),
    line(isDryRun ? "would add" : "added", String(added.length)),
    report.wishes.active > 0 &&
      line(
        "active",
        report.areStatesKept && !isDryRun
          ? `${report.wishes.active} are active, ${report.wishes.hold} hold calls`
          : wishWords([report]),
      ),
    line("known", String(already)),
    unconcerned > 0 &&
      line("left out", `${unconcerned} that match none of your calls (--all adds them)`),
    line("not taken", String(bad.length)),
    ...bad.map(({ place, problem }) => line(style("red", "not taken"), `${place}: ${problem}`)),
    ...remarks.map(({ place, problem }) => line(style("yellow", "note"), `${place}: ${problem}`)),
    renamedTo !== null && line("set aside", renamedTo),
    isDryRun && "  Nothing was changed.",
  );
  return `${lines.join("\n")}\n`;
}
