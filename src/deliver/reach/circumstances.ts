import type { Machine } from "../../agents/adapter.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { FullRecord } from "../../lesson/record/record.ts";
import { fromRecord } from "../../lesson/record/record.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Context } from "../../platform/context.ts";
import { type Paths, resolvePaths, userHome } from "../../platform/paths.ts";
import { slowLessons } from "../compile/current-cache.ts";
import { makeReady, readyLessons } from "../compile/make-ready.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { deliverySetup, type DeliverySetup } from "../init/delivery-setup.ts";
import { toolSkills } from "../init/tool-skills.ts";
import { isForStart } from "../plan/start-places.ts";
import { isSwitchedOff, pauseIn } from "../pause.ts";
import { type Circumstances, type Reach, reachOf, type Silence } from "./reach.ts";
import { reachSentence } from "./reach-words.ts";

/** What decides on this machine at this moment whether lessons come. `active` where they are at hand already. */
export function circumstancesIn(
  { database, config }: Pick<Context, "database" | "config">,
  { paths, silence, agents, active }: CircumstancesGiven,
): Circumstances {
  const lessons = active ?? readyLessons(database, config).lessons;
  return {
    config: deliveryConfig(config),
    atStart: lessons.filter(
      (lesson) => isForStart(lesson, "SessionStart") || isForStart(lesson, "SubagentStart"),
    ),
    skills: paths === undefined ? {} : toolSkills(paths.skills, lessons, config.cliIntelThreshold),
    silence,
    agents,
    isTooSlow: paths === undefined ? () => false : slowLessons(paths),
  };
}

interface CircumstancesGiven {
  readonly paths?: Pick<Paths, "cache" | "skills"> | undefined;
  readonly silence?: Silence | undefined;
  readonly agents?: readonly string[] | undefined;
  readonly active?: readonly ReadyLesson[] | undefined;
}

/** Those of the place that a command runs in. Without one nobody knows which agents are connected. */
export function circumstancesHere(context: Context): Circumstances {
  const { place, system } = context;
  if (place === undefined) return circumstancesIn(context, {});
  const { environment } = place;
  const paths = resolvePaths(environment);
  const machine: Machine = { home: userHome(environment), environment };
  return circumstancesIn(context, {
    paths,
    silence: silenceIn(paths.home, environment, new Date(system.now())),
    agents: connectedAgents(deliverySetup(machine, paths)),
  });
}

/** The agents whose hooks call us, by name. */
export function connectedAgents({ way, areHooksOff, isIgnored }: DeliverySetup): readonly string[] {
  return way === "none" || areHooksOff || isIgnored ? [] : [deliveryDoor.adapter.title];
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
export function reachReports(
  context: Context,
  lessons: readonly (Lesson | FullRecord)[],
): readonly ReachReport[] {
  if (lessons.length === 0) return [];
  const circumstances = circumstancesHere(context);
  return lessons.map((given) => {
    const lesson = "stage" in given ? given : fromRecord(given);
    const ready = makeReady({ lesson, origin: { sessions: 0 } });
    const reach = reachOf(lesson, ready, circumstances);
    return { slug: lesson.slug, ...reach, sentence: reachSentence(reach, lesson) };
  });
}
