import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import {
  isRecord,
  numberAt,
  recordAt,
  textAt,
  type JsonRecord,
} from "../../platform/json/fields.ts";
import { projectFile } from "../index/project-file.ts";
import type { Manifest } from "./manifest.ts";

/**
 * The numbers that entries of a project were given, out of our home: the manifest changes with the branch, and a lesson that
 * was ADR-003 on one is ADR-003 on all, or two branches meet with one decision under two numbers.
 */
export interface GivenNumbers {
  /** The highest ones. */
  readonly knownNumbers: Manifest["lastNumbers"];
  /** The anchor that a lesson has had. */
  readonly anchorOf: (lesson: LessonId) => string | undefined;
}

export function readNumbers(home: string, project: string): GivenNumbers {
  const kept = recordIn(fileOf(home, project), project);
  const [last, given] = [recordAt(kept, "last"), recordAt(kept, "given")];
  return {
    knownNumbers: { ADR: numberAt(last, "ADR") ?? 0, PF: numberAt(last, "PF") ?? 0 },
    anchorOf: (lesson) => textAt(given, lesson),
  };
}

/** Adds what the manifest of this branch says. The first number that a lesson got stays its own. */
export function keepNumbers(home: string, project: string, manifest: Manifest): void {
  const file = fileOf(home, project);
  const kept = recordIn(file, project);
  const { knownNumbers } = readNumbers(home, project);
  const last = {
    ADR: Math.max(knownNumbers.ADR, manifest.lastNumbers.ADR),
    PF: Math.max(knownNumbers.PF, manifest.lastNumbers.PF),
  };
  const here = manifest.entries.flatMap(({ observationId, anchor }) =>
    anchor === undefined ? [] : [[observationId, anchor] as const],
  );
  const given = { ...Object.fromEntries(here), ...recordAt(kept, "given") };
  const value = { version: 1, project, last, given };
  if (JSON.stringify(value) === JSON.stringify(kept)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, [`${JSON.stringify(value)}\n`]);
}

function recordIn(file: string, project: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) && value["project"] === project ? value : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(home: string, project: string): string {
  return join(home, projectFile(project, "numbers"));
}
