import { Fault } from "../../platform/fault.ts";
import { examine, type AreaFinding, type Examination, type ExaminationRequest } from "./examine.ts";
import { severities, type Area, type Examined } from "./finding.ts";

export interface Diagnosis extends Examination {
  /** What was put right before this look, in words. */
  readonly fixed: readonly string[];
  /** What could not be put right, and why. */
  readonly failed: readonly string[];
}

/** The diagnosis with one more thing that was looked at. */
export function withExamined(diagnosis: Diagnosis, area: Area, examined: Examined): Diagnosis {
  const more = examined.findings.map((finding) => ({ ...finding, area }));
  return {
    ...diagnosis,
    findings: worstFirst([...diagnosis.findings, ...more]),
    fine:
      examined.fine === undefined
        ? diagnosis.fine
        : [...diagnosis.fine, { area, text: examined.fine }],
  };
}

/** Examines, the worst first. With `isFixing` what can safely be put right is, and everything is looked at again. */
export async function diagnose(
  request: ExaminationRequest,
  { isFixing }: { readonly isFixing: boolean },
): Promise<Diagnosis> {
  const { fixed, failed } = isFixing
    ? await examine(request, ({ findings }) => applyFixes(findings))
    : { fixed: [], failed: [] };
  return examine(request, ({ findings, fine }) => ({
    findings: worstFirst(findings),
    fine,
    fixed,
    failed,
  }));
}

function applyFixes(findings: readonly AreaFinding[]): Pick<Diagnosis, "fixed" | "failed"> {
  const [fixed, failed]: [string[], string[]] = [[], []];
  for (const { fix } of findings) {
    if (fix === undefined) continue;
    try {
      fixed.push(fix());
    } catch (error) {
      if (!(error instanceof Fault) && !(error instanceof Error && "code" in error)) throw error;
      failed.push(error.message);
    }
  }
  return { fixed, failed };
}

function worstFirst(findings: readonly AreaFinding[]): readonly AreaFinding[] {
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ severity }: AreaFinding): number {
  return severities.indexOf(severity);
}
