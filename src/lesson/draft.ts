import { longestLine, type LessonDraft, type Flag } from "./record/lesson.ts";
import { isPlainlyLinear } from "../match/pattern/linear.ts";
import { patternProblem, breadthProblem } from "../match/pattern/breadth.ts";
import { readPattern, syntaxProblem } from "../match/pattern/pattern.ts";
import { asksAboutCall, conditionTable, declaredConditions } from "./record/conditions.ts";
import { plainLine, plainText } from "../redact/plain-text.ts";
import { type InjectionPoint, specificFields, type Triggers } from "./record/triggers.ts";
import { shortSummary } from "./outside/text.ts";
import { describeIssues } from "../platform/describe-issues.ts";
import { Fault } from "../platform/fault.ts";
import { globProblem } from "../platform/glob.ts";
import { plainWords } from "../shell/word.ts";
import { fix as fixSchema, lessonDraftSchema } from "./schema.ts";
import type { PatternSpeed } from "../match/pattern/speed.ts";

export type DraftReading =
  | { readonly draft: LessonDraft }
  /** Sentences, each naming the key. */
  | { readonly problems: readonly string[] };

/** A draft from outside, or everything that is wrong with its shape. */
export function readDraft(value: unknown): DraftReading {
  const checked = lessonDraftSchema.safeParse(value);
  if (!checked.success) return { problems: describeIssues(checked.error) };
  const problem = deliveryProblem(checked.data) ?? globProblemIn(checked.data);
  return problem === undefined ? { draft: checked.data } : { problems: [problem] };
}

