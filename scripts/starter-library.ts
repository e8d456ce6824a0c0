import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { starterFiles, starterFolder } from "../src/care/starter/import-starter.ts";
import { makeLesson } from "../src/lesson/add.ts";
import { requireDraft } from "../src/lesson/draft.ts";
import type { Lesson } from "../src/lesson/record/lesson.ts";
import { readLessonFile } from "../src/lesson/file/read.ts";

/** A starter lesson, and the calls that its author says it fires at and is silent at. */
export interface StarterLesson {
  readonly lesson: Lesson;
  readonly examples: StarterExamples;
  /** What the file says and the program does not take. */
  readonly remarks: readonly string[];
}

export interface StarterExamples {
  readonly fires: readonly ExampleCall[];
  readonly silent: readonly ExampleCall[];
}

/** A shell line, or what another tool is asked to do. */
export type ExampleCall =
  | string
  | { readonly tool: string; readonly path: string; readonly content?: string };

const root = join(import.meta.dirname, "..");

/** Every file of the library, by the rules for lessons that are written by hand. Throws at the first that breaks one. */
export async function readStarterLibrary(): Promise<readonly StarterLesson[]> {
  const lessons: StarterLesson[] = [];
  for (const { slug, path } of starterFiles(starterFolder(root))) {
    const text = readFileSync(path, "utf8");
    const reading = readLessonFile(text);
    if ("problem" in reading) throw new Error(`${slug}: ${reading.problem}`);
    const draft = await requireDraft({ ...reading.draft, slug }, slug);
    const lesson = makeLesson(draft, defaults, stoppedSystem);
    lessons.push({ lesson, examples: examplesIn(text), remarks: reading.remarks });
  }
  return lessons;
}

const defaults = {
  status: "candidate",
  by: "person",
  priority: 5,
  confidence: 0.5,
  source: "imported",
} as const;

/** Slugs are given, ids only have to differ, and nothing here depends on the time. */
let made = 0;
const stoppedSystem = {
  now: () => "2026-01-01T00:00:00.000Z",
  newId: () => `01J00000000000000000${String((made += 1)).padStart(6, "0")}`,
  newSlugSuffix: () => "0000",
};

function examplesIn(text: string): StarterExamples {
  const [, frontmatter = ""] = text.split(/^---$/m);
  const { examples } = parse(frontmatter) as { examples?: StarterExamples };
  return examples ?? { fires: [], silent: [] };
}

/** How a person judged a fire: by the lesson's slug and the name of the fire. */
export type StarterLabels = Readonly<Record<string, Readonly<Record<string, Verdict>>>>;
export type Verdict = "needed" | "not-needed";

/** What was judged by hand, and by the lesson's slug a sentence that says why the rule cannot judge it. */
export interface HandJudgement {
  readonly labels: StarterLabels;
  readonly because: Readonly<Record<string, string>>;
}

export function readHandJudgement(): HandJudgement {
  const text = readFileSync(join(root, "library", "labels.json"), "utf8");
  return JSON.parse(text) as HandJudgement;
}
