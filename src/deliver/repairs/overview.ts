import type { Place } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { userHome } from "../../platform/paths.ts";
import { learningPlace } from "../../platform/project/learning-place.ts";
import { knownProjects } from "../known-projects.ts";
import { type ChosenRepair, repairNames, repairs, type RepairName } from "./catalogue.ts";
import { chosenRepairs } from "./chosen-repairs.ts";
import { type OfferPlace, repairOffers, type RepairOffer } from "./repair-offers.ts";
import { safetyProblem } from "./safety.ts";

/** Every repair of the catalogue with what is on of it and what the store says about it. */
export interface RepairsOverview {
  readonly repairs: readonly RepairState[];
  /** What in the file of chosen repairs is not used, and why. */
  readonly problems: readonly string[];
}

export interface RepairState {
  readonly name: RepairName;
  readonly does: string;
  readonly on: readonly (Omit<ChosenRepair, "name"> & {
    /** As it is written. */
    readonly line: string;
    /** Why it is left out, where it is not safe any more. */
    readonly problem: string | null;
  })[];
  /** Values that facts call for and that are not on. */
  readonly offers: readonly Omit<RepairOffer, "name">[];
}

export function repairsOverview(database: Database, home: string, from: Place): RepairsOverview {
  const place = overviewPlace(home, from);
  const { chosen, problems } = chosenRepairs(home);
  const offers = openOffers(chosen, repairOffers(database, place));
  return {
    repairs: repairNames.map((name) => ({
      name,
      does: repairs[name].does,
      on: chosen
        .filter((each) => each.name === name)
        .map(({ value, scope }) => ({
          value,
          scope,
          line: repairs[name].line(value),
          problem: safetyProblem({ name, value }, place.safety) ?? null,
        })),
      offers: offers.filter((each) => each.name === name).map(({ name: _, ...rest }) => rest),
    })),
    problems,
  };
}

export function overviewPlace(home: string, { environment, workingDirectory }: Place): OfferPlace {
  const projects = Object.keys(knownProjects(home));
  return {
    environment,
    project: learningPlace(environment, workingDirectory),
    safety: { userHome: userHome(environment), projects },
  };
}

/** What is on already is not offered again, nor what another one does as well. */
export function openOffers(
  chosen: readonly ChosenRepair[],
  offers: readonly RepairOffer[],
): readonly RepairOffer[] {
  return offers.filter(
    ({ name, value, scope }) =>
      !chosen.some(
        (each) =>
          (each.name === name || (name === "zsh-equals" && each.name === "zsh-globs")) &&
          (each.scope === "machine" || each.scope === scope) &&
          (name !== "path" || each.value === value),
      ),
  );
}
