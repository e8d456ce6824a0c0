import { makeLesson } from "../../src/lesson/add.ts";
import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import { countingSystem } from "./store.ts";

type PitfallDraft = Extract<LessonDraft, { readonly kind: "pitfall" }>;

/** A pitfall as a draft; no two say the same. */
export function pitfall(change: Partial<PitfallDraft> = {}): PitfallDraft {
  const mistake = `it goes wrong for the reason ${reasons++}`;
  return {
    kind: "pitfall",
    summary: "something goes wrong",
    body: { mistake, remediation: "do it right" },
    ...change,
  };
}

let reasons = 0;
const system = countingSystem();

/** A lesson that is in no store: active since noon unless the draft says something else. */
export function loneLesson(change: Partial<PitfallDraft> = {}): Lesson {
  const usual = { by: "person", priority: 7, confidence: 1, source: "manual" } as const;
  return makeLesson(pitfall(change), { status: "active", ...usual }, system);
}
