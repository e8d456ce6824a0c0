import { existsSync } from "node:fs";
import type { Instant } from "../../lesson/record/lesson.ts";
import { statuses, type Status } from "../../lesson/record/lifecycle.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";
import type { Context } from "../../platform/context.ts";
import type { Paths } from "../../platform/paths.ts";
import { countRunsOfDay, lastRuns, learningLogIn, type LearningRun } from "./learning-runs.ts";
import { learningFileIn, type ProjectLearning } from "./learning-settings.ts";
import { listObservations, type ObservationQuery } from "./list-observations.ts";
import { clearableObservations, observationsIn, type StoredObservation } from "./observations.ts";
import { formerScopes, openQueue } from "./project-queue.ts";
import { batchSizeFor } from "./run-learning.ts";

/** Where learning stands in a project. */
export interface LearningReport extends Omit<ProjectLearning, "fault"> {
  /** `project:<id>` */
  readonly project: string;
  /** The project's own settings, where it has some. */
  readonly file: string | null;
  /** Why they cannot be read. */
  readonly problem: string | null;
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
  /** Found when the project had another name, and not archived. */
  readonly formerly: readonly { readonly project: string; readonly observations: number }[];
  readonly needReview: number;
  readonly log: string;
}

export function showLearning(
  context: Context,
  paths: Paths,
  query: ObservationQuery & { readonly learning: ProjectLearning },
): LearningReport {
  const { database, system } = context;
  const { place, learning } = query;
  const { fault, ...settled } = learning;
  const queue = openQueue(paths.home, place, system);
  const waiting = queue.files("waiting");
  const readable = waiting.filter(({ entry }) => entry !== undefined).length;
  const stored = observationsIn(database, [place.scope]);
  const file = learningFileIn(place.root);
  return {
    project: place.scope,
    ...settled,
    file: existsSync(file) ? file : null,
    problem: fault?.message ?? null,
    waiting: readable + queue.files("claimed").length,
    needed: batchSizeFor(settled.settings.batchSize, stored.length),
    runsToday: countRunsOfDay(database, place.scope, system.now()),
    busySince: queue.busySince() ?? null,
    aside: queue.files("aside").length,
    unreadable: waiting.length - readable,
    lastRun: lastRuns(database, place.scope, 1)[0] ?? null,
    observations: countedByKind(stored),
    formerly: formerScopes(place)
      .map((scope) => ({
        project: scope,
        observations: clearableObservations(database, scope).length,
      }))
      .filter(({ observations }) => observations > 0),
    needReview: listObservations(context, query).filter(({ attention }) => attention.length > 0)
      .length,
    log: learningLogIn(paths.home),
  };
}

function countedByKind(stored: readonly StoredObservation[]): LearningReport["observations"] {
  const countOf = (kind: ObservedKind, status: Status) =>
    stored.filter(({ lesson }) => lesson.kind === kind && lesson.stage.status === status).length;
  const rows = observedKinds.map((kind) => [
    kind,
    Object.fromEntries(statuses.map((status) => [status, countOf(kind, status)])),
  ]);
  return Object.fromEntries(rows) as LearningReport["observations"];
}
