import { existsSync } from "node:fs";
import type { Instant } from "../../lesson/record/lesson.ts";
import { statuses, type Status } from "../../lesson/record/lifecycle.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";
import { batchSizeFor } from "./run-learning.ts";
import { learningLogIn, countRunsOfDay, lastRuns, type LearningRun } from "./learning-runs.ts";
import { observationsIn } from "./observations.ts";
import { learningFileIn } from "./learning-file.ts";
import type { Paths } from "../../platform/paths.ts";
import type { Context } from "../../platform/context.ts";
import { formerScopes, takeOverQueues } from "./former-names.ts";
import { queueOf } from "./queue.ts";
import { type LearningPlace } from "../../platform/project/learning-place.ts";
import type { LearningSettings, ProjectLearning } from "./learning-settings.ts";
import { type ObservationQuery, lookAtObservations } from "./list-observations.ts";

/** Where learning stands in a project. */
export interface LearningReport {
  /** `project:<id>` */
  readonly project: string;
  readonly settings: LearningSettings;
  readonly origins: ProjectLearning["origins"];
  /** The project's own settings, where it has some. */
  readonly file: string | null;
  /** What is in them and does not count. */
  readonly ignored: ProjectLearning["ignored"];
  readonly isOffHere: boolean;
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
  readonly formerly: readonly FormerObservations[];
  readonly needReview: number;
  readonly log: string;
}

interface FormerObservations {
  readonly project: string;
  readonly observations: number;
}

export function showLearning(
  context: Context,
  paths: Paths,
  query: ObservationQuery & { readonly learning: ProjectLearning },
): LearningReport {
  const { database, system } = context;
  const { place, learning } = query;
  const { settings, origins, ignored, isOffHere, fault } = learning;
  takeOverQueues(paths.home, place, system);
  const queue = queueOf(paths.home, place);
  const waiting = queue.files("waiting");
  const readable = waiting.filter(({ entry }) => entry !== undefined).length;
  const stored = observationsIn(database, [place.scope]);
  const file = learningFileIn(place.root);
  return {
    project: place.scope,
    settings,
    origins,
    file: existsSync(file) ? file : null,
    ignored,
    isOffHere,
    problem: fault?.message ?? null,
    waiting: readable + queue.files("claimed").length,
    needed: batchSizeFor(settings.batchSize, stored.length),
    runsToday: countRunsOfDay(database, place.scope, system.now()),
    busySince: queue.busySince() ?? null,
    aside: queue.files("aside").length,
    unreadable: waiting.length - readable,
    lastRun: lastRuns(database, place.scope, 1)[0] ?? null,
    observations: counted(
      stored.map(({ lesson }) => ({ kind: lesson.kind, status: lesson.stage.status })),
    ),
    formerly: formerObservations(context, place),
    needReview: lookAtObservations(context, paths.home, query).filter(
      ({ attention }) => attention.length > 0,
    ).length,
    log: learningLogIn(paths.home),
  };
}

function formerObservations(
  { database }: Pick<Context, "database">,
  place: Pick<LearningPlace, "root" | "scope">,
): readonly FormerObservations[] {
  return formerScopes(place)
    .map((project) => ({
      project,
      observations: observationsIn(database, [project]).filter(
        ({ lesson }) => lesson.stage.status !== "archived",
      ).length,
    }))
    .filter(({ observations }) => observations > 0);
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
