import { namesakes } from "./store-links.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { ActiveLesson, Checkup } from "./checkup.ts";

/** Lessons of which the agent would be told the same twice, and names that differ in capitals alone. */
export function checkDuplicates({ open }: Checkup): Examined {
  if (open === undefined) return { findings: [] };
  const same = twins(open.active).map((slugs): Finding => ({
    check: "duplicates",
    severity: "note",
    text: `these say the same at the same calls: ${named(slugs)}`,
    hint: `keep one: lessons archive ${slugs.at(-1)} --reason duplicate`,
    slugs,
  }));
  const alike = namesakes(open.context.database).map((slugs): Finding => ({
    check: "duplicates",
    severity: "note",
    text: `these differ in capitals only: ${named(slugs)}`,
    hint: `keep one: lessons archive ${slugs.at(-1)} --reason duplicate`,
    slugs,
  }));
  return { findings: [...same.slice(0, mostShown), ...alike.slice(0, mostShown)] };
}

const mostShown = 5;

/** The hash is of the words and the trigger. In two different projects nobody is told both. */
function twins(active: readonly ActiveLesson[]): readonly (readonly string[])[] {
  const byContent = Map.groupBy(active, ({ lesson }) => lesson.contentHash);
  return [...byContent.values()]
    .flatMap((group) =>
      group.some(({ lesson }) => lesson.scope === "global")
        ? [group]
        : [...Map.groupBy(group, ({ lesson }) => lesson.scope).values()],
    )
    .filter(({ length }) => length > 1)
    .map((group) => group.map(({ lesson }) => lesson.slug).toSorted());
}
