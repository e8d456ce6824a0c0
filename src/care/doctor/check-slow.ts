import { slowLessons } from "../../deliver/compile/current-cache.ts";
import type { Examined } from "./finding.ts";
import { named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** Lessons that the hook leaves out because they once used up its time. */
export function checkSlow({ open, paths }: Checkup): Examined {
  const isTooSlow = slowLessons(paths);
  const slow = (open?.active ?? []).filter(({ ready }) => isTooSlow(ready));
  if (slow.length === 0) return { findings: [] };
  const slugs = slow.map(({ lesson }) => lesson.slug);
  return {
    findings: [
      {
        check: "slow",
        severity: "warning",
        text: `left out of delivery because they used up the hook's time: ${named(slugs)}`,
        hint: `lessons compile gives them another chance; better is a simpler pattern: lessons edit ${slugs[0]} commandPatterns …`,
        slugs,
      },
    ],
  };
}
