import type { LessonDraft } from "../core/draft.ts";
import { describeIssues } from "../system/describe-issues.ts";
import { Fault } from "../system/fault.ts";
import { lessonDraftSchema } from "../system/lesson-schema.ts";
import { checkTriggers, flagUnproven, type TriggerProblem } from "./check-triggers.ts";

export type DraftReading =
  | { readonly draft: LessonDraft }
  /** Sentences, each naming the key. */
  | { readonly problems: readonly string[] };

/** A draft from outside, or everything that is wrong with its shape. */
export function readDraft(value: unknown): DraftReading {
  const checked = lessonDraftSchema.safeParse(value);
  if (!checked.success) return { problems: describeIssues(checked.error) };
  const problem = holdProblem(checked.data);
  return problem === undefined ? { draft: checked.data } : { problems: [problem] };
}

/** A draft that may be stored: its shape and its patterns are right. Otherwise a fault that names the place. */
export async function requireDraft(value: unknown, place: string): Promise<LessonDraft> {
  const reading = readDraft(value);
  if ("problems" in reading) {
    throw new Fault("bad-input", `${place}: ${reading.problems.join("; ")}`, {
      hint: "docs/lesson-format.md describes every field; lessons add --help shows examples",
    });
  }
  const report = await checkTriggers(reading.draft.triggers ?? {});
  const [first] = report.problems;
  if (first !== undefined) throw patternFault(place, first);
  return { ...reading.draft, flags: flagUnproven(reading.draft.flags ?? [], report) };
}

export function patternFault(
  place: string,
  { field, pattern, problem, hint }: TriggerProblem,
): Fault {
  return new Fault("bad-input", `${place}: ${field}: ${quote(pattern)} ${problem}`, { hint });
}

/** Long patterns are cut: the message has to stay readable. */
function quote(pattern: string): string {
  return JSON.stringify(pattern.length > 120 ? `${pattern.slice(0, 120)}…` : pattern);
}

/** A refusal without a pattern would refuse everything: one project's editor was bricked that way. */
function holdProblem(draft: LessonDraft): string | undefined {
  if (draft.delivery !== "hold") return undefined;
  const { commandPatterns = [], contentPatterns = [] } = draft.triggers ?? {};
  if (commandPatterns.length + contentPatterns.length > 0) return undefined;
  return "delivery hold needs a command or content pattern";
}
