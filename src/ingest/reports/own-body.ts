import { asList, asText, firstText, present, type LooseObject } from "../imports/loose-json.ts";
import { joinFields } from "../imports/already-said.ts";
import { readSteps } from "../imports/steps.ts";
import type { Flag } from "../../core/lesson.ts";
import type { Kind } from "../../core/body.ts";
import type { ProcessType } from "../../core/process-type.ts";
import type { Said } from "../imports/summarise.ts";
import { reportedPitfall } from "./reported-pitfall.ts";

export type OwnBody =
  | { readonly said: Said; readonly flags: readonly Flag[] }
  | { readonly problem: string };

/** The body of a block whose kind Triads does not have. `label` stands in for what the thing is. */
export function readOwnBody(
  kind: Exclude<Kind, ProcessType>,
  content: LooseObject,
  label: string | undefined,
): OwnBody {
  switch (kind) {
    case "pitfall": {
      const mistake = joinFields(content, "mistake", "problem") ?? label;
      if (mistake === undefined) return { problem: "it does not say what goes wrong (mistake)" };
      const fix = joinFields(content, "remediation", "fix", "solution");
      return reportedPitfall({
        mistake,
        fix,
        area: firstText(content, "area"),
        impact: firstText(content, "impact"),
      });
    }
    case "decision": {
      const context = firstText(content, "context", "description");
      const decision = firstText(content, "decision") ?? label;
      if (decision === undefined) return { problem: "its decision does not say what was decided" };
      if (context === undefined) return { problem: "its decision has no context" };
      const consequences = joinFields(content, "consequences", "rationale");
      const area = firstText(content, "area");
      const body = { context, decision, ...present({ consequences, area }) };
      return { said: { kind, body }, flags: [] };
    }
    case "workflow":
    case "procedure": {
      const steps = readStepList(content["steps"]);
      const description = firstText(content, "description") ?? label;
      const whenToUse = firstText(content, "whentouse", "when");
      if (steps.length === 0) return { problem: `its ${kind} has no steps` };
      if (description === undefined) return { problem: `its ${kind} has no description` };
      if (whenToUse === undefined) return { problem: `its ${kind} does not say when to use it` };
      const body = { description, whenToUse, steps };
      if (kind === "workflow") return { said: { kind, body }, flags: [] };
      const ironLaw = firstText(content, "ironlaw");
      return { said: { kind, body: { ...body, ...present({ ironLaw }) } }, flags: [] };
    }
  }
}

function readStepList(value: unknown): readonly string[] {
  const list = asList(value);
  if (list !== undefined) return list.map(asText).filter((step) => step !== undefined);
  const text = asText(value);
  return text === undefined ? [] : readSteps(text).steps;
}
