import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { agentNames } from "../../agents/all.ts";
import type { ProjectReading } from "../../care/share/read-project-lessons.ts";
import type { ScanReport } from "../scan/scan-tally.ts";
import type { Wiring } from "../../cli/wire.ts";
import type { Context } from "../../platform/context.ts";
import type { LessonPage } from "../../lesson/table/list.ts";
import { Fault } from "../../platform/fault.ts";
import { resolvePaths, userHome } from "../../platform/paths.ts";
import { isInBackground } from "../../platform/process/lifetime.ts";
import {
  collect,
  newCommand,
  readCount,
  type CommandKit,
  type CommonOptions,
} from "../../cli/command-kit.ts";
import { hasProjectNews, projectReadingText } from "../../care/commands/project-reading-text.ts";
import type { Look } from "../../cli/level-word.ts";
import { readSince } from "../../cli/read-since.ts";
import { reportProblemEntry } from "./report-problems-text.ts";
import { scanSummary } from "./scan-text.ts";
import { grouped, plural } from "../../cli/layout.ts";
import { listEntry } from "../../lesson/commands/list.ts";
import { mayRead, scanAll, scanRequest } from "./scan-request.ts";
import type { Terminal } from "../../cli/terminal.ts";

interface ScanFlags extends CommonOptions {
  readonly agent?: readonly string[];
  readonly path?: readonly string[];
  readonly since?: string;
  readonly full?: boolean;
  readonly dryRun?: boolean;
  readonly episodes?: string;
  readonly auto?: boolean;
  readonly yes?: boolean;
  readonly threads?: number;
}

export function scanCommand(kit: CommandKit): Command {
  return newCommand("scan", "read your agents' session logs and find repeated mistakes", [
    "lessons scan",
    "lessons scan --agent codex --since 7d",
    "lessons scan --path ~/old-laptop/.claude/projects --dry-run",
    "lessons scan --yes --json       # for scripts: does not ask",
    "lessons scan aggregate          # ranks candidates; reads no logs",
    "lessons scan problems           # lists rejected agent reports",
  ])
    .addArgument(
      new Argument(
        "[step]",
        "aggregate: only rank stored candidates; problems: list rejected agent reports",
      ).choices(["aggregate", "problems"]),
    )
    .addOption(new Option("--agent <agent...>", "only this agent's logs").choices(agentNames))
    .option(
      "--path <path>",
      "only logs in this file or folder; repeat for several",
      pathsFrom(kit.terminal.workingDirectory),
    )
    .option(
      "--since <when>",
      "only logs changed after a date or age: 2026-11-01, 7d, 12h, 30m",
      readSince,
    )
    .option("--full", "read all logs again, not only new ones")
    .option("--dry-run", "show what would be found; store nothing")
    .option("--episodes <file>", "write all findings to a file, one JSON object per line")
    .option("--yes", "do not ask before the first scan")
    .option("--auto", "do not ask, and check old lessons too (used by hooks)")
    .option(
      "--threads <count>",
      "reader threads for large scans (default: one per core, at most 8; one in the background)",
      readCount,
    )
    .action(async (step: string | undefined, options: ScanFlags, command: Command) => {
      if (step === "aggregate" || step === "problems") refuseFlags(command, step);
      if (step === "aggregate") return runAggregate(kit, options);
      if (step === "problems") return listProblems(kit, options);
      await scanAlone(kit, options);
    });
}

/** A flag that would change nothing is a mistake of whoever typed it. */
function refuseFlags(command: Command, step: keyof typeof flagsOfSteps): void {
  const known: readonly string[] = flagsOfSteps[step];
  for (const name of scanFlags) {
    if (known.includes(name) || command.getOptionValueSource(name) !== "cli") continue;
    const flag = command.options.find((option) => option.attributeName() === name)?.long ?? name;
    throw new Fault("bad-input", `lessons scan ${step} does not take ${flag}`, {
      hint:
        known.length === 0
          ? `it uses only stored data: lessons scan ${step}`
          : `it takes ${known.map((each) => `--${each}`).join(" and ")}`,
    });
  }
}

const scanFlags = "agent path since full dryRun episodes auto yes threads".split(" ");
const flagsOfSteps = { aggregate: [], problems: ["agent", "since"] } as const;

/** A place that is not there is a slip of the person, not of the logs. */
function pathsFrom(folder: string) {
  return (value: string, previous: readonly string[] | undefined): readonly string[] => {
    if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
    const path = resolve(folder, value);
    if (!existsSync(path)) throw new InvalidArgumentError("No such file or folder.");
    return collect(path, previous);
  };
}

