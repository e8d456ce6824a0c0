import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { ProjectReading } from "../../care/share/read-project-lessons.ts";
import type { ScanReport } from "../../capture/scan/scan-tally.ts";
import type { StartPicture, StartReport } from "../start/start.ts";
import type { Wiring } from "../../cli/wire.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { packageRoot, displayPath, userHome } from "../../platform/paths.ts";
import { newCommand, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import { hang, paragraph, plural } from "../../cli/layout.ts";
import { projectReadingText } from "../../care/commands/project-reading-text.ts";
import { testedValue } from "./backtest-text.ts";
import { nextText, pictureText } from "./start-text.ts";
import type { Terminal } from "../../cli/terminal.ts";

export function startCommand({ terminal, answer, wireFor }: CommandKit): Command {
  return newCommand(
    "start",
    "show which mistakes your agents repeat, which lessons would have helped, and the next step",
    ["lessons start", "npm ci && npm start        # the same from a fresh checkout"],
  )
    .option("--yes", "read the logs without asking")
    .action(async (options: StartFlags) => {
      const { lookAround, storeState } = await import("../start/start.ts");
      const { environment } = terminal;
      const wiring = await wireFor(options);
      const before = await lookAround(wiring, { home: userHome(environment), environment });
      const seen = await readLogs(terminal, wiring, before, options);
      const example = before.logs.length === 0 ? await runExample() : undefined;
      const project = await readProject(terminal, wiring, before);
      const report = { ...before, store: await storeState(wiring) };
      await answer(options, {
        type: "lessons-start",
        value: {
          ...report,
          scan: seen.scan ?? null,
          picture: seen.picture === undefined ? null : pictureValue(seen.picture),
          projectFiles: project ?? null,
          example: example ? { ...example, picture: pictureValue(example.picture) } : null,
        },
        text: () => startText(terminal, report, { ...seen, example, project }),
      });
    });
}

interface StartFlags extends CommonOptions {
  readonly yes?: boolean;
}

function pictureValue({ candidates, ...picture }: StartPicture): object {
  return {
    ...picture,
    candidates: { ...candidates, lessons: candidates.lessons.map(testedValue) },
  };
}

/** What was found beside the report. */
interface Seen {
  /** Undefined when there was nothing to read, nowhere to keep it, or the person said no. */
  readonly scan?: ScanReport | undefined;
  /** Undefined when the ledger is empty. */
  readonly picture?: StartPicture | undefined;
  readonly example?: ExampleRun | undefined;
  readonly project?: ProjectReading | undefined;
}

async function readLogs(
  terminal: Terminal,
  wiring: Wiring,
  { logs, store }: StartReport,
  options: StartFlags,
): Promise<Pick<Seen, "scan" | "picture">> {
  if (logs.length === 0 || store.is === "closed") return {};
  const { startPicture } = await import("../start/start.ts");
  const { mayRead, scanAll, scanRequest } = await import("../../capture/commands/scan-request.ts");
  const request = scanRequest(terminal);
  return wiring.inContext(async (context) => {
    const isAgreed = options.json === true || options.yes === true;
    const may = isAgreed || (await mayRead(terminal, context, request));
    const report = may ? await scanAll(context, request) : undefined;
    const picture = startPicture(context);
    return { scan: report, picture: picture.agents.length === 0 ? undefined : picture };
  });
}

interface ExampleRun {
  readonly scan: ScanReport;
  readonly picture: StartPicture;
}

/**
 * The real loop on a made-up history that comes with us, for a machine without logs of its own. It is kept in a
 * home that is gone afterwards. Undefined where nothing can be written: that is no reason to fail.
 */
async function runExample(): Promise<ExampleRun | undefined> {
  const home = temporaryFolder();
  if (home === undefined) return undefined;
  const [{ wire }, { scan }, { startPicture }] = await Promise.all([
    import("../../cli/wire.ts"),
    import("../../capture/scan/scan.ts"),
    import("../start/start.ts"),
  ]);
  try {
    const { inContext } = wire({
      environment: { HOME: home, LESSONS_HOME: join(home, ".lessons") },
      workingDirectory: home,
      settings: [],
    });
    const logs = join(packageRoot(), "examples", "home");
    return await inContext(async (context) => ({
      scan: await scan(context, {
        machine: { home: logs, environment: {} },
        owner: { home: logs, userName: "" },
        isFull: false,
      }),
      picture: startPicture(context),
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "lessons-example-"));
  } catch {
    return undefined;
  }
}

/** The lesson files of the project that this is run in, where there are some. */
async function readProject(
  terminal: Terminal,
  wiring: Wiring,
  { store }: StartReport,
): Promise<ProjectReading | undefined> {
  if (store.is === "closed") return undefined;
  const { readProjectLessons } = await import("../../care/share/read-project-lessons.ts");
  return wiring.inContext((context) => readProjectLessons(context, terminal));
}

function startText(terminal: Terminal, report: StartReport, seen: Seen): string {
  const { style, width } = terminal;
  const { scan, project } = seen;
  const trouble = [
    ...report.unreadable.map((problem) => `cannot read ${problem}`),
    ...(scan === undefined ? [] : scanTrouble(scan)),
  ].map((text) => `${hang(style("yellow", "!"), text, { column: 2, width })}\n`);
  const files = project === undefined ? "" : projectReadingText(project, terminal);
  return [
    foundText(terminal, report, seen),
    ...trouble,
    trouble.length > 0 ? "\n" : "",
    files === "" ? "" : `${style("bold", "Lessons shared by this project")}\n${files}\n`,
    closedText(terminal, report),
    nextText(report, terminal),
  ].join("");
}

function foundText(terminal: Terminal, report: StartReport, seen: Seen): string {
  const { isInstalled, unconnected, logs } = report;
  if (seen.picture !== undefined)
    return `${pictureText(seen.picture, seen.scan, { ...terminal, isInstalled, unconnected })}\n`;
  return logs.length > 0 ? `${notReadText(logs, terminal)}\n` : exampleText(terminal, seen.example);
}

function closedText(terminal: Terminal, { home, store }: StartReport): string {
  if (store.is !== "closed") return "";
  const place = displayPath(home, terminal.environment);
  return `${paragraph(`cannot open ${place}: ${store.problem}`, terminal)}\n`;
}

/** Agents whose logs are there and were not read. */
function notReadText(logs: StartReport["logs"], terminal: Terminal): string {
  const found = logs.map(({ title, files }) => `${title}: ${plural(files, "log")}`).join(", ");
  return `${terminal.style("bold", "Nothing read yet")}\n${paragraph(found, terminal, 2)}`;
}

function exampleText(terminal: Terminal, example: ExampleRun | undefined): string {
  const head = terminal.style("bold", "No agent session logs found on this machine.");
  if (example === undefined) return `${paragraph(head, terminal)}\n`;
  const picture = pictureText(example.picture, undefined, { ...terminal, isExample: true });
  return `${paragraph(`${head} ${exampleWords}`, terminal)}\n${picture}\n`;
}

const exampleWords = "Here is a demo on bundled sessions. Nothing was saved.";

/** What a scan could not read, in a line each. */
function scanTrouble({ unreadable, badReports, notices }: ScanReport): readonly string[] {
  const lost = ({ count, places }: ScanReport["unreadable"], noun: string, what: string) =>
    count === 0
      ? []
      : places
          .slice(0, 1)
          .map(
            ({ file, line, problem }) =>
              `${plural(count, noun)} could not be ${what}; the first: ${file}${line === undefined ? "" : `:${line}`} ${problem}`,
          );
  return [
    ...lost(unreadable, "record", "read"),
    ...lost(badReports, "lesson tag or block", "kept"),
    ...notices,
  ].map(plainLine);
}
