import type { Examined } from "./finding.ts";
import { named } from "./named.ts";
import type { ActiveLesson, Checkup } from "./checkup.ts";

/** Lessons that come with every change of a file, whatever is written there. */
export function checkPathOnly({ open }: Checkup): Examined {
  const slugs = (open?.active ?? []).filter(isPathOnly).map(({ lesson }) => lesson.slug);
  if (slugs.length === 0) return { findings: [] };
  return {
    findings: [
      {
        check: "path-only",
        severity: "note",
        text: `only a path decides when these come, whatever is written there: ${named(slugs)}`,
        hint: "where that is too often: lessons edit <slug> contentPatterns … or contextKeywords …",
        slugs,
      },
    ],
  };
}

function isPathOnly({ lesson: { triggers } }: ActiveLesson): boolean {
  const { pathPatterns, commandPatterns, contentPatterns, actionKeywords, contextKeywords } =
    triggers;
  const others = [commandPatterns, contentPatterns, actionKeywords, contextKeywords];
  return pathPatterns.length > 0 && others.every(({ length }) => length === 0);
}
