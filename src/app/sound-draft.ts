import type { LessonDraft } from "../core/draft.ts";
import { isPlainlyLinear } from "../core/linear-pattern.ts";
import { patternProblem, readPattern } from "../core/pattern.ts";
import { plainLine, plainText } from "../core/plain-text.ts";
import type { Triggers } from "../core/triggers.ts";
import { globProblem } from "../system/glob.ts";
import { shortSummary } from "../ingest/imports/told-text.ts";

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
