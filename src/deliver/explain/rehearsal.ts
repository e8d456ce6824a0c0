import { mostContextCharacters } from "../../agents/claude-code/hook-answer.ts";
import {
  hookMoment,
  type CallPlace,
  type ToolPayload,
} from "../../agents/claude-code/hook-moment.ts";
import type { CacheIndex, DeliveryConfig } from "../compile/cache-index.ts";
import { deliveredBy, type Delivered } from "../plan/delivered.ts";
import { planDelivery } from "../plan/plan.ts";
import { matchLessons, type Judgement } from "../../match/match.ts";
import type { Moment } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { isSwitchedOff } from "../switched-off.ts";
import type { Config } from "../../platform/configuration/settings.ts";
import type { Paths } from "../../platform/paths.ts";
import { pauseIn } from "../pause.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { placeFinder } from "./place-of-call.ts";
import { readyLessons } from "../compile/ready-lessons.ts";
import { slowLessons } from "../slow-lessons.ts";
import { toolSkills } from "../init/tool-skills.ts";
import type { Context } from "../../platform/context.ts";

/**
 * What the hook works with, made from the store at this moment and not read from the cache, so that it is
 * never out of date. Nothing is claimed and nothing written.
 */
export interface Rehearsal {
  readonly lessons: readonly ReadyLesson[];
  readonly config: DeliveryConfig;
  readonly skills: CacheIndex["skills"];
  /** Why the hook says nothing at all at this time. */
  readonly silence?: Silence;
  readonly environment: NodeJS.ProcessEnv;
  readonly placeOf: (workingDirectory: string | undefined) => CallPlace;
}

export type Silence =
  | { readonly is: "switched-off" }
  | { readonly is: "paused"; readonly until?: string };

/** Where and with what a rehearsal is held. `config` is that of the hooks, without a project's own. */
export interface RehearsalPlace {
  readonly paths: Pick<Paths, "home" | "cache" | "skills">;
  readonly config: Config;
  readonly environment: NodeJS.ProcessEnv;
}

export function prepareRehearsal(
  { database, system }: Pick<Context, "database" | "system">,
  { paths, config, environment }: RehearsalPlace,
): Rehearsal {
  const { lessons } = readyLessons(database, config);
  const isTooSlow = slowLessons(paths);
  const silence = silenceIn(paths.home, environment, new Date(system.now()));
  return {
    lessons: lessons.filter((lesson) => !isTooSlow(lesson)),
    config: deliveryConfig(config),
    skills: toolSkills(paths.skills, lessons, config.cliIntelThreshold),
    ...(silence === undefined ? {} : { silence }),
    environment,
    placeOf: placeFinder(environment),
  };
}

/** What a call would get in a session that has been told nothing yet. */
export interface Rehearsed {
  readonly moment: Moment;
  readonly delivered: readonly Delivered[];
  readonly dropped: readonly Judgement[];
}

export function rehearse(rehearsal: Rehearsal, payload: ToolPayload): Rehearsed {
  const { lessons, config, skills } = rehearsal;
  const moment = momentOf(rehearsal, payload, lessons);
  const judgements = matchLessons(lessons, moment, config.relevanceThreshold);
  const plan = planDelivery(judgements, {
    config,
    skills,
    mayHold: true,
    mostBytes: mostContextCharacters,
  });
  const delivered = deliveredBy(plan);
  const told = new Set(delivered.map(({ judgement }) => judgement));
  return { moment, delivered, dropped: judgements.filter((judgement) => !told.has(judgement)) };
}

/** The moment of a call for lessons that may not be in use yet. */
export function momentOf(
  { placeOf, environment }: Pick<Rehearsal, "placeOf" | "environment">,
  payload: ToolPayload,
  lessons: readonly ReadyLesson[],
): Moment {
  return hookMoment(payload, placeOf(payload.workingDirectory), { lessons, environment });
}

function silenceIn(home: string, environment: NodeJS.ProcessEnv, now: Date): Silence | undefined {
  if (isSwitchedOff(environment)) return { is: "switched-off" };
  const pause = pauseIn(home, now);
  return pause === undefined ? undefined : { is: "paused", ...pause };
}
