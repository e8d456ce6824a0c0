import type { HeadlessReply } from "../../agents/adapter.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ContextOpener } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact, type Redact } from "../../redact/redact.ts";
import { forgottenTexts, makeForget } from "../../platform/forgotten.ts";
import { readProjectManifest } from "../render/project-state.ts";
import { renderPlace } from "../render/render-place.ts";
import { renderAndShow, type RenderReport } from "../render/render-project.ts";
import { lookAtSessions } from "./batch-run.ts";
import { countRunsOfDay, logLearning } from "./learning-runs.ts";
import type { LearningSettings } from "./learning-settings.ts";
import { observationsIn } from "./observations.ts";
import { openQueue, queueOf } from "./project-queue.ts";
import type { SessionName } from "./queue-disk.ts";
import { runRecord, type BatchReport, type RunReport } from "./run-report.ts";

export interface RunRequest {
  readonly place: LearningPlace;
  readonly settings: LearningSettings;
  /** Also with fewer sessions than a batch. */
  readonly isNow: boolean;
  /** One that is to be looked at now, whoever waits longer, and though it was looked at before. */
  readonly session?: SessionName | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly ask: (question: string, signal?: AbortSignal) => Promise<HeadlessReply>;
  /** Stops it: the sessions wait as before, and the right to look at them is given back. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what is done, step by step. */
  readonly onStep: (step: string) => void;
}

/**
 * Looks at the sessions of a project that wait: takes a batch, asks a model, keeps what it found, and looks again,
 * because those that ended meanwhile found it at work and went away. Sessions leave the queue only after the store has
 * what was found, so that none is lost wherever it is stopped.
 */
export async function runLearning(parts: ContextOpener, request: RunRequest): Promise<RunReport> {
  const { place, session } = request;
  const queue = openQueue(parts.paths.home, place, parts.system);
  const left = () => queue.files("waiting").length;
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

async function runOnce(parts: ContextOpener, request: RunRequest): Promise<BatchReport> {
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

/** What the project shows follows what was learned. */
async function thenRender(
  parts: ContextOpener,
  request: RunRequest,
  report: BatchReport,
): Promise<BatchReport> {
  if (report.outcome !== "learned") return report;
  return { ...report, rendered: await renderActivated(parts, request) };
}

/** What every session that ends would say. */
const quiet: ReadonlySet<BatchReport["outcome"]> = new Set(["none-waiting", "too-few"]);

async function tryToRun(parts: ContextOpener, request: RunRequest): Promise<BatchReport> {
  const { paths, system, inContext } = parts;
  const { place, settings, isNow, session, environment } = request;
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
    const forget = makeForget(await inContext(({ database }) => forgottenTexts(database)));
    const redacted = makeRedact(ownerOf(environment, userHome(environment)));
    const redact: Redact = (text) => redacted(forget(text));
    const run = { ...request, system, inContext, id, claim, redact };
    return await lookAtSessions(run, claim.take(needed, session));
  } finally {
    claim.release();
  }
}

/**
 * How many sessions one run looks at. The usual 3 become 5 once there is a stock of observations, because new ones get
 * rarer; another number stays as it is. Whoever wants 3 for good cannot say so: take 2 or 4.
 */
export function batchSizeFor(setting: number, observations: number): number {
  return setting === usual && observations >= stock ? later : setting;
}

const usual = 3;
const later = 5;
const stock = 15;

/** What a run has written into its project, or why it could not. */
export type ActivatedRendering = RenderReport | { readonly problem: string };

/**
 * Renders a project when a lesson that became active by itself is not in it yet. It asks for what is there and not for
 * what this run did: a run that was stopped in between has left it to the next one. Undefined when there is
 * nothing to be said.
 */
async function renderActivated(
  { inContext }: ContextOpener,
  { place, settings, environment }: RunRequest,
): Promise<ActivatedRendering | undefined> {
  if (settings.autoActivate.length === 0) return undefined;
  try {
    const here = renderPlace(environment, place.root);
    const report = await inContext((context) => {
      const rendered = new Set(
        readProjectManifest(here.disk).entries.map(({ observationId }) => observationId),
      );
      const isWaiting = observationsIn(context.database, [place.scope]).some(
        ({ lesson }) => isActivated(lesson, settings) && !rendered.has(lesson.id),
      );
      if (!isWaiting) return undefined;
      const request = { ...here, project: place.scope, includeGlobal: false, isDryRun: false };
      return renderAndShow(context, request);
    });
    return report !== undefined && isNews(report) ? report : undefined;
  } catch (error) {
    // What was learned stays learned, whatever is wrong with the project's folder.
    if (error instanceof Fault) return { problem: error.message };
    throw error;
  }
}

function isActivated({ kind, stage }: Lesson, { autoActivate }: LearningSettings): boolean {
  const isByItself = stage.status === "active" && stage.confirmedBy === "threshold";
  return isByItself && autoActivate.some((each) => each === kind);
}

function isNews({ files, withheld, reconciled }: RenderReport): boolean {
  return files.length + withheld.length + (reconciled?.archived.length ?? 0) > 0;
}
