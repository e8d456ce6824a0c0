import { existsSync } from "node:fs";
import type { Instant } from "../../core/lesson.ts";
import { statuses, type Status } from "../../core/lifecycle.ts";
import { observedKinds, type ObservedKind } from "../../core/repetition.ts";
import { batchSizeFor } from "../../learn/batch-size.ts";
import { learningLogIn } from "../../learn/learning-log.ts";
import { countRunsSince, lastRuns, type LearningRun } from "../../store/learning-runs.ts";
import { observationsIn } from "../../store/observations.ts";
import { learningFileIn } from "../../system/learning-file.ts";
import type { Paths } from "../../system/paths.ts";
import type { Workshop } from "../workshop.ts";
import { queueOf } from "./learning-place.ts";
import type { LearningSettings } from "./learning-settings.ts";
import type { ObservationQuery } from "./list-observations.ts";
import { lookAtObservations } from "./look-at-observations.ts";
import { startOfDay } from "./run-learning.ts";

/** Where learning stands in a project. */
export interface LearningReport {
  /** `project:<id>` */
  readonly project: string;
  readonly settings: LearningSettings;
  /** The project's own settings, where it has some. */
  readonly file: string | null;
  readonly waiting: number;
  /** How many must wait for a run to start by itself. */
  readonly needed: number;
  readonly runsToday: number;
  readonly busySince: Instant | null;
  /** Sessions that were answered badly too often. */
  readonly aside: number;
  /** Files of the queue that cannot be read. */
  readonly unreadable: number;
  readonly lastRun: LearningRun | null;
  readonly observations: Readonly<Record<ObservedKind, Readonly<Record<Status, number>>>>;
  readonly needReview: number;
  readonly log: string;
}

export function showLearning(
  workshop: Workshop,
  paths: Paths,
  query: ObservationQuery & { readonly settings: LearningSettings },
): LearningReport {
  const { database, system } = workshop;
  const { place, settings } = query;
  const queue = queueOf(paths.home, place);
  const waiting = queue.files("waiting");
  const readable = waiting.filter(({ entry }) => entry !== undefined).length;
  const stored = observationsIn(database, [place.scope]);
  const file = learningFileIn(place.root);
  return {
    project: place.scope,
    settings,
    file: existsSync(file) ? file : null,
    waiting: readable + queue.files("claimed").length,
    needed: batchSizeFor(settings.batchSize, stored.length),
    runsToday: countRunsSince(database, place.scope, startOfDay(system.now())),
    busySince: queue.busySince() ?? null,
    aside: queue.files("aside").length,
    unreadable: waiting.length - readable,
    lastRun: lastRuns(database, place.scope, 1)[0] ?? null,
    observations: counted(
      stored.map(({ lesson }) => ({ kind: lesson.kind, status: lesson.stage.status })),
    ),
    needReview: lookAtObservations(workshop, paths.home, query).filter(
      ({ attention }) => attention.length > 0,
    ).length,
    log: learningLogIn(paths.home),
  };
}

function counted(
  observations: readonly { readonly kind: ObservedKind; readonly status: Status }[],
): LearningReport["observations"] {
  const rows = observedKinds.map((kind) => {
    const counts = statuses.map((status) => [
      status,
      observations.filter((each) => each.kind === kind && each.status === status).length,
    ]);
    return [kind, Object.fromEntries(counts)];
  });
  return Object.fromEntries(rows) as LearningReport["observations"];
}
