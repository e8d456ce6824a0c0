import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { cardFor, sessionsBetween, type StartSupply } from "../card/start-plan.ts";
import type { Circumstances } from "./reach.ts";

/** How often a lesson for the start comes, where that is not in every session. */
export interface StartTurns {
  readonly moment: (typeof startMoments)[number];
  /** At least once in so many sessions, one after the other; null: never, in this project. */
  readonly everySessions: number | null;
  /** The project in which it waits longest, for a lesson that holds in several. */
  readonly project?: string | undefined;
}

export const startMoments = ["session", "subagent"] as const;

const points: Readonly<Record<StartTurns["moment"], StartSupply["point"]>> = {
  session: "SessionStart",
  subagent: "SubagentStart",
};

/** Whether it comes in some project at some time. */
export function hasRoom(
  lesson: ReadyLesson,
  moment: StartTurns["moment"],
  here: Circumstances,
): boolean {
  return waits(lesson, moment, here).some(({ sessions }) => sessions !== never);
}

/** Where it waits longest; undefined for a lesson that comes in every session. */
export function turnsAt(
  lesson: ReadyLesson,
  moment: StartTurns["moment"],
  here: Circumstances,
): StartTurns | undefined {
  const [longest] = waits(lesson, moment, here).toSorted(
    (one, other) => other.sessions - one.sessions,
  );
  if (longest === undefined || longest.sessions === 1) return undefined;
  const { sessions, project } = longest;
  const everySessions = sessions === never ? null : sessions;
  // Of a project's own lesson nobody has to be told where.
  return { moment, everySessions, ...(project === lesson.scope ? {} : { project }) };
}

/** The rarest of the turns of a lesson, where that is less often than once in three sessions: there is too little room. */
export function latestTurn(turns: readonly StartTurns[]): StartTurns | undefined {
  const late = turns.filter(({ everySessions }) => (everySessions ?? never) > mostSessionsBetween);
  return late.find(({ everySessions }) => everySessions === null) ?? late[0];
}

const mostSessionsBetween = 3;
const never = Number.POSITIVE_INFINITY;

interface Wait {
  readonly project: string | undefined;
  readonly sessions: number;
}

/**
 * A lesson of a project shares the room with that project's others and with those that hold everywhere; those share it with each
 * project's. Where no project has lessons for the start, there is one answer.
 */
function waits(
  lesson: ReadyLesson,
  moment: StartTurns["moment"],
  here: Circumstances,
): readonly Wait[] {
  const { scope } = lesson;
  const projects = scope.startsWith("project:") ? [scope] : [undefined, ...projectsIn(here)];
  return projects.map((project) => ({
    project,
    sessions: sessionsIn(project, lesson, points[moment], here),
  }));
}

function projectsIn({ atStart, card }: Circumstances): readonly string[] {
  const scopes = [...atStart.map(({ scope }) => scope), ...Object.keys(card)];
  return [...new Set(scopes)].filter((scope) => scope.startsWith("project:"));
}

/** What is in use is planned once for all lessons of a project. */
function sessionsIn(
  project: string | undefined,
  lesson: ReadyLesson,
  point: StartSupply["point"],
  here: Circumstances,
): number {
  const isHere = ({ scope }: ReadyLesson) => !scope.startsWith("project:") || scope === project;
  const others = here.atStart.filter(isHere);
  const plan = (lessons: readonly ReadyLesson[]) =>
    sessionsBetween({
      lessons,
      card: cardFor(here.card, { agent: deliveryDoor.hook.name, project }),
      point,
      mostBytes: here.config.injectionBudgetBytes,
      overheadBytes: frameOverheadBytes(),
    });
  const isInUse = others.some(({ id }) => id === lesson.id);
  const lessons = isInUse ? others : [...others, lesson];
  // The starts differ by their rules alone.
  const isSame = !lessons.some(({ injectOn }) => injectOn.some((each) => each.endsWith("Start")));
  const key = `${isSame ? "" : point} ${project ?? ""}`;
  const every = isInUse
    ? remembered(here, key, () => plan(others))
    : rememberedWith(lesson, here, key, () => plan(lessons));
  return every.get(lesson.id) ?? never;
}

type Plan = ReturnType<typeof sessionsBetween>;

function remembered(here: Circumstances, key: string, plan: () => Plan): Plan {
  const known = plans.get(here) ?? new Map<string, Plan>();
  plans.set(here, known);
  const every = known.get(key) ?? plan();
  known.set(key, every);
  return every;
}

/** Of the lessons that are not in use only the last one's: there may be thousands. */
function rememberedWith(
  lesson: ReadyLesson,
  here: Circumstances,
  key: string,
  plan: () => Plan,
): Plan {
  if (latest?.lesson !== lesson || latest.here !== here)
    latest = { lesson, here, plans: new Map() };
  const every = latest.plans.get(key) ?? plan();
  latest.plans.set(key, every);
  return every;
}

let latest:
  | {
      readonly lesson: ReadyLesson;
      readonly here: Circumstances;
      readonly plans: Map<string, Plan>;
    }
  | undefined;

const plans = new WeakMap<Circumstances, Map<string, Plan>>();