/** A draft that may be stored: its shape and its patterns are right. Otherwise a fault that names the place. */
export async function requireDraft(value: unknown, place: string): Promise<LessonDraft> {
  const reading = readDraft(value);
  if ("problems" in reading) {
    throw new Fault("bad-input", `${place}: ${reading.problems.join("; ")}`, {
      hint: "see lessons add --help for examples, docs/lesson-format.md for every field",
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

function globProblemIn({ triggers = {} }: Pick<LessonDraft, "triggers">): string | undefined {
  for (const [field, values] of declaredConditions(triggers.conditions)) {
    if (conditionTable[field].isGlob !== true) continue;
    for (const glob of values) {
      const problem = globProblem(glob);
      if (problem !== undefined) return `conditions.${field}: ${quote(glob)} ${problem}`;
    }
  }
  return undefined;
}

/** A refusal without a pattern would refuse everything: one project's editor was bricked that way. */
export function deliveryProblem({
  delivery,
  triggers = {},
  fix,
}: Pick<LessonDraft, "delivery" | "triggers" | "fix">): string | undefined {
  const { commandPatterns = [], contentPatterns = [] } = triggers;
  if (delivery === "hold" && commandPatterns.length + contentPatterns.length === 0)
    return "delivery hold needs a command or content pattern";
  if (delivery !== "fix") return undefined;
  if (commandPatterns.length === 0) return "delivery fix needs a command pattern";
  if (fix?.how !== "instead" || fix.from === undefined)
    return "delivery fix needs a fix that replaces words, and this lesson has none; use hold to refuse the call";
  const part = [fix.from, fix.to].find((text) => plainWords(text) === undefined);
  if (part === undefined) return undefined;
  return `delivery fix replaces only plain words, and ${JSON.stringify(part)} has quotes, expansions or operators; use hold to refuse the call`;
}

/**
 * A derived draft with the same checks as a hand-written one. Its words come from a log and its patterns
 * from those words; a pattern that would not be accepted from a person is left out.
 */
export function soundDraft(draft: LessonDraft): LessonDraft {
  const { triggers = {} } = draft;
  const { commandPatterns = [], pathPatterns = [] } = triggers;
  const sound: Partial<Triggers> = {
    ...triggers,
    commandPatterns: commandPatterns.filter(isSoundPattern),
    pathPatterns: pathPatterns.filter((glob) => globProblem(glob) === undefined),
  };
  return {
    ...draft,
    summary: shortSummary(plainLine(draft.summary) || `a ${draft.kind} without words`).summary,
    body: cleanBody(draft.body),
    about:
      plainLine(draft.about ?? "")
        .slice(0, longestLine)
        .trim() || undefined,
    fix: fixSchema.safeParse(draft.fix).data,
    triggers: namesACall(sound)
      ? sound
      : { ...sound, injectOn: [callPoint(sound), "SessionStart"] },
  } as LessonDraft;
}

/** Whether it comes when a call is made or when it has failed is for whoever wrote it. */
function callPoint({ injectOn = [] }: Partial<Triggers>): InjectionPoint {
  return injectOn.includes("PostToolUseFailure") ? "PostToolUseFailure" : "PreToolUse";
}

/**
 * What no call is about would never be delivered at one, so it is delivered at the start of a session. Whoever gives it
 * a pattern later need not think of that.
 */
function namesACall(triggers: Partial<Triggers>): boolean {
  return (
    specificFields.some((field) => (triggers[field] ?? []).length > 0) ||
    asksAboutCall(triggers.conditions)
  );
}

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

/** What is wrong with the patterns of a lesson, and which could not be decided. */
export interface TriggerReport {
  readonly problems: readonly TriggerProblem[];
  readonly unproven: readonly string[];
}

export interface TriggerProblem {
  readonly field: "commandPatterns" | "contentPatterns" | "pathPatterns";
  readonly pattern: string;
  /** Goes on from the pattern: `is not a regular expression: …`. */
  readonly problem: string;
  readonly hint: string;
  /** It is a pattern, but one that could hang the agent. */
  readonly isSlow: boolean;
}

/**
 * Patterns are checked when they are saved, so that the hook can trust them. Their speed comes before whether
 * they say too little: that is tried on texts, and a slow one would not come back from there.
 */
export async function checkTriggers(triggers: Partial<Triggers>): Promise<TriggerReport> {
  const problems: TriggerProblem[] = [];
  const unproven: string[] = [];
  for (const field of ["commandPatterns", "contentPatterns"] as const) {
    for (const pattern of triggers[field] ?? []) {
      const unusable = (problem: string) =>
        problems.push({
          field,
          pattern,
          problem,
          hint: "use a pattern that names a command, such as ^git\\s+stash\\b",
          isSlow: false,
        });
      const noPattern = syntaxProblem(pattern);
      if (noPattern !== undefined) {
        unusable(noPattern);
        continue;
      }
      const verdict = await judge(pattern);
      if (verdict.speed === "super-linear" || verdict.speed === "undecided") {
        problems.push({ field, pattern, isSlow: true, ...tooSlow(verdict) });
        continue;
      }
      const saysNothing = breadthProblem(pattern);
      if (saysNothing !== undefined) unusable(saysNothing);
      else if (verdict.speed === "unproven") unproven.push(pattern);
    }
  }
  for (const glob of triggers.pathPatterns ?? []) {
    const problem = globProblem(glob);
    const hint = "for example **/package.json or src/**/*.ts";
    if (problem !== undefined)
      problems.push({ field: "pathPatterns", pattern: glob, problem, hint, isSlow: false });
  }
  return { problems, unproven };
}

/** The flag for a lesson whose patterns were accepted without proof. */
export function flagUnproven(flags: readonly Flag[], report: TriggerReport): readonly Flag[] {
  const others = flags.filter((flag) => flag !== "unprovenPattern");
  return report.unproven.length === 0 ? others : [...others, "unprovenPattern"];
}

const verdicts = new Map<string, PatternSpeed>();

/** Most commands check no pattern, so what judges them is only loaded for those that do. */
async function judge(pattern: string): Promise<PatternSpeed> {
  const known = verdicts.get(pattern);
  if (known !== undefined) return known;
  const { judgePatternSpeed } = await import("../match/pattern/speed.ts");
  const verdict = judgePatternSpeed(readPattern(pattern));
  verdicts.set(pattern, verdict);
  return verdict;
}

function tooSlow(verdict: Extract<PatternSpeed, { speed: "super-linear" | "undecided" }>): {
  readonly problem: string;
  readonly hint: string;
} {
  if (verdict.speed === "undecided")
    return {
      problem: "is too complex to check for speed",
      hint: "split it into shorter patterns, and avoid nested repetition",
    };
  return {
    problem: `can take ${verdict.complexity} time on a long text like ${JSON.stringify(verdict.text)}`,
    hint: "start it with ^ (each simple command is matched alone), and avoid nested repetition",
  };
}
