import type { Lesson, LessonId } from "../../core/lesson.ts";
import type { Opinion } from "../../core/review/opinion.ts";
import type { RefusedItem } from "../../review/read-answer.ts";
import type { Database } from "../../store/database.ts";
import { findLesson } from "../../store/lessons.ts";
import { isTouchedByPerson } from "../../store/model-candidates.ts";

/** An opinion about a candidate that may be changed by one. */
export interface ChosenOpinion<Chosen extends Opinion = Opinion> {
  readonly opinion: Chosen;
  readonly lesson: Lesson;
}

export interface ChosenOpinions {
  /** By id, so that the order of an answer makes no difference. */
  readonly chosen: readonly ChosenOpinion[];
  readonly passedOver: readonly PassedOver[];
  readonly refused: readonly RefusedItem[];
}

/** A lesson that is left as it is, although the answer speaks of it. */
export interface PassedOver {
  readonly id: LessonId;
  readonly slug: string;
  readonly why: string;
}

/** Which opinions speak of a candidate that is still the model's to judge. */
export function chooseOpinions(database: Database, opinions: readonly Opinion[]): ChosenOpinions {
  const refused: RefusedItem[] = [];
  const about = new Map<
    LessonId,
    { readonly lesson: Lesson; readonly said: Map<string, Opinion> }
  >();
  for (const opinion of opinions) {
    const lesson = findLesson(database, opinion.id);
    if (lesson === undefined) {
      refused.push({ name: opinion.id, problems: ["there is no such candidate"] });
      continue;
    }
    const each = about.get(lesson.id) ?? { lesson, said: new Map<string, Opinion>() };
    about.set(lesson.id, each);
    const named = { ...opinion, id: lesson.id };
    each.said.set(JSON.stringify(named), named);
  }

  const chosen: ChosenOpinion[] = [];
  const passedOver: PassedOver[] = [];
  const inOrder = [...about.values()].toSorted((one, other) =>
    one.lesson.id < other.lesson.id ? -1 : 1,
  );
  for (const { lesson, said } of inOrder) {
    const { id, slug } = lesson;
    const why = whyLeft(database, lesson);
    const [opinion, ...others] = said.values();
    if (why !== undefined) passedOver.push({ id, slug, why });
    else if (others.length > 0)
      refused.push({ name: id, problems: ["the answer has two opinions about it"] });
    else if (opinion !== undefined) chosen.push({ opinion, lesson });
  }
  return { chosen, passedOver, refused };
}

function whyLeft(database: Database, { id, stage }: Lesson): string | undefined {
  if (stage.status !== "candidate") return `it is ${stage.status} already`;
  return isTouchedByPerson(database, id) ? "a person has had a hand in it" : undefined;
}
