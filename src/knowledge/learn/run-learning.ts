import type { HeadlessReply } from "../../agents/adapter.ts";
import { batchSizeFor } from "./batch-size.ts";
import { logLearning } from "./learning-log.ts";
import type { SessionName } from "./queue-entry.ts";
import { countRunsOfDay } from "./learning-runs.ts";
import { observationsIn } from "./observations.ts";
import { userHome } from "../../platform/paths.ts";
import { BatchRun, type LearningParts } from "./batch-run.ts";
import { takeOverQueues } from "./former-names.ts";
import { queueOf } from "./queue.ts";
import { type LearningPlace } from "../../platform/project/learning-place.ts";
import type { LearningSettings } from "./learning-settings.ts";
import { lookAtObservations } from "./look-at-observations.ts";
import { renderActivated } from "./render-activated.ts";
import type { BatchReport, RunReport } from "./run-report.ts";
import { runRecord } from "./run-sentence.ts";

export interface RunRequest {
  readonly place: LearningPlace;
  readonly settings: LearningSettings;
  /** Also with fewer sessions than a batch. */
  readonly isNow: boolean;
  /** One that is to be looked at now, whoever waits longer, and though it was looked at before. */
  readonly session?: SessionName;
  readonly environment: NodeJS.ProcessEnv;
  readonly ask: (question: string, signal?: AbortSignal) => Promise<HeadlessReply>;
  /** Stops it: the sessions wait as before, and the right to look at them is given back. */
  readonly signal?: AbortSignal;
  /** Told what is done, step by step. */
  readonly onStep: (step: string) => void;
}

/**
 * Looks at the sessions of a project that wait: takes a batch, asks a model, keeps what it found, and looks again,
 * because those that ended meanwhile found it at work and went away. Sessions leave the queue only after the store has
 * what was found, so that none is lost wherever it is stopped.
 */
export async function runLearning(parts: LearningParts, request: RunRequest): Promise<RunReport> {
  const { place, session } = request;
  const { home } = parts.paths;
  takeOverQueues(home, place, parts.system);
  const left = () => queueOf(home, place).files("waiting").length;
  const first = await runOnce(parts, request);
  const next: BatchReport[] = [];
  // Whoever names a session has asked for that one.
  let last = session === undefined ? first : undefined;
  for (let before = Infinity; last !== undefined && isOver(last) && left() < before;) {
    before = left();
    last = await runOnce(parts, request);
    if (last.outcome !== "none-waiting") next.push(last);
  }
  return next.length === 0 ? first : { ...first, next };
}

/** It came to an end, and left nothing behind that would go wrong again. */
function isOver({ outcome }: BatchReport): boolean {
  return outcome === "learned" || outcome === "nothing-said";
}

async function runOnce(parts: LearningParts, request: RunRequest): Promise<BatchReport> {
  const { place, settings } = request;
  const log = (text: string) =>
    logLearning(parts.paths.home, parts.system.now(), `${place.scope}: ${text}`);
  const onStep = (step: string) => {
    request.onStep(step);
    if (settings.debug) log(step);
  };
  const report = await thenRender(parts, request, await tryToRun(parts, { ...request, onStep }));
  if (settings.debug || !quiet.has(report.outcome)) log(runRecord(report));
  return report;
}

/** What the project and its status line show follows what was learned. */
async function thenRender(
  parts: LearningParts,
  request: RunRequest,
  report: BatchReport,
): Promise<BatchReport> {
  if (report.outcome !== "learned") return report;
  const { place, settings, environment } = request;
  const rendered = await renderActivated(parts, request);
  const query = { place, settings, userHome: userHome(environment) };
  await parts.inContext((context) => lookAtObservations(context, parts.paths.home, query));
  return rendered === undefined ? report : { ...report, rendered };
}

/** What every session that ends would say. */
const quiet: ReadonlySet<BatchReport["outcome"]> = new Set(["none-waiting", "too-few"]);

async function tryToRun(parts: LearningParts, request: RunRequest): Promise<BatchReport> {
  const { paths, system, inContext } = parts;
  const { place, settings, isNow, session } = request;
  const queue = queueOf(paths.home, place);
  const waiting = [...queue.files("waiting"), ...queue.files("claimed")].filter(
    ({ entry }) => entry !== undefined,
  ).length;
  if (waiting === 0) return { outcome: "none-waiting" };
  const { observations, runs } = await inContext(({ database }) => ({
    observations: observationsIn(database, [place.scope]).length,
    runs: countRunsOfDay(database, place.scope, system.now()),
  }));
  const needed = batchSizeFor(settings.batchSize, observations);
  if (!isNow && waiting < needed) return { outcome: "too-few", waiting, needed };
  const { dailyCap: cap } = settings;
  if (runs >= cap) return { outcome: "capped", waiting, runs, cap };

  const id = system.newId();
  const claim = queue.claim(system.now(), id);
  if ("busySince" in claim) return { outcome: "busy", since: claim.busySince };
  try {
    return await new BatchRun(parts, request, id, claim).lookAt(claim.take(needed, session));
  } finally {
    claim.release();
  }
}
