import { kinds, type Kind } from "../../core/body.ts";

/** What a block must say to be whole, by kind. Each field with the other names that are read for it. */
export interface AskedOfKind {
  /** The field that the content is when it is no list of fields. */
  readonly mainField: string;
  /** The body's field that tells best what the lesson is about. */
  readonly titleField: string;
  readonly asked: readonly (readonly string[])[];
}

export const askedOf: Readonly<Record<Kind, AskedOfKind>> = {
  checklist: { mainField: "items", titleField: "title", asked: [["title"], ["items"]] },
  pattern: {
    mainField: "action",
    titleField: "situation",
    asked: [
      ["situation", "when", "condition"],
      ["action", "then", "do"],
    ],
  },
  warning: {
    mainField: "risk",
    titleField: "risk",
    asked: [["risk", "condition", "consequence"], ["severity"], ["mitigation", "prevention"]],
  },
  requirement: {
    mainField: "constraint",
    titleField: "constraint",
    asked: [["constraint", "must"]],
  },
  pitfall: {
    mainField: "mistake",
    titleField: "mistake",
    asked: [
      ["mistake", "problem"],
      ["remediation", "fix", "solution"],
    ],
  },
  decision: { mainField: "decision", titleField: "decision", asked: [["context"], ["decision"]] },
  workflow: {
    mainField: "steps",
    titleField: "description",
    asked: [["description"], ["whentouse", "when"], ["steps"]],
  },
  procedure: {
    mainField: "steps",
    titleField: "description",
    asked: [["description"], ["whentouse", "when"], ["steps"]],
  },
};

/** A kind by any writing of its name: `CHECKLIST`, `Check-List`, and Devflow's `procedural`. */
export function parseKind(text: string): Kind | undefined {
  const name = squeezed(text);
  return name === "procedural" ? "procedure" : kinds.find((kind) => kind === name);
}

/** `trigger_conditions`, `triggerConditions` and `Trigger conditions` are one name. */
export function squeezed(name: string): string {
  return name.replaceAll(/[\s_-]/gu, "").toLowerCase();
}
