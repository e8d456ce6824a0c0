import { twins } from "../../store/store-links.ts";
import type { Examined } from "./finding.ts";
import { named } from "./named.ts";
import type { Patient } from "./patient.ts";

export function checkDuplicates({ open }: Patient): Examined {
  if (open === undefined) return { findings: [] };
  const groups = twins(open.workshop.database);
  return {
    findings: groups.slice(0, mostShown).map((slugs) => ({
      check: "duplicates",
      severity: "note",
      text: `these say the same: ${named(slugs)}`,
      hint: `keep one: lessons archive ${slugs.at(-1)} --reason duplicate`,
    })),
  };
}

const mostShown = 5;
