import { projectNames, scopeProject } from "../../capture/ledger/project-names.ts";
import type { Machine } from "../../agents/adapter.ts";
import { once } from "../../match/once.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { lessonsWithOrigin } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Paths, resolvePaths, userHome } from "../../platform/paths.ts";
import { cardLines } from "../card/card-entries.ts";
import { isForStart } from "../card/start-plan.ts";
import { slowLessons } from "../compile/current-cache.ts";
import {
  makeReady,
  readyAbout,
  readyForStarts,
  type ReadyLessons,
  readyLessons,
  readyTags,
} from "../compile/make-ready.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { isNoticed } from "../hint/watches.ts";
import { deliverySetup, type DeliverySetup } from "../init/delivery-setup.ts";
import { toolSkills } from "../init/tool-skills.ts";
import { isSwitchedOff, pauseIn } from "../pause.ts";
import type { Origin } from "../text/lesson-text.ts";
import { runningTrial } from "../trial/trials.ts";
import { type Circumstances, type Reach, reachOf, type Silence } from "./reach.ts";
import { reachSentence } from "./reach-words.ts";

/**
 * What decides on this machine at this moment whether lessons come. `active` where they are at hand already; `approved` are
 * lessons that are asked about as if they were.
 */
export function circumstancesIn(
  { database, config, system }: Pick<Context, "database" | "config" | "system">,
  { paths, silence, agents, active, approved = [] }: CircumstancesGiven,
): Circumstances {
  const { lessons, seen } = active ?? readyForStarts(database, config);
  const all = once(() => active ?? readyLessons(database, config));
  const names = once(() => projectNames(database));
  const origins = originsOf(database, approved);
  const more = approved.map((lesson) => ({ lesson, sessions: 0, ...origins.get(lesson.id) }));
  const isMore = new Set(approved.map(({ id }) => id));
  // Cards of lessons that wait are looked at when the store is closed.
  if (approved.length > 0) names();
  if (approved.some(({ triggers }) => triggers.conditions?.failedInSession !== undefined)) all();
  return {
    config: deliveryConfig(config),
    atStart: lessons.filter(
      (lesson) => isForStart(lesson, "SessionStart") || isForStart(lesson, "SubagentStart"),
    ),
    card: cardLines(database, [...seen.filter(({ lesson }) => !isMore.has(lesson.id)), ...more]),
    skills:
      paths === undefined
        ? { skills: {}, projectSkills: {} }
        : toolSkills(
            paths.skills,
            active?.lessons ?? readyTags(database, config),
            config.cliIntelThreshold,
          ),
    silence,
    agents,
    trial: runningTrial(database),
    now: system.now(),
    isNoticed: (fact) => isNoticed(fact, (each) => readyAbout(each, all())),
    isTooSlow: paths === undefined ? () => false : slowLessons(paths),
    projectName: (scope) =>
      scope.startsWith("project:") ? scopeProject(scope, names()) : undefined,
  };
}

interface CircumstancesGiven {
  readonly paths?: Pick<Paths, "cache" | "skills"> | undefined;
  readonly silence?: Silence | undefined;
  readonly agents?: readonly string[] | undefined;
  readonly active?: Pick<ReadyLessons, "lessons" | "seen"> | undefined;
  readonly approved?: readonly Lesson[] | undefined;
}

/** In how many sessions each lesson was seen, and whether its remedy is in a person's words. */
export function originsOf(
  database: Database,
  lessons: readonly Lesson[],
): ReadonlyMap<LessonId, Origin> {
  if (lessons.length === 0) return new Map();
  const found = lessonsWithOrigin(
    database,
    lessons.map(({ id }) => id),
  );
  return new Map(
    found.map(({ lesson, sessions, lastSeenAt, ...written }) => [
      lesson.id,
      { sessions, lastSeenAt: lastSeenAt ?? undefined, ...written },
    ]),
  );
}

/** Those of the place that a command runs in. Without one nobody knows which agents are connected. */
export function circumstancesHere(
  context: Pick<Context, "database" | "config" | "system" | "place">,
  { approved, active }: Pick<CircumstancesGiven, "approved" | "active"> = {},
): Circumstances {
  const { place, system } = context;
  if (place === undefined) return circumstancesIn(context, { approved, active });
  const { environment } = place;
  const paths = resolvePaths(environment);
  const machine: Machine = { home: userHome(environment), environment };
  return circumstancesIn(context, {
    paths,
    silence: silenceIn(paths.home, environment, new Date(system.now())),
    agents: connectedAgents(deliverySetup(machine, paths)),
    approved,
    active,
  });
}

/** The agents whose hooks call us, by name. */
export function connectedAgents(setup: DeliverySetup): readonly string[] {
  const { way, areHooksOff, isIgnored, others } = setup;
  const isFirst = way !== "none" && !areHooksOff && !isIgnored;
  return [...(isFirst ? [deliveryDoor.adapter.title] : []), ...others];
}

export function silenceIn(
  home: string,
  environment: NodeJS.ProcessEnv,
  now: Date,
): Silence | undefined {
  if (isSwitchedOff(environment)) return { is: "switched-off" };
  const pause = pauseIn(home, now);
  return pause === undefined ? undefined : { is: "paused", ...pause };
}

/** A lesson that was approved, and when the agent will hear of it. */
export interface ReachReport extends Reach {
  readonly slug: string;
  /** For the person, in one sentence. */
  readonly sentence: string;
}

/** What is said behind every approval. */
export function reachReports(context: Context, lessons: readonly Lesson[]): readonly ReachReport[] {
  if (lessons.length === 0) return [];
  // All of them: they are compiled next, and are made once.
  const active = readyLessons(context.database, context.config);
  const circumstances = circumstancesHere(context, { approved: lessons, active });
  const origins = originsOf(context.database, lessons);
  return lessons.map((lesson) => {
    const ready = makeReady({ lesson, origin: origins.get(lesson.id) ?? { sessions: 0 } });
    const reach = reachOf(lesson, ready, circumstances);
    return { slug: lesson.slug, ...reach, sentence: reachSentence(reach, lesson) };
  });
}
