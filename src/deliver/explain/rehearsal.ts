import type { FinishedCall, SessionProject, ToolPayload } from "../../agents/delivery.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { matchLessons, type Judgement } from "../../match/match.ts";
import { inTime } from "../../measure/replay/in-time.ts";
import type { Moment } from "../../match/moment.ts";
import { once } from "../../match/once.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Config } from "../../platform/configuration/settings.ts";
import type { Context } from "../../platform/context.ts";
import { type Paths, userHome } from "../../platform/paths.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { projectStack } from "../../platform/project/stack.ts";
import { unnamedIdentity } from "../../platform/project/unnamed-identity.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact } from "../../redact/redact.ts";
import { type CacheIndex, type DeliveryConfig, skillsIn } from "../compile/cache-index.ts";
import { readyLessons } from "../compile/make-ready.ts";
import { failureLines } from "../hint/failure-lines.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { toolSkills } from "../init/tool-skills.ts";
import { deliverySetup } from "../init/delivery-setup.ts";
import { circumstancesIn, connectedAgents, silenceIn } from "../reach/circumstances.ts";
import type { Circumstances } from "../reach/reach.ts";
import { planFixes } from "../fix/plan-fixes.ts";
import { type Delivered, deliveredBy, planDelivery } from "../plan/plan.ts";
import { slowLessons } from "../compile/current-cache.ts";
import { sessionFolder } from "../claims.ts";
import { worldAt } from "../world.ts";

/**
 * What the hook works with, made from the store at this moment and not read from the cache, so that it is
 * never out of date. Nothing is claimed and nothing written.
 */
export interface Rehearsal {
  readonly lessons: readonly ReadyLesson[];
  readonly config: DeliveryConfig;
  readonly skills: Pick<CacheIndex, "skills" | "projectSkills">;
  /** Whether lessons come at all, and when. */
  readonly circumstances: Circumstances;
  readonly environment: NodeJS.ProcessEnv;
  readonly paths: RehearsalPlace["paths"];
  readonly placeOf: (workingDirectory: string | undefined) => SessionProject;
}

/** Where and with what a rehearsal is held. `config` is that of the hooks, without a project's own. */
interface RehearsalPlace {
  readonly paths: Paths;
  readonly config: Config;
  readonly environment: NodeJS.ProcessEnv;
}

export function prepareRehearsal(
  { database, system }: Pick<Context, "database" | "system">,
  { paths, config, environment }: RehearsalPlace,
): Rehearsal {
  const isTooSlow = slowLessons(paths);
  // Most of it is for calls, and mostly no call is asked about.
  const all = once(() => readyLessons(database, config).lessons);
  const lessons = once(() =>
    all().filter((lesson) => !isTooSlow(lesson) && (lesson.validFrom ?? "") <= system.now()),
  );
  const skills = once(() => toolSkills(paths.skills, all(), config.cliIntelThreshold));
  const placeIn = once(() => placeFinder(environment));
  return {
    get lessons() {
      return lessons();
    },
    config: deliveryConfig(config),
    get skills() {
      return skills();
    },
    circumstances: circumstancesIn(
      { database, config, system },
      {
        paths,
        silence: silenceIn(paths.home, environment, new Date(system.now())),
        agents: connectedAgents(deliverySetup({ home: userHome(environment), environment }, paths)),
      },
    ),
    environment,
    paths,
    placeOf: (folder) => placeIn()(folder),
  };
}

/** What a call would get in a session that has got nothing yet. */
export function rehearse(rehearsal: Rehearsal, payload: ToolPayload) {
  const { lessons, config, skills } = rehearsal;
  const moment = momentOf(rehearsal, payload, lessons);
  const judgements = matchInTime(lessons, moment, config);
  const { fix, others } = planFixes(
    judgements,
    deliveryDoor.hook.canFix(payload) ? payload.call.command : undefined,
    (command) => {
      const call = { ...payload.call, command };
      const fixed = momentOf(rehearsal, { ...payload, call }, lessons);
      return matchInTime(lessons, fixed, config);
    },
  );
  const plan = planDelivery(others, {
    config,
    skills: skillsIn(skills, moment.project),
    mayHold: deliveryDoor.hook.canHold,
    mostBytes: deliveryDoor.hook.mostContextCharacters,
  });
  const fixed = plan.hold === undefined ? (fix?.by ?? []) : [];
  const delivered = [
    ...fixed.map((judgement): Delivered => ({ judgement, form: "fix" })),
    ...deliveredBy(plan),
  ];
  const got = new Set(delivered.map(({ judgement }) => judgement));
  return {
    delivered,
    dropped: judgements.filter((judgement) => !got.has(judgement)),
    /** The call's command as it would be corrected. */
    fixedLine: fixed.length === 0 ? undefined : fix?.line,
  };
}

/** Without those whose patterns take too long: the hook leaves them out, too. */
function matchInTime(
  lessons: readonly ReadyLesson[],
  moment: Moment,
  { relevanceThreshold }: Rehearsal["config"],
): readonly Judgement[] {
  return inTime(lessons, (some) => matchLessons(some, moment, relevanceThreshold));
}

/** What the error of a call would bring; undefined when it went well. */
export function rehearseFailure(rehearsal: Rehearsal, call: FinishedCall) {
  const failure = failureLines(call);
  if (failure === undefined) return undefined;
  const lessons = rehearsal.lessons.filter(({ hint }) => hint !== undefined);
  const moment = { ...momentOf(rehearsal, call, lessons), failure };
  const judgements = matchInTime(lessons, moment, rehearsal.config);
  const delivered = judgements.slice(0, 1).map((judgement) => ({ judgement, form }));
  return { delivered, dropped: judgements.slice(1) };
}

const form = "short" as const;

/** The moment of a call for lessons that may not be in use yet. */
export function momentOf(
  { placeOf, environment, paths }: Pick<Rehearsal, "placeOf" | "environment" | "paths">,
  payload: ToolPayload,
  lessons: readonly ReadyLesson[],
): Moment {
  const { hook } = deliveryDoor;
  const place = placeOf(payload.workingDirectory);
  const { sessionId } = payload;
  return {
    ...hook.momentOf(payload, place, { lessons, environment }),
    world: worldAt(payload, {
      environment,
      userHome: userHome(environment),
      session: sessionId === undefined ? undefined : sessionFolder(paths.home, sessionId),
      model: () => hook.modelOf(payload, place),
    }),
  };
}

/** Finds the project of a folder, as the hook does at the start of a session; each folder is looked at once. */
function placeFinder(
  environment: NodeJS.ProcessEnv,
): (workingDirectory: string | undefined) => SessionProject {
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  const known = new Map<string, SessionProject>();
  return (workingDirectory) => {
    if (workingDirectory === undefined) return { stack: [] };
    const before = known.get(workingDirectory);
    if (before !== undefined) return before;
    const found = projectPlace(workingDirectory);
    const place = {
      project: `project:${redact(found.id ?? unnamedIdentity(found))}`,
      projectRoot: found.root,
      stack: projectStack(found.root),
    };
    known.set(workingDirectory, place);
    return place;
  };
}
