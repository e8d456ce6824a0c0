import type { LessonDraft } from "./record/draft.ts";
import { isPlainlyLinear } from "../match/pattern/linear.ts";
import { patternProblem, readPattern } from "../match/pattern/pattern.ts";
import { plainLine, plainText } from "../redact/plain-text.ts";
import type { Triggers } from "./record/triggers.ts";
import { shortSummary } from "./outside/text.ts";
import { describeIssues } from "../platform/describe-issues.ts";
import { Fault } from "../platform/fault.ts";
import { globProblem } from "../platform/glob.ts";
import { lessonDraftSchema } from "./schema/lesson.ts";
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

/**
 * A derived draft with the same checks as a hand-written one. Its words come from a log and its patterns
 * from those words; a pattern that would not be accepted from a person is left out.
 */
export function soundDraft(draft: LessonDraft): LessonDraft {
  const { triggers = {} } = draft;
  const commandPatterns = triggers.commandPatterns?.filter(isSoundPattern);
  const pathPatterns = triggers.pathPatterns?.filter((glob) => globProblem(glob) === undefined);
  const sound: Partial<Triggers> = {
    ...triggers,
    ...(commandPatterns === undefined ? {} : { commandPatterns }),
    ...(pathPatterns === undefined ? {} : { pathPatterns }),
  };
  return {
    ...draft,
    summary: shortSummary(plainLine(draft.summary) || `a ${draft.kind} without words`).summary,
    body: cleanBody(draft.body),
    triggers: namesACall(sound) ? sound : { ...sound, injectOn: ["PreToolUse", "SessionStart"] },
  } as LessonDraft;
}

/**
 * What no call is about would never be told at one, so it is told at the start of a session. Whoever gives it
 * a pattern later need not think of that.
 */
function namesACall(triggers: Partial<Triggers>): boolean {
  return specificFields.some((field) => (triggers[field] ?? []).length > 0);
}

const specificFields = [
  "commandPatterns",
  "pathPatterns",
  "contentPatterns",
  "actionKeywords",
  "contextKeywords",
] as const satisfies readonly (keyof Triggers)[];

function isSoundPattern(pattern: string): boolean {
  return patternProblem(pattern) === undefined && isPlainlyLinear(readPattern(pattern));
}

function cleanBody(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [name, clean(value)]),
  );
}

function clean(value: unknown): unknown {
  // Control characters may have been all that there was.
  if (typeof value === "string") return plainText(value).slice(0, longestText) || "…";
  return Array.isArray(value) ? value.map(clean) : value;
}

const longestText = 4000;
