import { checkTriggers, type TriggerReport } from "../../lesson/draft.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { ActiveLesson, Checkup } from "./checkup.ts";

/** Patterns are checked when they are saved; what came by other ways, or is older than a check, is found here. */
export async function checkPatterns({ open }: Checkup): Promise<Examined> {
  if (open === undefined) return { findings: [] };
  const deadline = performance.now() + patienceMs;
  const findings: Finding[] = open.unusable.map((slug) => ({
    check: "unusable",
    severity: "broken",
    text: `${slug} is not a lesson as we write them, and keeps the others from being compiled`,
    hint: `lessons archive ${slug} --reason broken`,
    slugs: [slug],
  }));
  const unproven = new Set(
    open.active.filter(({ lesson }) => lesson.flags.includes("unprovenPattern")).map(slugOf),
  );
  let unchecked = 0;
  for (const active of open.active) {
    if (performance.now() > deadline) unchecked += 1;
    else {
      const report = await checkTriggers(active.lesson.triggers);
      findings.push(...problemsOf(active, report));
      if (report.unproven.length > 0) unproven.add(slugOf(active));
    }
  }
  if (unproven.size > 0) {
    findings.push({
      check: "unproven-pattern",
      severity: "note",
      text: `patterns that could not be proven to be fast: ${named([...unproven])}`,
      hint: "lessons show has them; begin them with ^, and do not repeat what is already repeated",
      slugs: [...unproven],
    });
  }
  const fine = open.active.length === 0 ? "none active" : `${open.active.length} active, all sound`;
  return { findings, fine: unchecked > 0 ? `${fine} (${unchecked} not looked at)` : fine };
}

/** Proving that a pattern is fast can take long; with very many lessons some are left out. */
const patienceMs = 5000;

function problemsOf({ lesson }: ActiveLesson, { problems }: TriggerReport): readonly Finding[] {
  return problems.map(({ field, pattern, problem, isSlow }) => ({
    check: isSlow ? "slow-pattern" : "broken-pattern",
    severity: isSlow ? ("warning" as const) : ("broken" as const),
    text: `${lesson.slug}: ${JSON.stringify(pattern.slice(0, longestShown))} ${problem}`,
    hint: `lessons edit ${lesson.slug} ${field} …`,
    slugs: [lesson.slug],
  }));
}

const longestShown = 120;

function slugOf({ lesson }: ActiveLesson): string {
  return lesson.slug;
}
