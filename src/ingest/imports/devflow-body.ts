import { joinTexts } from "./already-said.ts";
import type { Note } from "./foreign-entry.ts";
import { labelledParts } from "./labelled-parts.ts";
import { present } from "./loose-json.ts";
import { readSteps } from "./steps.ts";
import type { Said } from "./summarise.ts";

export const observationTypes = ["workflow", "procedural", "decision", "pitfall"] as const;
export type ObservationType = (typeof observationTypes)[number];

/** The two texts of an observation. */
interface Told {
  /** Devflow's `pattern`: what it is, in a line. */
  readonly title: string;
  readonly details: string;
  readonly note: Note;
}

/**
 * What an observation says. Details mostly name their parts (`context: …; decision: …`); where
 * they do not, the title and the details are the two halves.
 */
export function readObservationBody(type: ObservationType, told: Told): Said {
  switch (type) {
    case "decision":
      return readDecision(told);
    case "pitfall":
      return readPitfall(told);
    case "workflow": {
      const { description, whenToUse, steps } = readSequence(told, workflowLabels);
      return { kind: "workflow", body: { description, whenToUse, steps } };
    }
    case "procedural": {
      const { description, whenToUse, ironLaw, steps } = readSequence(told, procedureLabels);
      return {
        kind: "procedure",
        body: { description, whenToUse, ...present({ ironLaw }), steps },
      };
    }
  }
}

/** Devflow's own decision records have the rationale as their consequences. */
function readDecision({ title, details }: Told): Said {
  const { opening, parts } = labelledParts(details, decisionLabels);
  if (parts.size === 0) return { kind: "decision", body: { context: details, decision: title } };
  const area = parts.get("area");
  const consequences = joinTexts(parts.get("consequences"), parts.get("rationale"));
  return {
    kind: "decision",
    body: {
      context: joinTexts(opening, parts.get("context"), parts.get("alternatives")) ?? title,
      decision: parts.get("decision") ?? title,
      ...present({ consequences, area }),
    },
  };
}

const decisionLabels = ["context", "decision", "rationale", "consequences", "alternatives", "area"];

function readPitfall({ title, details, note }: Told): Said {
  const { opening, parts } = labelledParts(details, pitfallLabels);
  const issue = joinTexts(parts.get("issue"), parts.get("problem"), parts.get("mistake"));
  const fix = joinTexts(parts.get("resolution"), parts.get("solution"), parts.get("fix"));
  if (issue === undefined && fix === undefined) {
    return { kind: "pitfall", body: { mistake: title, remediation: details } };
  }
  if (fix === undefined) note("Its details name no resolution, so its title stands there.");
  const impact = parts.get("impact");
  const area = parts.get("area");
  return {
    kind: "pitfall",
    body: {
      mistake: joinTexts(opening, issue) ?? title,
      remediation: fix ?? title,
      ...present({ area, impact }),
    },
  };
}

const pitfallLabels = [
  "area",
  "issue",
  "problem",
  "mistake",
  "impact",
  "resolution",
  "solution",
  "fix",
];

function readSequence({ title, details }: Told, labels: readonly string[]) {
  const { opening, parts } = labelledParts(details, labels);
  const labelled = parts.get("steps");
  const sequence = readSteps(labelled ?? (opening === "" ? details : opening));
  const use = joinTexts(parts.get("when to use"), parts.get("when"), parts.get("trigger"));
  const before = joinTexts(labelled === undefined ? undefined : opening, sequence.opening);
  return {
    description:
      joinTexts(parts.get("description"), use === undefined ? undefined : before) ?? title,
    whenToUse: use ?? before ?? title,
    ironLaw: parts.get("iron law"),
    steps: sequence.steps,
  };
}

const workflowLabels = ["description", "when to use", "when", "trigger", "steps"];
const procedureLabels = [...workflowLabels, "iron law"];
