import { cardLines } from "../../deliver/card/card-entries.ts";
import { readyForStarts } from "../../deliver/compile/make-ready.ts";
import { runningTrial } from "../../deliver/trial/trials.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";

/** What a session of a project hears at its start, one line each: rules first, then the card. */
export interface StartLines {
  readonly rules: readonly string[];
  readonly card: readonly string[];
}

export const noStartLines: StartLines = { rules: [], card: [] };

/**
 * For a file that is read in every session: all of it, without turns. What a running trial withholds from some sessions is not in it,
 * and neither is what only one agent's own sandbox, hooks or tools showed.
 */
export function startLines(
  { database, config }: Pick<Context, "database" | "config">,
  wanted: {
    readonly isScope: (scope: string) => boolean;
    readonly isSecret: (lesson: Lesson) => boolean;
  },
): StartLines {
  const { lessons, seen } = readyForStarts(database, config);
  const secrets = seen.flatMap(({ lesson }) => (wanted.isSecret(lesson) ? [lesson.id] : []));
  const hidden = new Set<LessonId>([...secrets, ...(runningTrial(database)?.lessons ?? [])]);
  const isShown = (ids: readonly LessonId[]) => !ids.some((id) => hidden.has(id));
  const entries = Object.entries(cardLines(database, seen))
    .filter(([scope]) => wanted.isScope(scope))
    .flatMap(([, lines]) => lines)
    .filter((entry) => entry.agents === undefined && isShown(entry.lessons))
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, mostLines);
  const onCard = new Set(entries.flatMap((entry) => entry.lessons));
  const rules = lessons.filter(
    ({ id, scope }) => wanted.isScope(scope) && isShown([id]) && !onCard.has(id),
  );
  return {
    rules: rules.slice(0, mostLines).map(({ notice }) => notice),
    card: entries.map(({ line }) => line),
  };
}

/** An agent reads such a file in every session, whatever it is about. */
const mostLines = 20;
