import { frameOverheadBytes } from "../../agents/our-text/frame.ts";
import type { Slug } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";
import type { Paths } from "../../platform/paths.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { readyLessons } from "../compile/make-ready.ts";
import { sessionsBegun } from "./session-turn.ts";
import { utf8Length } from "../plan/budget.ts";
import { runningTrial } from "../trial/trials.ts";
import { cardLines } from "./card-entries.ts";
import { cardFor, cardText, crowdedOut, planStart, type CardEntry } from "./start-plan.ts";

/** What the next session of a project is shown at its start. */
export interface ProjectCard {
  /** The lines, as they come. */
  readonly card: readonly CardLine[];
  /** Lines that found no room this time. */
  readonly later: readonly CardLine[];
  readonly bytes: number;
  /** Lessons for the start that cannot come once in every three sessions, because there is too little room. */
  readonly crowdedOut: readonly Slug[];
  /** Lines that a trial withholds, each in so many of 100 sessions. Null where none runs. */
  readonly trial: { readonly lines: number; readonly percent: number } | null;
}

interface CardLine {
  readonly line: string;
  readonly lessons: readonly Slug[];
}

/** The card of a project's next session, from the store and not from the cache. */
export function projectCard(
  { database, config }: Pick<Context, "database" | "config">,
  { home }: Pick<Paths, "home">,
  project: string,
): ProjectCard {
  const { lessons, seen } = readyLessons(database, config);
  const slugs = new Map(lessons.map(({ id, slug }) => [id, slug]));
  const supply = {
    lessons: lessons.filter(({ scope }) => !scope.startsWith("project:") || scope === project),
    card: cardFor(cardLines(database, seen), { agent: deliveryDoor.hook.name, project }),
    point: "SessionStart",
    mostBytes: config.injectionBudgetBytes,
    overheadBytes: frameOverheadBytes(),
  } as const;
  const { card } = planStart({ ...supply, turn: sessionsBegun({ folder: home }, project) });
  const trial = runningTrial(database);
  const tried = supply.card.filter((entry) =>
    entry.lessons.some((id) => trial?.lessons.includes(id)),
  );
  const said = ({ line, lessons: ids }: CardEntry) => ({
    line,
    lessons: ids.flatMap((id) => slugs.get(id) ?? []),
  });
  return {
    card: card.map(said),
    later: supply.card.filter((entry) => !card.includes(entry)).map(said),
    bytes: utf8Length(cardText(card)),
    crowdedOut: crowdedOut(supply).map(({ slug }) => slug),
    trial: trial === undefined ? null : { lines: tried.length, percent: trial.share / 10 },
  };
}
