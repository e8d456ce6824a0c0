import { join } from "node:path";
import { addLessons } from "../../src/lesson/add.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { LessonDraft } from "../../src/lesson/record/lesson.ts";
import type { Verdict } from "../../src/lesson/record/lifecycle.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { configSchema } from "../../src/platform/configuration/schema.ts";
import { realSystem } from "../../src/platform/system.ts";
import { preparedOnce, Program } from "../kit/program.ts";

export const gitStash = "git-stash-drops-untracked";
export const tsNode = "ts-node-esm-flag";
export const jsx = "jsx-tsx-extension";

/** The three candidates of PRD-002 §9.1, with the lesson that the third expands. */
export const programWithCandidates = preparedOnce(() => {
  const program = new Program();
  inContext(program, (context) => addLessons(context, drafts));
  return program;
});

const common = { status: "candidate", kind: "pitfall" } as const;
const drafts: readonly LessonDraft[] = [
  {
    kind: "pitfall",
    slug: "typescript-file-using-jsx",
    summary: "TypeScript files with JSX",
    body: {
      mistake: "TypeScript files using JSX must have .tsx extension",
      remediation: "Rename the file",
    },
    triggers: { pathPatterns: ["**/*.tsx"] },
  },
  {
    ...common,
    slug: gitStash,
    summary: "git stash silently drops untracked files",
    body: {
      mistake: "git stash only stashes tracked files — untracked files silently left behind",
      remediation: "Use git stash -u (--include-untracked)",
    },
    tags: ["tool:git", "severity:data-loss"],
    triggers: {
      toolNames: ["Bash"],
      commandPatterns: ["\\bgit\\s+stash\\b(?!.*-u|--include-untracked)"],
    },
    priority: 7,
    confidence: 0.85,
  },
  {
    ...common,
    slug: tsNode,
    summary: "ts-node requires --esm for ESM module resolution",
    body: {
      mistake: "Running ts-node on an ESM project without --esm causes ERR_REQUIRE_ESM",
      remediation: "Add --esm flag: ts-node --esm src/index.ts",
    },
    tags: ["lang:ts"],
    triggers: { toolNames: ["Bash"], commandPatterns: ["\\bts-node\\b(?!.*--esm)"] },
    priority: 5,
    confidence: 0.72,
  },
  {
    ...common,
    slug: jsx,
    summary: "jsx file must use .tsx extension",
    body: {
      mistake: "TypeScript files using JSX must have .tsx extension not .ts",
      remediation: "Rename .ts → .tsx for any file containing JSX",
    },
    tags: ["lang:ts"],
    triggers: { injectOn: ["SessionStart"] },
    flags: ["expands:typescript-file-using-jsx"],
    priority: 5,
    confidence: 0.68,
  },
];

/** Noise that a model has put away. */
export function archiveAsNoise(program: Program): void {
  for (const [slug, summary, because] of [
    ["biome-config-schema", "biome config schema", "duplicate: near-match of existing lesson"],
    [
      "git-restore-conflict",
      "git restore conflict",
      "situational: specific to bisect task, not generalizable",
    ],
  ] as const) {
    program.addLesson(summary, "--slug", slug, "--status", "candidate");
    decideAs(program, slug, { verdict: "archive", by: "model", because });
  }
}

/** A move that somebody else makes meanwhile. */
export function decideAs(program: Program, slug: string, verdict: Verdict): void {
  inContext(program, (context) => moveLesson(context, slug, verdict));
}

/** In this process, without the judgement of patterns, which takes seconds. */
function inContext(program: Program, work: (context: Context) => void): void {
  const system = realSystem();
  const database = openDatabase(join(program.home, ".lessons", "lessons.db"), system.now());
  try {
    work({ database, system, config: configSchema.parse({}), who: { is: "person" } });
  } finally {
    database.close();
  }
}

export function statusOf(program: Program, slug: string): unknown {
  const { lesson } = program.json(["show", slug]) as { lesson: { status: string } };
  return lesson.status;
}

export const goldenFolder = join(import.meta.dirname, "../golden/review");
