import { isBetweenWords, isCharacter } from "./atom.ts";
import { prefilterLines, sharperLines, type Expression } from "./grep-lines.ts";

/** What a lesson asks of a payload. */
interface Asking {
  readonly expressions: readonly Expression[];
  /** Where they say more at a second look. */
  readonly sharper?: readonly Expression[];
}

/** The lines of the first look, and those of the second where they tell more. */
export interface Looks {
  readonly first: readonly string[];
  readonly second?: readonly string[];
}

/** Lessons that ask for the same program, with their lines. */
export interface Family<Lesson extends Asking> extends Looks {
  readonly lessons: readonly Lesson[];
}

/**
 * The lessons by what they begin with: whoever leaves some of them out makes the lines of their families anew, and takes those of
 * the others as they are. Making all lines takes longer than the rest of a call.
 */
export function familiesOf<Lesson extends Asking>(
  lessons: readonly Lesson[],
): readonly Family<Lesson>[] {
  const families = Map.groupBy(lessons, ({ expressions }) => beginningOf(expressions[0]));
  return [...families.values()].map((members) => ({ ...looksFor(members), lessons: members }));
}

function beginningOf(expression: Expression | undefined): string {
  const { atoms = [] } = expression ?? {};
  const end = atoms.findIndex(isBetweenWords);
  return (end < 0 ? atoms : atoms.slice(0, end)).filter(isCharacter).join("");
}

/** What may concern one of these lessons, of all families together. */
export function looksAt<Lesson extends Asking>(
  families: readonly Family<Lesson>[],
  isOpen: (lesson: Lesson) => boolean,
): Looks {
  const looks = families.map((family): Looks => {
    const open = family.lessons.filter(isOpen);
    return open.length === family.lessons.length ? family : looksFor(open);
  });
  const first = [...new Set(looks.flatMap((look) => look.first))];
  if (looks.every(({ second }) => second === undefined)) return { first };
  return { first, second: [...new Set(looks.flatMap((look) => look.second ?? look.first))] };
}

function looksFor(lessons: readonly Asking[]): Looks {
  const first = prefilterLines(lessons.flatMap(({ expressions }) => expressions));
  const second = sharperLines(lessons.flatMap((each) => each.sharper ?? each.expressions));
  return second === undefined ? { first } : { first, second };
}
