import type { Flag } from "../../core/lesson.ts";
import { joinFields, joinTexts, saidIn } from "./already-said.ts";
import type { Note } from "./foreign-entry.ts";
import { asText, firstText, type LooseObject } from "./loose-json.ts";
import type { Said } from "./summarise.ts";

/** What a lesson of lessons-learned says, or why it says too little. */
export type LessonBody =
  | { readonly said: Said; readonly title: string; readonly flags: readonly Flag[] }
  | { readonly problem: string };

/**
 * All of the documents' names for the two halves are read. A manifest may have neither: then the
 * summary and the text that it injected stand in for them.
 */
export function readLessonBody(entry: LooseObject, isCandidate: boolean, note: Note): LessonBody {
  const summary = asText(entry["summary"]);
  const given = joinFields(entry, "mistake", "problem");
  const mistake = given ?? summary;
  if (mistake === undefined) {
    return { problem: "it does not say what goes wrong (mistake or problem)" };
  }

  const advice = joinFields(entry, "remediation", "fix", "solution") ?? injectedAdvice(entry, note);
  if (advice === undefined && !isCandidate) {
    return { problem: "it does not say what to do instead (remediation, fix or solution)" };
  }
  if (given === undefined) note("It does not say what goes wrong, so its summary stands there.");
  if (advice === undefined) {
    note("It does not say what to do instead: write that when you review it.");
  }

  const remediation = advice ?? unknownRemediation;
  const whole = joinTexts(remediation, asText(entry["blockReason"])) ?? remediation;
  return {
    said: { kind: "pitfall", body: { mistake, remediation: whole } },
    title: summary ?? mistake,
    flags: advice === undefined ? ["needsHumanFix"] : [],
  };
}

/** Never delivered: only candidates get it, and they are flagged for a person to write the fix. */
const unknownRemediation = "Not known yet.";

/** The lines of what the old hook showed that the lesson does not say itself. */
export function unsaidInjection(entry: LooseObject, lessonText: string): string | undefined {
  const injection = firstText(entry, "injection", "message") ?? "";
  const isInLesson = saidIn(lessonText);
  const lines = new Set(injection.split("\n").map((line) => line.replace(decoration, "").trim()));
  return asText([...lines].filter((line) => !isInLesson(line)).join("\n"));
}

/** `## Lesson: ` and `**Fix**: ` are how the old builder dressed up the fields. */
const decoration = /^(?:#+ *)?(?:Lesson: *|\*\*Fix\*\*: *)?/u;

function injectedAdvice(entry: LooseObject, note: Note): string | undefined {
  const injection = firstText(entry, "injection", "message");
  const advice = asText(injection?.replace(/^#.*(?:\n|$)/u, ""));
  if (advice !== undefined) {
    note("It does not say what to do instead, so the text that it injected stands there.");
  }
  return advice;
}