/**
 * Of the scans that hooks start one is at work at a time, however many sessions begin and end. One that has to wait for long
 * leaves: the next reads what it would have read.
 */
async function scanAlone(kit: CommandKit, options: ScanFlags): Promise<void> {
  const { environment } = kit.terminal;
  if (!isInBackground(environment)) return runScan(kit, options);
  const { holdFileLock } = await import("../../platform/database/file-lock.ts");
  const file = join(resolvePaths(environment).home, "background-scan.lock");
  // One for a session that has just ended is short, and its log is what the person asks about next.
  const patienceMs = options.path === undefined ? 0 : 20_000;
  const release = holdFileLock(file, { inTheWay: "another scan", patienceMs });
  try {
    await runScan(kit, options);
  } finally {
    release();
  }
}

async function runScan(kit: CommandKit, options: ScanFlags): Promise<void> {
  const { terminal, wireFor } = kit;
  const wiring = await wireFor(options);
  const { agent, path, since } = options;
  const request = {
    ...scanRequest(terminal),
    agents: agent,
    paths: path,
    sinceMs: since === undefined ? undefined : Date.parse(since),
    isFull: options.full === true,
  };
  const isAsking = options.auto !== true && options.yes !== true && options.json !== true;
  const work = async (context: Context) => {
    if (isAsking && !(await mayRead(terminal, context, request))) return undefined;
    const { hasOutdatedLogs } = await import("../ledger/logs.ts");
    if (hasOutdatedLogs(context.database))
      terminal.note(
        "This version stores more about each call, so it reads your logs again, once.\n",
      );
    const threads = options.threads ?? (isInBackground(terminal.environment) ? 1 : undefined);
    const report = await scanAll(context, request, threads);
    if (options.episodes !== undefined) {
      const { writeEpisodes } = await import("../episodes/write-episodes.ts");
      const count = writeEpisodes(
        context,
        request,
        resolve(terminal.workingDirectory, options.episodes),
      );
      terminal.note(`${plural(count, "finding")} written to ${options.episodes}\n`);
    }
    const { readProjectLessons } = await import("../../care/share/read-project-lessons.ts");
    const project = await readProjectLessons(context, terminal);
    const isRanked = options.json === true || isNewsToShow({ report, project }, options);
    const { hasSessionStarts } = await import("../../deliver/spool/session-starts.ts");
    return {
      report,
      project,
      candidates: await candidatesToShow(context, { isRanked }),
      hasSessions: hasSessionStarts(context.database),
    };
  };
  const isDryRun = options.dryRun === true;
  const done = isDryRun
    ? await (await import("../../care/backup/back-up.ts")).inCopyOfStore(wiring, work)
    : await wiring.inContext(work);
  if (done === undefined) return terminal.note("Nothing was read.\n");
  const { report, project, candidates } = done;
  const { total, lessons } = candidates;
  await kit.answer(options, {
    type: "lessons-scan",
    value: { dryRun: isDryRun, ...report, projectFiles: project ?? null, total, lessons },
    text: () => scanText(terminal, done, options),
  });
  if (!isDryRun && done.hasSessions) {
    const { keepDigest } = await import("../../measure/digest/keep-digest.ts");
    await keepDigest(wiring);
  }
  if (options.auto === true && !isDryRun) await lookAfterLessons(terminal, wiring);
}

/** A scan that asks nobody is one that starts by itself, and once a day upkeep follows it. */
async function lookAfterLessons(terminal: Terminal, wiring: Wiring): Promise<void> {
  const { dailyUpkeep } = await import("../../care/upkeep/daily-upkeep.ts");
  const done = await dailyUpkeep(wiring, userHome(terminal.environment));
  // What needs a person is said by the next session.
  if (done !== undefined) await wiring.compile();
  if (done === undefined || done.archived + done.attention === 0) return;
  const parts = [
    ...(done.archived === 0 ? [] : [`archived ${plural(done.archived, "lesson")}`]),
    ...(done.attention === 0 ? [] : [`found ${plural(done.attention, "lesson")} to check`]),
  ];
  const next = done.attention === 0 ? "lessons list --status archived" : "lessons doctor";
  terminal.note(`Upkeep ${parts.join(" and ")}: ${next}\n`);
}

interface Found {
  readonly report: ScanReport;
  /** What the lesson files of the project brought, where it has some. */
  readonly project: ProjectReading | undefined;
  readonly candidates: LessonPage;
}

