import type { LessonDraft, Lesson, Scope } from "../../lesson/record/lesson.ts";
import type { Edit } from "../../lesson/record/history.ts";
import { readLessonFile } from "../../lesson/file/read.ts";
import type { System } from "../../platform/system.ts";
import { prepareForeign, type Remark } from "../import/prepare-import.ts";
import { pathInProject, type FileText } from "../../lesson/file/shared-folder.ts";

/** A file that can be stored: the candidate that it would be, and which of its patterns were left out. */
export interface PreparedFile {
  readonly slug: string;
  readonly hash: string;
  readonly wanted: Lesson;
  readonly edits: readonly Edit[];
}

interface PreparedFiles {
  readonly files: readonly PreparedFile[];
  readonly problems: readonly Remark[];
  readonly remarks: readonly Remark[];
}

/** Reads files by the rules for lessons that are written by hand. A bad one is reported; the others go on. */
export async function prepareProjectFiles(
  system: System,
  project: string,
  files: readonly FileText[],
): Promise<PreparedFiles> {
  const ready: PreparedFile[] = [];
  const problems: Remark[] = [];
  const remarks: Remark[] = [];
  const startedAt = performance.now();
  for (const [index, { slug, text, hash }] of files.entries()) {
    if (performance.now() - startedAt > patienceMs) {
      problems.push(waiting(files.length - index));
      break;
    }
    const place = pathInProject(slug);
    const reading = readLessonFile(text);
    if ("problem" in reading) {
      problems.push({ place, problem: reading.problem });
      continue;
    }
    // The scope is that of the project, whatever the file says; a wrong one is the schema's to refuse.
    const draft: LessonDraft = { ...reading.draft, slug, scope: project as Scope };
    const entry = { place, reference: slug, draft, evidence: [], remarks: reading.remarks };
    const prepared = await prepareForeign(entry, { system: "lessons", isReplaced: false }, system);
    if ("problem" in prepared) {
      problems.push(prepared);
      continue;
    }
    // What was left out was nobody's decision: the file may be read again.
    const edits = prepared.history.edits.map((edit): Edit => ({ ...edit, by: "scanner" }));
    ready.push({ slug, hash, wanted: prepared.lesson, edits });
    remarks.push(...prepared.remarks.map((problem) => ({ place, problem })));
  }
  return { files: ready, problems, remarks };
}

/** Patterns may be made to take long to judge. What is not read now is read the next time. */
const patienceMs = 15_000;

function waiting(count: number): Remark {
  const problem = `${count} files wait for the next scan: judging patterns took too long`;
  return { place: ".lessons/lessons", problem };
}
