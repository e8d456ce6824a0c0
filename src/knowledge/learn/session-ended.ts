import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { formatOf } from "../../agents/formats.ts";
import { listLogs, type FoundLog } from "../../agents/list-logs.ts";
import { logsOfSession } from "../../capture/ledger/logs.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { ContextOpener } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";
import { displayPath, userHome } from "../../platform/paths.ts";
import { learningPlace, type LearningPlace } from "../../platform/project/learning-place.ts";
import type { System } from "../../platform/system.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact } from "../../redact/redact.ts";
import { isEmpty, type Channels } from "./channels.ts";
import { logLearning } from "./learning-runs.ts";
import { projectLearning, type LearningSettings } from "./learning-settings.ts";
import { queueOf } from "./project-queue.ts";
import type { SessionName } from "./queue-disk.ts";
import { readSession } from "./read-session.ts";
import { runLearning, type RunRequest } from "./run-learning.ts";
import type { RunReport } from "./run-report.ts";

export type EndedReport =
  /** Learning is off in its project. */
  | { readonly outcome: "off" }
  | { readonly outcome: "silent" }
  /** It waits; nobody looks at it before the settings of its project can be read. */
  | { readonly outcome: "broken-settings"; readonly problem: string }
  | { readonly outcome: "queued"; readonly run: RunReport };

export interface EndedRequest extends EndingPlace {
  /** The log, or the id of the session. */
  readonly name: string;
  /** The parts as they are put together in a directory. */
  readonly wireAt: (directory: string) => ContextOpener;
  readonly askWith: (settings: LearningSettings) => RunRequest["ask"];
  /** Ends the program that is asked. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lets a session that has ended wait for the model, and asks it when enough of them do. Nobody sits before it: what
 * it does and what goes wrong is in the log.
 */
export async function sessionEnded(request: EndedRequest): Promise<EndedReport> {
  const { paths, system } = request.wireAt(request.workingDirectory);
  try {
    return await takeEnded(request);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    logLearning(paths.home, system.now(), `a finished session was not added: ${problem}`);
    throw error;
  }
}

async function takeEnded(request: EndedRequest): Promise<EndedReport> {
  const { environment, workingDirectory, wireAt, signal } = request;
  const machine = { home: userHome(environment), environment };
  const found = await wireAt(workingDirectory).inContext((context) =>
    findSession(context, machine, request.name),
  );
  const ended = endedSession(found, request);
  const { place } = ended;
  const here = wireAt(place.root);
  const { home } = here.paths;
  const { settings, fault } = projectLearning(await here.config(), { home, root: place.root });
  if (!settings.enabled) return { outcome: "off" };
  if (ended.isSilent) return { outcome: "silent" };
  ended.queue(home, here.system);
  if (fault !== undefined) {
    const { message: problem } = fault;
    logLearning(home, here.system.now(), `${place.scope}: a session waits, but ${problem}`);
    return { outcome: "broken-settings", problem };
  }
  const run = await runLearning(here, {
    place,
    settings,
    isNow: false,
    environment,
    ask: request.askWith(settings),
    onStep: () => undefined,
    signal,
  });
  return { outcome: "queued", run };
}

/** A session that has ended, and the project that it was about. */
export interface EndedHere {
  readonly place: LearningPlace;
  readonly name: SessionName;
  /** What a model would see of it. */
  readonly channels: Channels;
  /** Nobody says anything in it that a model could look at. */
  readonly isSilent: boolean;
  /** Lets it wait in the queue of its project. */
  readonly queue: (home: string, system: Pick<System, "now" | "newId">) => void;
}

export interface EndingPlace {
  readonly environment: NodeJS.ProcessEnv;
  /** Where to look for the project when the log does not say it. */
  readonly workingDirectory: string;
}

export function endedSession(
  { log, sessionId: wanted }: FoundSession,
  { environment, workingDirectory }: EndingPlace,
): EndedHere {
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  const session = readSession(log, redact, wanted);
  const { agent, sessionId, repository, endedAt } = session;
  // A database is asked for it, so it must be as it was given.
  const name: SessionName = { agent, sessionId: wanted ?? sessionId };
  const directory = session.workingDirectory ?? workingDirectory;
  const place = learningPlace(environment, directory, repository);
  return {
    place,
    name,
    channels: session.channels,
    isSilent: isEmpty(session.channels),
    queue: (home, system) =>
      queueOf(home, place).add(
        {
          ...name,
          path: displayPath(log.path, environment),
          endedAt: notAfter(system.now(), endedAt),
          attempts: 0,
        },
        system.newId(),
      ),
  };
}

/** When a session ended by its log. A log from the future, and one without times, ended now. */
function notAfter(now: Instant, endedAt: Instant | undefined): Instant {
  const ended = Date.parse(endedAt ?? "");
  return ended <= Date.parse(now) ? new Date(ended).toISOString() : now;
}

export interface FoundSession {
  readonly log: FoundLog;
  /** Where a log holds several. */
  readonly sessionId?: string;
}

/** The log of a session that somebody names: a file, or the id of the session or the beginning of it. */
export function findSession(
  { database }: { readonly database: Database },
  machine: Machine,
  name: string,
): FoundSession {
  const found = existsSync(name) ? inFile(machine, resolve(name)) : byId(database, machine, name);
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only;
  if (only === undefined) {
    throw new Fault("bad-input", `there is no session ${name.slice(0, longestName)}`, {
      hint: "name a log file or a session id (lessons dev ledger --json lists them); run lessons scan first",
    });
  }
  throw new Fault("bad-input", `${found.length} sessions start with ${name}`, {
    hint: `for example ${found
      .slice(0, 3)
      .map(({ log, sessionId }) => sessionId ?? log.path)
      .join(" or ")}`,
  });
}

const longestName = 100;
const shortestId = 4;

function inFile(machine: Machine, path: string): readonly FoundSession[] {
  const { logs } = listLogs(adapters, machine, { paths: [path], extraPlaces: [] });
  return logs
    .filter((log) => log.path === path)
    .flatMap((log) => (log.shape === "database" ? sessionsIn(log, "") : [{ log }]));
}

/** By what scans know of it, else by the names of the files. */
function byId(database: Database, machine: Machine, id: string): readonly FoundSession[] {
  if (id.length < shortestId) return [];
  const { logs } = listLogs(adapters, machine, { extraPlaces: [] });
  const known = logsOfSession(database, id).flatMap(({ path, sessionId }) => {
    const place = path.startsWith("~/") ? `${machine.home}${path.slice(1)}` : path;
    const log = logs.find((each) => each.path === place || place.startsWith(`${each.path}#`));
    return log === undefined ? [] : [{ log, sessionId }];
  });
  // Subagents may have logs under the id of their session; the session's own has its id in its name.
  const own = known.filter(
    ({ log, sessionId }) => log.shape === "database" || basename(log.path).includes(sessionId),
  );
  if (known.length > 0) return own.length > 0 ? own : known;
  return logs.flatMap((log) => {
    if (log.shape === "database") return sessionsIn(log, id);
    return basename(log.path).includes(id) ? [{ log }] : [];
  });
}

function sessionsIn(log: FoundLog, beginning: string): readonly FoundSession[] {
  const format = formatOf(log.adapter.agent, log.path);
  if (format?.shape !== "database") return [];
  const source = openReadOnlyDatabase(log.path);
  try {
    return format
      .listSessions(source)
      .filter(({ sessionId }) => sessionId.startsWith(beginning))
      .map(({ sessionId }) => ({ log, sessionId }));
  } finally {
    source.close();
  }
}
