import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { readLessonFile } from "../../lesson/file/read.ts";
import { beginning, imported, type PreparedEntry } from "../import/prepare-import.ts";
import { storeImports } from "../import/store-import.ts";
import { withFileFault } from "../../platform/files/file-fault.ts";
import { Fault } from "../../platform/fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import type { ImportReport } from "../import/import-lessons.ts";
import { makeLesson } from "../../lesson/add.ts";
import { readDraft } from "../../lesson/draft.ts";
import type { Context } from "../../platform/context.ts";
import { concerningLessons } from "./concerns-history.ts";

/**
 * Takes the lessons that come with the program in as candidates: those that the person's own calls speak for, or all.
 * Each is taken once: what a person did with it since, be it that they archived or rewrote it, is their answer, and it
 * is not offered again.
 */
export function importStarter(
  context: Context,
  folder: string,
  { isDryRun, which }: { readonly isDryRun: boolean; readonly which: "concerning" | "all" },
): ImportReport {
  const library = starterFiles(folder).map((file) => readStarter(context, file));
  const lessons = which === "all" ? library : concerningLessons(context, library);
  const entries = lessons.map(asEntry);
  const { added, already, wishes } = storeImports(context, "lessons", entries, { isDryRun });
  return {
    file: folder,
    system: "starter",
    found: library.length,
    added,
    already,
    wishes,
    areStatesKept: false,
    unconcerned: library.length - lessons.length,
    bad: [],
    remarks: [],
    renamedTo: null,
    openScope: null,
  };
}

/** Where the package keeps them: one file each, named by its slug. */
export function starterFolder(packageRoot: string): string {
  return join(packageRoot, "library", "starter");
}

interface StarterFile {
  readonly slug: string;
  readonly path: string;
}

/** In text order. */
export function starterFiles(folder: string): readonly StarterFile[] {
  return withFileFault("read", folder, () => readdirSync(folder))
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => ({ slug: name.slice(0, -".md".length), path: join(folder, name) }));
}

/** Its patterns are not judged again: that takes a second, and a test of the library has proved them. */
function readStarter({ system }: Pick<Context, "system">, { slug, path }: StarterFile): Lesson {
  const file = readLessonFile(readTextFile(path));
  const reading =
    "problem" in file ? { problems: [file.problem] } : readDraft({ ...file.draft, slug });
  if ("problems" in reading) {
    const problem = reading.problems.join("; ");
    throw new Fault("bad-input", `${path}: ${problem}`, { hint: "install lessons again" });
  }
  // Well meant, but of nobody's own experience: as sure as any other import.
  return makeLesson(reading.draft, imported, system);
}

/** The store knows four systems that lessons come from; these are our own. */
function asEntry(lesson: Lesson): PreparedEntry {
  const said = { by: "import", because: "from the starter library" } as const;
  const reference = `starter:${lesson.slug}`;
  const entry = { place: reference, lesson, reference, history: beginning(lesson, said) };
  const wish = { isActive: false, isHold: false };
  return { ...entry, isOwn: false, isKept: false, isDerived: false, remarks: [], wish };
}
