import { languageOfProgram, languagesOfFiles, toolTag } from "../../lesson/record/language-tags.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { Tag } from "../../lesson/record/tag.ts";
import { backtestHistory } from "../../measure/backtest/run-backtest.ts";
import type { Context } from "../../platform/context.ts";

/**
 * The lessons that this person's own calls speak for: they would have fired at one of them. The ledger keeps no
 * contents, so a lesson about what is written into a file counts where its files, or files of its language, were worked
 * on; one for the start of a session counts where its program was used. A lesson that the history says nothing about is
 * homework, however true it is.
 */
export function concerningLessons(
  context: Pick<Context, "database" | "config">,
  lessons: readonly Lesson[],
): readonly Lesson[] {
  const met = new Set<string>();
  const { lessons: tested } = backtestHistory(
    context,
    lessons.map(asFarAsSeen),
    {},
    {
      isStored: false,
      onCall: ({ path, head }) => {
        const [program = ""] = head.split(" ");
        for (const tag of path === null ? tagsOfProgram(program) : languagesOfFiles([path])) {
          met.add(tag);
        }
      },
    },
  );
  const isConcerned = new Set(
    tested
      .filter(({ lesson: { tags }, backtest: { replay } }) =>
        replay.hasUnseen || replay.isOutOfReach
          ? tags.some((tag) => met.has(tag))
          : replay.fired > 0,
      )
      .map(({ lesson }) => lesson.id),
  );
  return lessons.filter(({ id }) => isConcerned.has(id));
}

function tagsOfProgram(program: string): readonly Tag[] {
  const tool = toolTag(program);
  return [...languageOfProgram(program), ...(tool === undefined ? [] : [tool])];
}

/** Where a lesson names files, its contents are left out: the files say enough about whether it is of any use. */
function asFarAsSeen(lesson: Lesson): Lesson {
  const { triggers } = lesson;
  if (triggers.pathPatterns.length === 0) return lesson;
  return { ...lesson, triggers: { ...triggers, contentPatterns: [] } };
}
