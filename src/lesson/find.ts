import { toFullRecord, type FullRecord } from "./record/record.ts";
import type { Lesson } from "./record/lesson.ts";
import type { Database } from "../platform/database/database.ts";
import { historyOf } from "./table/history.ts";
import { findLesson, lessonNumber, slugsStartingWith, slugsWith } from "./table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import type { Context } from "../platform/context.ts";

/** The lesson that a person named by slug, by id, or by a beginning that only one slug has. */
export function requireLesson(database: Database, name: string): Lesson {
  const exact = findLesson(database, name);
  if (exact !== undefined) return exact;
  const beginning = name === "" ? [] : slugsStartingWith(database, name, mostMatches);
  const [only, ...others] = beginning;
  const byBeginning =
    only !== undefined && others.length === 0 ? findLesson(database, only) : undefined;
  if (byBeginning !== undefined) return byBeginning;
  // What only contains it is offered, and never taken for what was meant.
  const near =
    beginning.length > 0 || name === "" ? beginning : slugsWith(database, name, mostMatches);
  if (near.length > 0) throw new SeveralLessons(name, near);
  throw new Fault("no-such-lesson", `there is no lesson "${name}"`, {
    hint: `lessons list ${name.replaceAll("-", " ")}`.trim(),
  });
}

/** A name that may mean any of these lessons. On a terminal a person is asked which. */
export class SeveralLessons extends Fault {
  readonly typed: string;
  readonly slugs: readonly string[];

  constructor(typed: string, slugs: readonly string[]) {
    const some = slugs.slice(0, mostNamed);
    const count = slugs.length < mostMatches ? String(slugs.length) : `more than ${mostNamed}`;
    const what = slugs.length === 1 ? "1 lesson contains" : `${count} lessons match`;
    super("no-such-lesson", `${what} "${typed}":\n${some.join("\n")}`, {
      hint: "type more of the name",
    });
    this.typed = typed;
    this.slugs = some;
  }
}

const mostNamed = 12;
const mostMatches = mostNamed + 1;

/** A lesson with all that happened to it. */
export function showLesson({ database }: Pick<Context, "database">, name: string): FullRecord {
  const lesson = requireLesson(database, name);
  return toFullRecord(lesson, historyOf(database, lessonNumber(database, lesson.id)));
}
