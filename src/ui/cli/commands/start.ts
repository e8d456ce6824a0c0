import type { Command } from "commander";
import type { ProjectReading } from "../../../app/read-project-lessons.ts";
import type { ScanReport } from "../../../app/scan-tally.ts";
import type { ExampleRun, StartReport } from "../../../app/start.ts";
import type { Wiring } from "../../../app/wire.ts";
import type { LessonPage } from "../../../core/lesson-query.ts";
import { displayPath, userHome } from "../../../system/paths.ts";
import { jsonText, newCommand, type CommandKit, type CommonOptions } from "../command-kit.ts";
import { grouped, hang, plural, table } from "../layout.ts";
import { listEntry } from "../list-text.ts";
import { projectReadingText } from "../project-reading-text.ts";
import { scanSummary } from "../scan-text.ts";
import type { Terminal } from "../terminal.ts";

export function startCommand({ terminal, wireFor }: CommandKit): Command {
  return newCommand(
    "start",
    "look at this machine: which agents left logs, which lessons you have, what to do next",
    ["lessons start", "npm ci && npm start        # the same from a fresh checkout"],
  ).action(async (options: CommonOptions) => {
    const { lookAround, runExample } = await import("../../../app/start.ts");
    const { environment } = terminal;
    const wiring = await wireFor(options);
    const machine = { home: userHome(environment), environment };
    const before = await lookAround(wiring, machine);
    const example = before.logs.length === 0 ? await runExample() : undefined;
    if (options.json !== true) showLogs(terminal, before);
    const scanned = await scanIfPossible(terminal, wiring, before, options);
    const project = await readProject(terminal, wiring, before);
    const isSame = scanned === undefined && project === undefined;
    const report = isSame ? before : await lookAround(wiring, machine);
    if (options.json === true) {
      const found = { scan: scanned?.report ?? null, projectFiles: project ?? null };
      return terminal.write(
        jsonText("lessons-start", { ...report, ...found, example: example ?? null }),
      );
    }
    if (scanned !== undefined) showScan(terminal, scanned);
    if (example !== undefined) showExample(terminal, example);
    if (project !== undefined) showProject(terminal, project);
    showStore(terminal, report);
    terminal.write(nextSteps(report));
  });
}

function showLogs(
  { write, style, environment, width }: Terminal,
  { logs, unreadable }: StartReport,
): void {
  if (logs.length > 0) {
    write(`${style("bold", "Session logs on this machine")}\n`);
    const rows = logs.map(({ title, files, bytes, folders }) => [
      `  ${title}`,
      plural(files, "file"),
      megabytes(bytes),
      folders.map((folder) => displayPath(folder, environment)).join(", "),
    ]);
    for (const [title = "", files = "", size = "", where = ""] of rows) {
      write(`${hang(title, `${files}, ${size}`, { column: 15, width })}\n`);
      write(`${hang("", style("dim", where), { column: 15, width })}\n`);
    }
    write("\n");
  }
  for (const problem of unreadable)
    write(`  ${style("yellow", "could not look into")} ${problem}\n`);
}

interface Scanned {
  readonly report: ScanReport;
  readonly candidates: LessonPage;
}

/** Reads what is new, unless there is nothing to read, nowhere to keep it, or the person says no. */
async function scanIfPossible(
  terminal: Terminal,
  wiring: Wiring,
  { logs, store }: StartReport,
  options: CommonOptions,
): Promise<Scanned | undefined> {
  if (logs.length === 0 || store.is === "closed") return undefined;
  const { scan } = await import("../../../app/scan.ts");
  const { browseLessons } = await import("../../../app/browse-lessons.ts");
  const { mayRead, scanRequest } = await import("../scan-request.ts");
  const request = scanRequest(terminal);
  return wiring.inWorkshop(async (workshop) => {
    if (options.json !== true && !(await mayRead(terminal, workshop, request))) return undefined;
    const report = await scan(workshop, request);
    const query = { statuses: ["candidate"], sort: "priority", limit: mostShown } as const;
    return { report, candidates: browseLessons(workshop, query) };
  });
}

/** The lesson files of the project that this is run in, where there are some. */
async function readProject(
  terminal: Terminal,
  wiring: Wiring,
  { store }: StartReport,
): Promise<ProjectReading | undefined> {
  if (store.is === "closed") return undefined;
  const { readProjectLessons } = await import("../../../app/read-project-lessons.ts");
  return wiring.inWorkshop((workshop) => readProjectLessons(workshop, terminal));
}

function showProject(terminal: Terminal, project: ProjectReading): void {
  const text = projectReadingText(project, terminal);
  if (text === "") return;
  terminal.write(`${terminal.style("bold", "Lessons that this project shares")}\n${text}\n`);
}

const mostShown = 5;

function showScan(terminal: Terminal, { report, candidates }: Scanned): void {
  const { write, style } = terminal;
  write(`${scanSummary(report, { ...terminal, isDryRun: false })}\n`);
  if (candidates.total === 0) return;
  write(`${style("bold", "What matters most of what was found")}\n`);
  for (const lesson of candidates.lessons) write(listEntry(lesson, terminal));
  write("\n");
}

function showExample({ write, style, width }: Terminal, { imported, page }: ExampleRun): void {
  write(`${style("bold", "No session logs of any agent were found on this machine")}\n`);
  write("  So here is an example: lessons that come with this program, brought into a\n");
  write("  temporary home and listed there. That home is gone again; yours is untouched.\n\n");
  for (const { found, added } of imported) write(`  imported ${added.length} of ${found}\n\n`);
  for (const lesson of page.lessons) write(listEntry(lesson, { style, width }));
  write("\n");
}

function showStore(
  { write, style, environment, width }: Terminal,
  { home, store }: StartReport,
): void {
  write(`${style("bold", "Your lessons")}  ${displayPath(home, environment)}\n`);
  if (store.is === "closed") {
    write(`${hang("", `could not be opened: ${store.problem}`, { column: 2, width })}\n`);
    write(`${hang("", `next: ${store.hint}`, { column: 2, width })}\n\n`);
    return;
  }
  const counts = Object.entries(store.counts).filter(([, count]) => count > 0);
  write(
    counts.length === 0
      ? "  none yet\n\n"
      : `  ${counts.map(([status, count]) => `${grouped(count)} ${status}`).join(", ")}\n\n`,
  );
}

function nextSteps({ store }: StartReport): string {
  const isEmpty =
    store.is === "closed" || Object.values(store.counts).every((count) => count === 0);
  const steps = [
    ...(isEmpty ? [] : [["  lessons review", "decide about what was found and waits for you"]]),
    ["  lessons init", "let lessons reach Claude Code at the tool call"],
    ["  lessons scan", "read what the agents have logged since"],
    ["  lessons add", "write down something your agent should not do again"],
    ["  lessons import <path>", "bring in what another tool has collected"],
    ...(isEmpty
      ? []
      : [
          ["  lessons list", "see what you have"],
          ["  lessons search <words>", "find one"],
        ]),
    ["  lessons --help", "everything else"],
  ];
  return `What to do next\n${table(steps)}\nStill to come: measuring whether a lesson helped.\n`;
}

function megabytes(bytes: number): string {
  const [whole = "0", tenth = "0"] = (bytes / 1_000_000).toFixed(1).split(".");
  return `${grouped(Number(whole))}.${tenth} MB`;
}
