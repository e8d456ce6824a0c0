import { demandOf } from "../../match/prefilter/prefilter.ts";
import { toolBuckets } from "../../match/tool-bucket.ts";
import type { Examined } from "./finding.ts";
import { named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** Lessons of which nothing can be told without Node, so that it starts at every call of their tools. */
export function checkBlunt({ open }: Checkup): Examined {
  const blunt = (open?.active ?? []).flatMap(({ ready }) => {
    const buckets = toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt);
    return buckets.length === 0 ? [] : [{ slug: ready.slug, tools: buckets.join(", ") }];
  });
  if (blunt.length === 0) return { findings: [] };
  return {
    findings: [
      {
        check: "blunt",
        severity: "warning",
        text: `every call of these tools starts Node: ${named(blunt.map(({ slug, tools }) => `${slug} (${tools})`))}`,
        hint: "give it a command, path or content pattern with a word in it",
        slugs: blunt.map(({ slug }) => slug),
      },
    ],
  };
}