function scanText(terminal: Terminal, found: Found, options: ScanFlags): string {
  const { report, project, candidates } = found;
  const { agent, path, since } = options;
  const { style, width } = terminal;
  const isDryRun = options.dryRun === true;
  const isNarrowed = [agent, path, since].some((choice) => choice !== undefined);
  const waiting =
    candidates.total === 0
      ? ""
      : `\n${plural(candidates.total, "candidate")} to review: lessons review\n`;
  return [
    scanSummary(report, { style, width, isDryRun, isNarrowed }),
    project === undefined ? "" : projectReadingText(project, terminal),
    candidates.total > 0 && isNewsToShow(found, options)
      ? candidatesText(candidates, terminal)
      : waiting,
  ].join("");
}

function isNewsToShow(
  { report, project }: Pick<Found, "report" | "project">,
  { auto }: ScanFlags,
): boolean {
  const { created, grown } = report.candidates;
  return auto !== true && (created + grown > 0 || hasProjectNews(project));
}

export function aggregateCommand(kit: CommandKit): Command {
  return newCommand("aggregate", "rank stored candidates without reading logs", [
    "lessons dev aggregate",
    "lessons dev aggregate --set detectors.repeatedMistake.minSessions=3",
    "lessons dev aggregate --json | jq '.lessons[].summary'",
  ]).action((options: CommonOptions) => runAggregate(kit, options));
}

/** `lessons dev aggregate`, and the same as a step of `lessons scan`. */
async function runAggregate(
  { terminal, answer, inContext }: CommandKit,
  options: CommonOptions,
): Promise<void> {
  const { aggregate } = await import("../derive/settle-clusters.ts");
  const { report, candidates } = await inContext(options, async (context) => ({
    report: aggregate(context),
    candidates: await candidatesToShow(context, { isRanked: true }),
  }));
  const { total, lessons } = candidates;
  await answer(options, {
    type: "lessons-aggregate",
    value: { ...report, total, lessons },
    nothing: total === 0 ? "No candidates. Read the logs first: lessons scan\n" : undefined,
    text: () => candidatesText(candidates, terminal),
  });
}

/** The tags and blocks that no scan could make a lesson of, the newest first. */
async function listProblems(
  { terminal, answer, inContext }: CommandKit,
  options: ScanFlags,
): Promise<void> {
  const { reportProblems } = await import("../reports/report-problems.ts");
  const { agent, since = "" } = options;
  const stored = await inContext(options, ({ database }) => reportProblems(database));
  const problems = stored
    .filter((report) => agent?.includes(report.agent) !== false && (report.at ?? "") >= since)
    .toReversed()
    .toSorted((one, other) => Date.parse(other.at ?? beginning) - Date.parse(one.at ?? beginning));
  await answer(options, {
    type: "lessons-report-problems",
    value: { total: problems.length, problems: problems.map(({ log: _log, ...report }) => report) },
    nothing:
      problems.length === 0 ? "No rejected reports. To read new logs: lessons scan\n" : undefined,
    text: () => problems.map((report) => reportProblemEntry(report, terminal)),
    aside: `\n${plural(problems.length, "rejected report")}.\n`,
  });
}

/** For what is not dated: the end of the list. */
const beginning = "1970-01-01T00:00:00.000Z";

/** The candidates in the order of the review, and what to do with them. */
function candidatesText({ lessons, total }: LessonPage, look: Look): string {
  const left = total - lessons.length;
  return [
    `\n${look.style("bold", plural(total, "candidate"))} to review, most useful first\n\n`,
    ...lessons.map((lesson) => listEntry(lesson, look)),
    left > 0 ? `\n${grouped(left)} more: lessons list --status candidate --limit ${total}\n` : "",
    "\nTo see the evidence for one: lessons show <slug>\n",
  ].join("");
}

/**
 * In the order of the review, but without the replay of their triggers: a scan takes no pass over the ledger. Where they
 * are not shown they are only counted.
 */
async function candidatesToShow(
  { database, config }: Context,
  { isRanked }: { readonly isRanked: boolean },
): Promise<LessonPage> {
  if (!isRanked) {
    const { countMaybe, countWithStatus } = await import("../../lesson/table/list.ts");
    return { lessons: [], total: countWithStatus(database, "candidate") - countMaybe(database) };
  }
  const [{ lessonsToReview, standingsOf }, { byWorth }, { toRecord }] = await Promise.all([
    import("../../review/lessons-to-review.ts"),
    import("../../review/rank.ts"),
    import("../../lesson/record/record.ts"),
  ]);
  const candidates = standingsOf(database, lessonsToReview(database))
    .filter(({ lesson }) => lesson.stage.status === "candidate")
    .toSorted(byWorth);
  return {
    total: candidates.length,
    lessons: candidates
      .slice(0, config.maxCandidatesPerScan)
      .map(({ lesson, counts }) => toRecord(lesson, counts)),
  };
}
