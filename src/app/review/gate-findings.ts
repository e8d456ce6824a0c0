import { existsSync } from "node:fs";
import type { ReviewCard } from "../../core/review/review-card.ts";
import { findGateProject } from "../gates/gate-project.ts";
import type { Workshop } from "../workshop.ts";

/** The cards with what reviews by gates say about their lessons. Where there is nothing to say, nothing is read. */
export async function withGateFindings(
  workshop: Workshop,
  cards: readonly ReviewCard[],
): Promise<readonly ReviewCard[]> {
  if (cards.length === 0 || !(isRequired(workshop) || hasReviews(workshop))) return cards;
  const { lessonGates } = await import("../gates/lesson-gates.ts");
  const gates = lessonGates(workshop);
  return cards.map((card) => {
    const findings = gates.findings(card.lesson);
    const unmet = gates
      .unmet(card.lesson)
      .map(({ gate, why }) => `${gate} ${why}: approving it needs --force`);
    return {
      ...card,
      ...(findings.length === 0 ? {} : { gates: findings }),
      warnings: [...card.warnings, ...unmet],
    };
  });
}

function isRequired({ config }: Workshop): boolean {
  return config.gates.required.length > 0;
}

function hasReviews({ place }: Workshop): boolean {
  const project = place === undefined ? undefined : findGateProject(place);
  return project !== undefined && existsSync(project.database);
}
