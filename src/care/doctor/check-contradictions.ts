import { bodyText } from "../../lesson/record/body.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import { jaccard, tokenSet } from "../../lesson/likeness/similarity.ts";
import type { Examined, Finding } from "./finding.ts";
import type { ActiveLesson, Checkup } from "./checkup.ts";

/** Pairs of lessons that advise against each other where both hold: the agent would be told both. */
export function checkContradictions({ open }: Checkup): Examined {
  const lessons = (open?.active ?? [])
    .toSorted((one, other) => other.lesson.priority - one.lesson.priority)
    .slice(0, mostCompared)
    .map(adviceOf);
  const deadline = performance.now() + patienceMs;
  const findings: Finding[] = [];
  for (const [index, one] of lessons.entries()) {
    if (performance.now() > deadline) break;
    for (const other of lessons.slice(index + 1)) {
      if (findings.length >= mostShown) return { findings };
      if (!isContradiction(one, other)) continue;
      findings.push({
        check: "contradiction",
        severity: "warning",
        text: `${one.slug} and ${other.slug} advise against each other`,
        hint: "keep one, or say in both when it holds: lessons archive <slug> --reason …",
        slugs: [one.slug, other.slug],
      });
    }
  }
  return { findings };
}

/** Every pair is compared, the most important lessons first: with very many it would take too long. */
const patienceMs = 2000;
const mostCompared = 1000;
const mostShown = 5;
/** Opposite advice is about the same thing, so that it shares words. Comparing words is quick. */
const leastAlike = 0.15;

interface Advice {
  readonly slug: string;
  readonly scope: string;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function adviceOf({ lesson }: ActiveLesson): Advice {
  const text =
    "remediation" in lesson.body ? lesson.body.remediation : bodyText(lesson.kind, lesson.body);
  return { slug: lesson.slug, scope: lesson.scope, text, words: tokenSet(text) };
}

function isContradiction(one: Advice, other: Advice): boolean {
  const canMeet = one.scope === other.scope || one.scope === "global" || other.scope === "global";
  return (
    canMeet &&
    jaccard(one.words, other.words) >= leastAlike &&
    isOppositeAdvice(one.text, other.text)
  );
}
