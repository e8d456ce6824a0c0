import type { Lesson } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";
import { chosenRepairs } from "./chosen-repairs.ts";
import { openOffers, overviewPlace } from "./overview.ts";
import { callsForRepair, repairOffers, type RepairOffer } from "./repair-offers.ts";

/** The repairs that would do what these lessons only ask for, as far as none of them is on. */
export function offersFor(
  { database, place }: Pick<Context, "database" | "place">,
  home: string,
  lessons: readonly Pick<Lesson, "about" | "scope">[],
): readonly RepairOffer[] {
  const wanted = lessons.filter(({ about }) => about !== undefined && callsForRepair(about));
  if (wanted.length === 0 || place === undefined) return [];
  const all = repairOffers(database, overviewPlace(home, place));
  // One is enough, and the other does more.
  const offers = all.filter(({ name }) => name !== "zsh-equals");
  return openOffers(chosenRepairs(home).chosen, offers).filter((offer) =>
    wanted.some(
      ({ about, scope }) =>
        offer.facts.some((fact) => fact === about) &&
        (offer.scope === "machine" || offer.scope === scope),
    ),
  );
}
