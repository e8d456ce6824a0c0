import type { LessonStats } from "../stats/lesson-stats.ts";
import { bar } from "../../cli/bar.ts";
import { grouped, hang, plural } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import { recurrenceWords } from "./recurrence-words.ts";

/** The lessons that were told, those that help apart from those that do not. */
export function lessonSections(
  lessons: readonly LessonStats[],
  look: Look,
): readonly (readonly string[])[] {
  const told = lessons.filter(({ effects }) => effects.delivered > 0);
  const groups = groupTitles.map(([standing, title]) => {
    const own = told.filter((lesson) => lesson.standing === standing);
    return own.length === 0 ? [] : [look.style("bold", title), ...groupRows(own, look)];
  });
  const isAnyCounted = told.some(({ recurrence }) => recurrence !== null);
  const note = look.style("dim", regression);
  return [...groups, isAnyCounted ? [hang("", note, { column: 0, width: look.width })] : []];
}

const groupTitles = [
  ["helps", "Lessons that help"],
  ["does-not-help", "Lessons that do not help"],
  ["too-early", "Too early to say"],
] as const;

const mostLessons = 10;

const regression =
  "A lesson is made right after its mistake, so that some fall is to be expected in any case (docs/effect.md).";

function groupRows(lessons: readonly LessonStats[], look: Look): readonly string[] {
  const more = lessons.length - mostLessons;
  return [
    ...lessons.slice(0, mostLessons).flatMap((lesson) => oneLesson(lesson, look)),
    ...(more > 0 ? [look.style("dim", `  and ${grouped(more)} more: lessons stats --json`)] : []),
  ];
}

function oneLesson(
  { lesson, effects, feedback, recurrence }: LessonStats,
  look: Look,
): readonly string[] {
  const { heeded, repeated, overruled, unclear, delivered } = effects;
  const line = (text: string) => hang("", text, { column: 4, width: look.width });
  const counts = [
    `${grouped(heeded)} of ${grouped(delivered)} heeded`,
    `${grouped(repeated)} repeated`,
    `${grouped(overruled)} overruled`,
    `${grouped(unclear)} unclear`,
  ];
  return [
    `  ${lesson.slug}`,
    line(`${bar(heeded, delivered, barWidth)}  ${counts.join(", ")}${feedbackWords(feedback)}`),
    ...(recurrence === null ? [] : [line(recurrenceWords(recurrence, look))]),
  ];
}

const barWidth = 10;

function feedbackWords({ helpful, notHelpful }: LessonStats["feedback"]): string {
  const said = [
    ...(helpful > 0 ? [`helpful ${plural(helpful, "time")}`] : []),
    ...(notHelpful > 0 ? [`not helpful ${plural(notHelpful, "time")}`] : []),
  ];
  return said.length === 0 ? "" : `; called ${said.join(", ")}`;
}
