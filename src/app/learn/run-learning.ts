import type { HeadlessReply } from "../../adapters/headless.ts";
import type { Instant } from "../../core/lesson.ts";
import { batchSizeFor } from "../../learn/batch-size.ts";
import { logLearning } from "../../learn/learning-log.ts";
import { countRunsSince } from "../../store/learning-runs.ts";
import { observationsIn } from "../../store/observations.ts";
import { userHome } from "../../system/paths.ts";
import { BatchRun, type LearningParts } from "./batch-run.ts";
import { queueOf, type LearningPlace } from "./learning-place.ts";
import type { LearningSettings } from "./learning-settings.ts";
import { lookAtObservations } from "./look-at-observations.ts";
import { renderActivated } from "./render-activated.ts";
import type { RunReport } from "./run-report.ts";
import { runRecord } from "./run-sentence.ts";

export interface RunRequest {
  readonly place: LearningPlace;
  readonly settings: LearningSettings;
  /** Also with fewer sessions than a batch. */
  readonly isNow: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly ask: (question: string) => Promise<HeadlessReply>;
  /** Told what is done, step by step. */
  readonly onStep: (step: string) => void;
}

/**
 * Looks at the sessions of a project that wait, once: takes a batch, asks a model, keeps what it found. Sessions leave
 * the queue only after the store has what was found, so that none is lost wherever it is stopped.
 */
export async function runLearning(parts: LearningParts, request: RunRequest): Promise<RunReport> {
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
  report: RunReport,
): Promise<RunReport> {
  if (report.outcome !== "learned") return report;
  const { place, settings, environment } = request;
  const rendered = await renderActivated(parts, request);
  const query = { place, settings, userHome: userHome(environment) };
  await parts.inWorkshop((workshop) => lookAtObservations(workshop, parts.paths.home, query));
  return rendered === undefined ? report : { ...report, rendered };
}

/** What every session that ends would say. */
const quiet: ReadonlySet<RunReport["outcome"]> = new Set(["none-waiting", "too-few"]);

async function tryToRun(parts: LearningParts, request: RunRequest): Promise<RunReport> {
  const { paths, system, inWorkshop } = parts;
  const { place, settings, isNow } = request;
  const queue = queueOf(paths.home, place);
  const waiting = [...queue.files("waiting"), ...queue.files("claimed")].filter(
    ({ entry }) => entry !== undefined,
  ).length;
  if (waiting === 0) return { outcome: "none-waiting" };
  const { observations, runs } = await inWorkshop(({ database }) => ({
    observations: observationsIn(database, [place.scope]).length,
    runs: countRunsSince(database, place.scope, startOfDay(system.now())),
  }));
  const needed = batchSizeFor(settings.batchSize, observations);
  if (!isNow && waiting < needed) return { outcome: "too-few", waiting, needed };
  if (runs >= settings.dailyCap) return { outcome: "capped", runs, cap: settings.dailyCap };

  const id = system.newId();
  const claim = queue.claim(system.now(), id);
  if ("busySince" in claim) return { outcome: "busy", since: claim.busySince };
  try {
    return await new BatchRun(parts, request, id, claim).lookAt(claim.take(needed));
  } finally {
    claim.release();
  }
}

/** Days are UTC days, as everywhere. */
export function startOfDay(now: Instant): Instant {
  return `${now.slice(0, 10)}T00:00:00.000Z`;
}
